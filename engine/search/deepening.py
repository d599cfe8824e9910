"""Iterative deepening and aspiration: one call into the core per window.

Every iteration starts with a window of a pawn around the last value; a value outside is searched
again in the open window on its side (X11: the closed end is let in).
Source: Breuker 1998, section 2.3.1; Breuker et al. 1994.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.search.root import search_root
from engine.search.score import INFINITE
from engine.search.worker import Thread

FIRST_ITERATION_NODES = 10_000
"""So many nodes the first iteration may take whatever the node limit, so that there is a move."""


class Window(NamedTuple):
    """One search of the root within a window."""

    depth: int
    score: int
    bound: str
    """"" if the score is inside, else "lowerbound" or "upperbound"."""
    stopped: bool
    """Whether it was broken off; then the score is that of the best root move so far."""
    line: tuple[int, ...]
    """The best line in short moves; empty if no root move was completed."""


def search(thread: Thread, depth: int, alpha: int, beta: int) -> Window:
    """Search one window."""
    score = int(search_root(thread.where, depth, alpha, beta))
    worker = thread.worker
    bound = "upperbound" if score <= alpha else "lowerbound" if score >= beta else ""
    line = tuple(int(move) for move in worker.line[0, : int(worker.line_length[0])])
    return Window(depth, score, bound, bool(worker.stop), line)


def iteration(thread: Thread, depth: int, alpha: int, beta: int) -> Iterator[Window]:
    """Search until the value lies inside a window; yields every window searched."""
    window = search(thread, depth, alpha, beta)
    yield window
    failed = set()
    while window.bound and not window.stopped:
        failed.add(window.bound)
        alpha, beta = window.score - 1, window.score + 1
        # A table with results of other depths can make the value fail on both sides in turn.
        if window.bound == "upperbound" or len(failed) > 1:
            alpha = -INFINITE
        if window.bound == "lowerbound" or len(failed) > 1:
            beta = INFINITE
        window = search(thread, depth, alpha, beta)
        yield window


def deepen(
    thread: Thread, deepest: int, pawn: int | None, node_limit: int, may_go_on: Callable[[], bool]
) -> Iterator[Window]:
    """Search the root of a prepared thread deeper and deeper.

    Parameters
    ----------
    thread : Thread
        Its root moves are listed and its deadline is set.
    deepest : int
        Plies of the last iteration.
    pawn : int or None
        Half the width of the aspiration window in centipawns; None for open windows.
    node_limit : int
        Nodes of the whole search.
    may_go_on : callable
        Asked before every iteration but the first.

    Yields
    ------
    Window
        Each window; a broken-off one is the last.
    """
    score = 0
    for depth in range(1, deepest + 1):
        if depth > 1 and not may_go_on():
            return
        least = FIRST_ITERATION_NODES if depth == 1 else 0
        thread.worker.node_limit, thread.worker.next_poll = max(node_limit, least), 0
        alpha, beta = -INFINITE, INFINITE
        if pawn is not None and depth > 1:
            alpha, beta = max(alpha, score - pawn), min(beta, score + pawn)
        for window in iteration(thread, depth, alpha, beta):
            yield window
            if window.stopped:
                return
            score = window.score
