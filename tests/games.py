"""Random games played by python-chess, the outside witness of the rules: what stands on the board,
which moves are legal, and what is played, at every ply.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import chess

STANDARD, CHESS960 = "standard", "Chess960"
LONGEST_GAME = 120  # plies
OF_RARE_MOVES = 0.8
CASTLING_FORM = 5 << 12 | 7 << 15 | 1 << 23  # a king that captures nothing, and the mark


@dataclass
class Games:
    """What was seen at each ply of the games, one list for each kind of fact."""

    before: Any  # POSITION records, made by `set_up`
    after: Any
    fens: list[str] = field(default_factory=list)
    words: list[list[int]] = field(default_factory=list)  # all legal moves
    noisy: list[list[int]] = field(default_factory=list)  # captures and promotions among them
    played: list[int] = field(default_factory=list)

    def play(self, variant: str, seed: int, plies: int) -> Iterator[tuple[chess.Board, chess.Move]]:
        """Play games, most chances of a rare move taken, and note what is seen.

        The caller, who gets the board and the move, pushes it.
        """
        chance, board, moves = random.Random(seed), chess.Board(), []
        for _ in range(plies):
            if not moves or board.ply() >= LONGEST_GAME:
                board = start(chance, variant)
                moves = list(board.legal_moves)
            rare = [move for move in moves if is_rare(board, move)]
            played = chance.choice(rare if rare and chance.random() < OF_RARE_MOVES else moves)
            self.fens.append(board.shredder_fen(en_passant="legal"))
            self.words.append([word(board, move) for move in moves])
            self.noisy.append([word(board, move) for move in moves if is_noisy(board, move)])
            self.played.append(word(board, played))
            yield board, played
            moves = list(board.legal_moves)


def start(chance: random.Random, variant: str) -> chess.Board:
    """Give a start position."""
    if variant == CHESS960:
        return chess.Board.from_chess960_pos(chance.randrange(960))
    return chess.Board()


def board_of(fen: str) -> chess.Board:
    """Read a FEN whose castling rights, if they name files, are those of Chess960."""
    return chess.Board(fen, chess960=not set(fen.split()[2]) <= set("KQkq-"))


def word(board: chess.Board, move: chess.Move) -> int:
    """Put a move into the 24 bits of `engine/board/names.py`, written independently of it."""
    origin, target = move.from_square, move.to_square
    if board.is_castling(move):
        if not board.chess960:
            target = origin + 3 if target > origin else origin - 4
        return origin | target << 6 | CASTLING_FORM
    kind = (board.piece_type_at(origin) or 0) - 1
    en_passant = board.is_en_passant(move)
    captured = 0 if en_passant else (board.piece_type_at(target) or 8) - 1
    promoted = move.promotion - 1 if move.promotion else 0
    double = kind == 0 and abs(target - origin) == 16
    parts = origin | target << 6 | kind << 12 | captured << 15 | promoted << 18
    return parts | double << 21 | en_passant << 22


def name(move: int) -> int:
    """Shorten 24 bits to the 16 that name the move: origin, target, promoted."""
    return move & 4095 | (move >> 18 & 7) << 12


def is_noisy(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a move captures or promotes."""
    return move.promotion is not None or board.is_capture(move)


def is_rare(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a move is one of those that random play meets too seldom."""
    if board.is_en_passant(move) or move.promotion or board.is_castling(move):
        return True
    return abs(move.from_square - move.to_square) == 16 and is_beside_a_pawn(board, move)


def is_beside_a_pawn(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a pawn arrives where a pawn of the other side may take it en passant."""
    passed = (move.from_square + move.to_square) // 2
    takers = chess.BB_PAWN_ATTACKS[board.turn][passed] & board.pawns
    return bool(board.pawns & chess.BB_SQUARES[move.from_square] and takers)
