"use strict";
// Positions by replaying moves. A move in 16 bits: origin, target, promotion; castling is written
// as king takes own rook. Squares are numbered from a1, 0, to h8, 63.

const LETTERS = "PNBRQK";
const PIECE_NAMES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const nameOf = square => "abcdefgh"[square & 7] + ((square >> 3) + 1);

function positionOf(fen, rooks) {
  const [placement, turn, , enPassant, half, full] = fen.split(" ");
  const squares = new Array(64).fill("");
  placement.split("/").forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else squares[8 * (7 - down) + file++] = letter;
    }
  });
  const target = enPassant === "-" ? -1 : "abcdefgh".indexOf(enPassant[0]) + 8 * (enPassant[1] - 1);
  return {
    squares, white: turn === "w", rooks: [...rooks], enPassant: target,
    half: Number(half ?? 0), full: Number(full ?? 1), moved: [],
  };
}

const isWhite = piece => piece === piece.toUpperCase();
const isCastling = (before, origin, target) => before.squares[origin].toUpperCase() === "K"
  && before.squares[target].toUpperCase() === "R"
  && isWhite(before.squares[origin]) === isWhite(before.squares[target]);

function passed(before) {
  return {...before, white: !before.white, enPassant: -1, half: before.half + 1,
    full: before.full + (before.white ? 0 : 1), moved: []};
}

function after(before, move) {
  const origin = move & 63, target = move >> 6 & 63, promotion = move >> 12;
  const squares = before.squares.slice(), piece = squares[origin];
  const rank = origin & 56, next = {...passed(before), squares, moved: [origin, target]};
  if (isCastling(before, origin, target)) {
    const rook = squares[target], kingside = target > origin;
    squares[origin] = squares[target] = "";
    squares[rank + (kingside ? 6 : 2)] = piece;
    squares[rank + (kingside ? 5 : 3)] = rook;
    next.moved = [origin, rank + (kingside ? 6 : 2)];
  } else {
    const isPawn = piece.toUpperCase() === "P";
    if (isPawn && (origin & 7) !== (target & 7) && !squares[target])
      squares[rank + (target & 7)] = "";
    if (isPawn || squares[target]) next.half = 0;
    squares[origin] = "";
    squares[target] = promotion ? (before.white ? LETTERS[promotion] : LETTERS[promotion].toLowerCase()) : piece;
    const between = (origin + target) / 2;
    const beside = [target - 1, target + 1].some(square => square >> 3 === target >> 3
      && squares[square] === (before.white ? "p" : "P"));
    if (isPawn && Math.abs(origin - target) === 16 && beside) next.enPassant = between;
  }
  const home = before.white ? 0 : 7;
  next.rooks = before.rooks.filter(square => square !== origin && square !== target
    && !(piece.toUpperCase() === "K" && square >> 3 === home));
  return next;
}

function fenOf(position, chess960) {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = "", empty = 0;
    for (let file = 0; file < 8; file++) {
      const piece = position.squares[8 * rank + file];
      if (!piece) { empty++; continue; }
      text += (empty || "") + piece;
      empty = 0;
    }
    ranks.push(text + (empty || ""));
  }
  const right = square => {
    const letter = chess960 ? "ABCDEFGH"[square & 7] : square & 4 ? "K" : "Q";
    return square < 8 ? letter : letter.toLowerCase();
  };
  const order = [...position.rooks].sort((one, other) => (one >> 3) - (other >> 3) || other - one);
  return [ranks.join("/"), position.white ? "w" : "b", order.map(right).join("") || "-",
    position.enPassant < 0 ? "-" : nameOf(position.enPassant), position.half, position.full].join(" ");
}

// Long algebraic notation: it needs no list of legal moves.
function textOf(before, move) {
  const origin = move & 63, target = move >> 6 & 63, promotion = move >> 12;
  if (isCastling(before, origin, target)) return target > origin ? "O-O" : "O-O-O";
  const letter = before.squares[origin].toUpperCase(), isPawn = letter === "P";
  const takes = before.squares[target] || (isPawn && (origin & 7) !== (target & 7));
  return (isPawn ? "" : letter) + nameOf(origin) + (takes ? "x" : "-") + nameOf(target)
    + (promotion ? "=" + LETTERS[promotion] : "");
}

function drawBoard(svg, position, flipped, fen) {
  const parts = [];
  const place = square => {
    const file = square & 7, rank = square >> 3;
    return [45 * (flipped ? 7 - file : file), 45 * (flipped ? rank : 7 - rank)];
  };
  for (let square = 0; square < 64; square++) {
    const [x, y] = place(square), dark = (square + (square >> 3)) % 2 === 0;
    parts.push(`<rect x="${x}" y="${y}" width="45" height="45" class="${dark ? "dark" : "light"}"/>`);
    if (position.moved.includes(square))
      parts.push(`<rect x="${x}" y="${y}" width="45" height="45" class="moved"/>`);
  }
  position.squares.forEach((piece, square) => {
    if (!piece) return;
    const [x, y] = place(square), kind = PIECE_NAMES[LETTERS.indexOf(piece.toUpperCase())];
    parts.push(`<use href="#${isWhite(piece) ? "white" : "black"}-${kind}" x="${x}" y="${y}"/>`);
  });
  svg.innerHTML = parts.join("");
  svg.setAttribute("aria-label", `Board: ${fen}`);
}
