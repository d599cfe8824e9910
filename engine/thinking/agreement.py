"""A search that ends as soon as one of some moves is the best: what it costs to find a solution.

The first moment counts at which such a move has the best value of the root, inside the window,
also in the middle of an iteration.
Source: Björnsson 2002, chapter 7, command `gountil`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import chess

from engine.thinking.engine import Engine, Limits
from engine.thinking.news import RootEvent


class Agreement(NamedTuple):
    """How a search for given moves ended."""

    is_reached: bool
    """Whether one of the moves was the best within the limit."""
    nodes: int
    """Of the leading thread at that moment; the limit if it was never so; those searched if a stop
    came first."""
    line: tuple[chess.Move, ...]
    """The principal variation at that moment, without what quiescence adds."""


def search_until(engine: Engine, moves: Sequence[chess.Move], nodes: int) -> Agreement:
    """Search the engine's position until a move is the best; repeatable with one thread.

    Parameters
    ----------
    engine : Engine
        Prepared by `prepare_go`.
    moves : sequence of chess.Move
        Legal ones.
    nodes : int
        The limit, 1 or more. What the first iteration needs beyond it does not count.
    """
    reached: list[RootEvent] = []

    def hear(event: RootEvent) -> None:
        if not event.bound and event.multipv == 1 and event.line[0] in moves:
            reached.append(event)

    until = tuple(map(engine.board.uci, moves))
    engine.think(Limits(nodes=nodes, until=until), lambda news: None, hear)
    if reached and reached[0].nodes <= nodes:
        return Agreement(True, reached[0].nodes, reached[0].line)
    return Agreement(False, min(engine.nodes, nodes) if engine.was_stopped else nodes, ())
