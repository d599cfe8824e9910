"""The `position` command: a position and the moves that were played from it."""

from typing import NamedTuple

import chess

from engine.board.fen import FenError, parse_fen
from engine.texts import quoted


class Setup(NamedTuple):
    """What a `position` command describes."""

    board: chess.Board | None  # with its moves; None: refused, the old position stays
    complaints: tuple[str, ...]


def read_move(text: str, board: chess.Board) -> chess.Move | None:
    """Read a move in the notation of UCI.

    Castling is a move of the king by two squares, or, when the board plays Chess960, king takes
    own rook: only one of them is right at a time (lantonov/asmFish#10). So a move must be
    written as it would be printed; capitals of a promotion are forgiven.

    Returns
    -------
    chess.Move or None
        None if the text is no move, or the move is not legal.
    """
    try:
        move = board.parse_uci(text.lower())
    except ValueError:
        return None
    # parse_uci lets the null move pass, and either way to castle
    return move if move and board.uci(move) == text.lower() else None


def read_position(words: list[str], chess960: bool) -> Setup:
    """Read the words after `position`.

    Parameters
    ----------
    words
        Everything after `position`.
    chess960
        Whether castling is written as king takes own rook.

    Returns
    -------
    Setup
        An illegal move ends the list of moves: the moves before it count.
    """
    if not words or words[0] not in ("startpos", "fen"):
        return Setup(None, ("position needs startpos, or fen and a position; nothing changed.",))
    place = words.index("moves") if "moves" in words else len(words)
    between, moves = words[1:place], words[place + 1 :]
    complaints: list[str] = []
    if words[0] == "startpos":
        board = chess.Board(chess960=chess960)
        if between:
            complaints.append(f"position startpos: {quoted(' '.join(between))} was ignored.")
    else:
        try:
            board, notes = parse_fen(" ".join(between), chess960)
        except FenError as refusal:
            return Setup(None, (f"{refusal} The position was not changed.",))
        complaints.extend(notes)
    complaints.extend(_play(moves, board))
    return Setup(board, tuple(complaints))


def _play(moves: list[str], board: chess.Board) -> list[str]:
    """Play the moves on the board as far as they are legal."""
    for number, text in enumerate(moves, 1):
        move = read_move(text, board)
        if move is None:
            return [
                f"Move {number}, {quoted(text)}, is not legal in {board.fen()}; "
                "it and the moves after it were ignored."
            ]
        board.push(move)
    return []
