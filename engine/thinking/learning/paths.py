"""The classes of the moves of a path, as the search Selective tells them apart.

The same definitions as in `search/selective/fractional_plies.py`, on python-chess: a path is a
handful of moves.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import chess

from engine.search.selective.memory import CLASSES
from engine.search.selective.phases import ENDING, MIDDLE_GAME
from engine.search.shared.endings import MOST_UNITS

FORCED, CHECK, RECAPTURE, PASSED_PUSH = range(len(CLASSES))
"""Places in CLASSES."""
UNITS = {chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
"""Pieces in pawns, as the search counts them."""
PUSHED_TO = {chess.WHITE: (5, 6), chess.BLACK: (2, 1)}
"""The sixth and seventh rank of each side, counted from 0."""


class Path(NamedTuple):
    """The moves of a path by class."""

    moves: tuple[int, ...]
    """By class, those whose weight counts."""
    ordinary_moves: int
    """The others."""


def phase_of(board: chess.Board) -> int:
    """Return the phase whose weights a search of the position uses."""
    few = all(
        sum(units * len(board.pieces(kind, side)) for kind, units in UNITS.items()) <= MOST_UNITS
        for side in chess.COLORS
    )
    return ENDING if few else MIDDLE_GAME


def is_passed(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """Tell whether no pawn of the other side is ahead of a square, on its file or beside it."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    for pawn in board.pieces(chess.PAWN, not side):
        ahead = chess.square_rank(pawn) > rank if side else chess.square_rank(pawn) < rank
        if ahead and abs(chess.square_file(pawn) - file) <= 1:
            return False
    return True


def class_of(board: chess.Board, move: chess.Move, taken_on: chess.Square | None) -> int | None:
    """Return the most urgent class of a legal move, or None of an ordinary one.

    Parameters
    ----------
    board : chess.Board
        Before the move.
    move : chess.Move
    taken_on : int or None
        The square on which the opponent has just taken.
    """
    if board.is_check() and board.legal_moves.count() == 1:
        return FORCED
    if board.gives_check(move):
        return CHECK
    if board.is_capture(move) and move.to_square == taken_on:
        return RECAPTURE
    pawn = board.piece_type_at(move.from_square) == chess.PAWN
    pushed = pawn and chess.square_rank(move.to_square) in PUSHED_TO[board.turn]
    return PASSED_PUSH if pushed and is_passed(board, move.to_square, board.turn) else None


def classify(board: chess.Board, moves: Iterable[chess.Move]) -> list[int | None]:
    """Return the class of each move of a path that begins at a position."""
    after, taken_on = board.copy(stack=False), None
    found: list[int | None] = []
    for move in moves:
        found.append(class_of(after, move, taken_on))
        taken_on = move.to_square if after.is_capture(move) else None
        after.push(move)
    return found


def reaching(
    classes: Sequence[int | None], weights: Sequence[float], plies: float, least: int
) -> Path:
    """Return the beginning of a path that reaches a depth: what follows is quiescence.

    Parameters
    ----------
    classes : sequence
        Of the moves, from `classify`.
    weights : sequence of float
        Plies by class.
    plies : float
        The depth. A path that ends before counts as going on with ordinary moves.
    least : int
        So many moves belong to the path in any case.
    """
    moves, ordinary, depth = [0] * len(CLASSES), 0, 0.0
    for place, kind in enumerate(classes):
        if place >= least and depth >= plies:
            break
        if kind is None:
            ordinary += 1
        else:
            moves[kind] += 1
        depth += 1.0 if kind is None else weights[kind]
    missing = max(0, round(plies - depth))
    return Path(tuple(moves), ordinary + missing)
