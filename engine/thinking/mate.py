"""`go mate N`: a mate is looked for in the usual way first, and then without any pruning.

The usual search finds most mates at once, yet whatever shortens a line or leaves a move out may
miss one; it cannot say that there is none. So a second search tries every move. Its windows hold
one score each, mate in 1, mate in 2 and so on: whatever else a line leads to is cut off at once,
and neither evaluation nor quiescence matters.
"""

from collections.abc import Callable, Iterator

import chess

from engine.search.shared.score import MATE, mate_in
from engine.thinking.deepening import Window, search
from engine.thinking.limits import ANY_LENGTH
from engine.thinking.searches import Search
from engine.thinking.threads import Thread


class MateGoal:
    """Which mate is wanted, and what is known of it.

    Parameters
    ----------
    moves : int or None
        The mate may take so many moves; None if no mate is looked for.

    Attributes
    ----------
    known : int or None
        Moves of the mate that the best line ends with, negative if it is the own king's.
    refuted : int
        There is no mate in so many moves.
    """

    def __init__(self, moves: int | None) -> None:
        self.moves = moves
        self.known: int | None = None
        self.refuted = 0

    @property
    def is_found(self) -> bool:
        """Whether the mate that is wanted is known."""
        return self.moves is not None and self.known is not None and 0 < self.known <= self.moves

    def goes_deeper(self, depth: int, search: Search) -> bool:
        """Whether the usual search, which has seen so many plies, looks deeper for the mate."""
        if self.moves is None:
            return True
        depths = search.mate_depths(self.moves)
        return not self.is_found and depth < depths[self.known is not None and self.known > 0]

    def remarks(self) -> tuple[str, ...]:
        """Say what came of it, unless the mate was found."""
        if self.moves is None or self.is_found:
            return ()
        if self.refuted >= self.moves:
            length = "" if self.moves >= ANY_LENGTH else f" in {self.moves}"
            return (f"No mate{length} was found.",)
        return (f"The search ended before it was known whether there is a mate in {self.moves}.",)


def remarks_without_a_move(board: chess.Board, moves: int | None) -> tuple[str, ...]:
    """Say why no mate was looked for, if one was wanted: the game is over."""
    if moves is None:
        return ()
    side, how = chess.COLOR_NAMES[board.turn], "checkmated" if board.is_check() else "stalemated"
    return (f"There is no mate: {side.capitalize()}, to move, is {how}.",)


def shortest_mate(
    thread: Thread, moves: int, node_limit: int, may_go_on: Callable[[], bool]
) -> Iterator[Window]:
    """Look for a mate in 1, 2 and up to so many moves, with `unpruned_settings` in force.

    Parameters
    ----------
    thread : Thread
        Its root moves are listed and its deadline is set.
    moves : int
    node_limit : int
        Nodes of the whole search of the thread.
    may_go_on : callable
        Asked before each window.

    Yields
    ------
    Window
        Exact with the mate, which is the last; an upper bound where there is none.
    """
    worker = thread.worker
    worker.node_limit, worker.next_poll, worker.free_nodes = node_limit, 0, 0
    for number in range(1, moves + 1):
        if not may_go_on():
            return
        longer = MATE - 2 * number
        window = search(thread, 2 * number - 1, longer, longer + 2)
        yield window
        if window.stopped or mate_in(window.score) == number:
            return


def help_to_mate(moves: int, node_limit: int, thread: Thread, _number: int) -> Iterator[Window]:
    """Look for a mate until the thread is stopped."""
    return shortest_mate(thread, moves, node_limit, lambda: not thread.worker.stop)
