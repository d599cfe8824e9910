"""The `position` command: a position and the moves that were played from it."""

from typing import NamedTuple

import chess

from engine.board.fen import FenError, parse_fen
from engine.process.texts import quoted


class Setup(NamedTuple):
    """What a `position` command describes."""

    board: chess.Board | None  # with its move stack; None: refused, the old position stays
    complaints: tuple[str, ...]
    head: tuple[str, ...] = ()  # the words before the moves
    moves: tuple[str, ...] = ()

    def on_the_way_to(
        self, head: tuple[str, ...], moves: tuple[str, ...], chess960: bool
    ) -> chess.Board | None:
        """Copy the board if the game of the other position begins with this one, without faults."""
        if self.board is None or self.complaints or self.board.chess960 != chess960:
            return None
        leads_there = self.head == head and self.moves == moves[: len(self.moves)]
        return self.board.copy() if leads_there else None


NOTHING_YET = Setup(None, ())


def read_move(text: str, board: chess.Board) -> chess.Move | None:
    """Read a move in the notation of UCI.

    Castling is a move of the king by two squares, or, in Chess960, king takes own rook: only one
    of them is right at a time (lantonov/asmFish#10). So a move must be written as it would be
    printed; only capital letters are accepted as well.

    Returns
    -------
    chess.Move or None
        None if the text is not a move or the move is not legal.
    """
    try:
        move = board.parse_uci(text.lower())
    except ValueError:
        return None
    # parse_uci accepts the null move, and castling in either notation
    return move if move and board.uci(move) == text.lower() else None


def read_position(words: list[str], chess960: bool, last: Setup = NOTHING_YET) -> Setup:
    """Read the words after `position`.

    GUIs send the whole game before every move: moves that were read before are not read again.

    Parameters
    ----------
    words
        Everything after `position`.
    chess960
        Whether castling is written as king takes own rook.
    last
        What was read before; its board stays as it is.

    Returns
    -------
    Setup
        An illegal move ends the list of moves: the moves before it count.
    """
    if not words or words[0] not in ("startpos", "fen"):
        return Setup(None, ("position needs startpos, or fen and a position; nothing changed.",))
    place = words.index("moves") if "moves" in words else len(words)
    head, moves = tuple(words[:place]), tuple(words[place + 1 :])
    begun = last.on_the_way_to(head, moves, chess960)
    if begun is not None:
        return Setup(begun, tuple(_play(moves, len(last.moves), begun)), head, moves)
    try:
        board, complaints = _read_head(head, chess960)
    except FenError as refusal:
        return Setup(None, (f"{refusal} The position was not changed.",))
    return Setup(board, (*complaints, *_play(moves, 0, board)), head, moves)


def _read_head(head: tuple[str, ...], chess960: bool) -> tuple[chess.Board, list[str]]:
    """Read the words before the moves; returns the board and messages about them."""
    between = " ".join(head[1:])
    if head[0] == "startpos":
        notes = [f"position startpos: {quoted(between)} was ignored."] if between else []
        return chess.Board(chess960=chess960), notes
    board, notes = parse_fen(between, chess960)
    return board, list(notes)


def _play(moves: tuple[str, ...], known: int, board: chess.Board) -> list[str]:
    """Play the moves after the known ones on the board as far as they are legal."""
    for number, text in enumerate(moves[known:], known + 1):
        move = read_move(text, board)
        if move is None:
            return [
                f"Move {number}, {quoted(text)}, is not legal in {board.fen()}; "
                "it and the moves after it were ignored."
            ]
        board.push(move)
    return []
