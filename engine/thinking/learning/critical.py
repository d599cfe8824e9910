"""Positions of a game whose search should have seen more: they become samples to learn from.

The engine moves at A; at its next move, at C, the score has fallen. Had the search of A seen the
path over both moves and the line found at C, it would have known.
Source: Björnsson 2002, sections 6.3.1 and 6.5.2; choice X47.
"""

from typing import NamedTuple

import chess

BEYOND = 1000
"""Centipawns: scores farther from 0, mates included, count as no farther."""
MOVES_BETWEEN = 2
"""From a position of the engine to its next one."""


class Searched(NamedTuple):
    """A position of a game that was searched before a move was played."""

    board: chess.Board
    score: int
    """Centipawns for the side to move, of the last whole iteration."""
    line: tuple[chess.Move, ...]
    depth: int
    """Plies of that iteration."""
    nodes: int
    """Nodes up to its end, but those of quiescence."""
    altered_nodes: tuple[int, ...]
    """By class, those of the trees with raised weights."""
    delta: float
    """Plies by which they were raised."""
    weights: tuple[float, ...]
    """Plies by class."""
    phase: int
    """Of the game: a place in PHASES."""

    @property
    def bounded_score(self) -> int:
        """The score without the difference between mates."""
        return min(max(self.score, -BEYOND), BEYOND)


def moves_between(before: chess.Board, after: chess.Board) -> tuple[chess.Move, ...]:
    """Return the two moves between successive positions of a side in a game; else nothing."""
    played = before.move_stack
    moves = after.move_stack
    if len(moves) != len(played) + MOVES_BETWEEN or moves[: len(played)] != played:
        return ()
    if before.root().fen() != after.root().fen() or before.chess960 != after.chess960:
        return ()
    return tuple(moves[len(played) :])


def is_critical(before: Searched, after: Searched, tau: int, lost: int) -> bool:
    """Tell whether the score has fallen by more than `tau` centipawns from a game not yet lost."""
    if before.bounded_score < -lost:
        return False
    return after.bounded_score < before.bounded_score - tau
