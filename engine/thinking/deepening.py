"""Iterative deepening and aspiration: one call into the core per window.

Every iteration starts with a window around the last value. ALIBABA's is a pawn to either side, and
a value outside is searched again in the open window on its side (X11: the closed end is let in).
MODERN's is narrow and widens step by step. With several lines every further one is searched
without the moves of those before it.
Source: Breuker 1998, section 2.3.1; Breuker et al. 1994.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.search.shared.score import INFINITE
from engine.thinking.threads import Thread

FIRST_ITERATION_NODES = 10_000
"""Enough for a good move, however little time there is."""
WIDEST = 600
"""Centipawns; a window that would be wider is opened altogether."""


class Window(NamedTuple):
    """One search of the root within a window."""

    depth: int
    number: int
    """Of the line, from 1; more than one only if several were asked for."""
    score: int
    bound: str
    """"" if the score is inside, else "lowerbound" or "upperbound"."""
    stopped: bool
    """Whether it was interrupted; then the score is that of the best root move so far."""
    line: tuple[int, ...]
    """The best line in short moves; empty if no root move was completed."""


class IterationPlan(NamedTuple):
    """How deep and in which windows a root is searched."""

    deepest: int
    """Plies of the last iteration."""
    lines: int
    """How many lines are wanted."""
    half_width: int | None
    """Of the first window of an iteration in centipawns; None for open windows."""
    widens: bool
    """Whether a window grows step by step; else it is opened at once."""
    node_limit: int
    """Nodes of the whole search."""
    first_depth: int = 1
    """Plies of the first iteration."""
    free_nodes: int = FIRST_ITERATION_NODES
    """So many the first iteration may take whatever the limits."""


def search(thread: Thread, depth: int, alpha: int, beta: int) -> Window:
    """Search one window."""
    score = int(thread.core.search_root(thread.where, depth, alpha, beta))
    worker = thread.worker
    bound = "upperbound" if score <= alpha else "lowerbound" if score >= beta else ""
    line = tuple(int(move) for move in worker.line[0, : int(worker.line_length[0])])
    return Window(depth, int(worker.root_first) + 1, score, bound, bool(worker.stop), line)


def opened(thread: Thread, depth: int, alpha: int, beta: int) -> Iterator[Window]:
    """Search until the value lies inside a window, opened on the side where it failed."""
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


def widened(thread: Thread, depth: int, alpha: int, beta: int, step: int) -> Iterator[Window]:
    """Search until the value lies inside a window, which grows by ever larger steps."""
    window = search(thread, depth, alpha, beta)
    yield window
    while window.bound and not window.stopped:
        if window.bound == "upperbound":
            beta = (alpha + beta) // 2
            alpha = window.score - step if step <= WIDEST else -INFINITE
            beta = max(beta, alpha + 1)
        else:
            beta = window.score + step if step <= WIDEST else INFINITE
        alpha, beta = max(alpha, -INFINITE), min(beta, INFINITE)
        step *= 2
        window = search(thread, depth, alpha, beta)
        yield window


def iteration(
    thread: Thread, depth: int, plan: IterationPlan, score: int | None
) -> Iterator[Window]:
    """Search a line until its value is known; `score` is that of the last iteration, if any."""
    if plan.half_width is None or score is None:
        yield from opened(thread, depth, -INFINITE, INFINITE)
        return
    alpha = max(-INFINITE, score - plan.half_width)
    beta = min(INFINITE, score + plan.half_width)
    if plan.widens:
        yield from widened(thread, depth, alpha, beta, 2 * plan.half_width)
    else:
        yield from opened(thread, depth, alpha, beta)


def order_lines(worker: Any, scores: list[int]) -> None:
    """Sort the lines of an iteration by their scores, for the next one.

    A line without the moves before it may turn out better than those: the searches prune and learn
    as they go.

    Parameters
    ----------
    worker : WORKER record
        Its root moves begin with those of the lines; reordered.
    scores : list
        Of the lines, by place; reordered.
    """
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    for field in ("root_move", "root_score", "root_row"):
        worker[field][: len(order)] = worker[field][order]
    scores[:] = [scores[place] for place in order]


def deepen(thread: Thread, plan: IterationPlan, may_go_on: Callable[[], bool]) -> Iterator[Window]:
    """Search the root of a prepared thread deeper and deeper.

    Parameters
    ----------
    thread : Thread
        Its root moves are listed and its deadline is set.
    plan : IterationPlan
    may_go_on : callable
        Asked before every iteration but the first.

    Yields
    ------
    Window
        Each window; an interrupted one is the last.
    """
    worker = thread.worker
    lines = min(plan.lines, int(worker.root_count))
    scores: list[int] = []
    for depth in range(plan.first_depth, plan.deepest + 1):
        begins = depth == plan.first_depth
        if not begins and not may_go_on():
            return
        least = plan.free_nodes if begins else 0
        worker.node_limit, worker.next_poll = max(plan.node_limit, least), 0
        worker.free_nodes = least
        before, scores = scores, []
        for number in range(lines):
            worker.root_first = number
            for window in iteration(thread, depth, plan, None if begins else before[number]):
                yield window
                if window.stopped:
                    worker.root_first = 0
                    return
            scores.append(window.score)
        worker.root_first = 0
        if lines > 1:
            order_lines(worker, scores)
