"""`go mate N`: a mate is looked for in the usual way first, and then without any pruning.

The usual search finds most mates at once, yet whatever shortens a line or leaves a move out may
miss one; it cannot say that there is none. So a second search tries every move. Its windows hold
one score each, mate in 1, mate in 2 and so on: whatever else a line leads to is cut off at once,
and neither evaluation nor quiescence matters.
"""

from collections.abc import Callable, Iterator

from engine.options.kinds import Check
from engine.options.modern import MODERN
from engine.search.shared.score import MATE, mate_in
from engine.thinking.deepening import Window, search
from engine.thinking.threads import Thread

FOR_A_MATE = {"reverse_futility": False, "razoring": False, "futility": False}
"""Settings of the usual search: the static value is no argument against a mate."""
HARMLESS = {
    "mate_distance_pruning",
    *("killer_moves", "counter_moves", "capture_history", "continuation_history"),
}
"""Fields of what only orders moves, or leaves out lines that are longer than a known mate."""
SWITCHES = {option.field for option in MODERN if isinstance(option, Check)}
WITHOUT_PRUNING = dict.fromkeys(SWITCHES - HARMLESS, False) | {
    "quiescence": False,
    "faithful_flags": False,
    "strict_threefold": True,
}
"""Settings of the second search. What repeats a position once leads nowhere, but its value would
depend on the way there, and the table would carry it to other ways."""


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

    def usual_depth(self, slack: int, shortening: int) -> int:
        """Return how deep the usual search looks for the mate.

        Parameters
        ----------
        slack : int
            Plies beyond those of the mate.
        shortening : int
            With a longer mate known, so many times as deep as the one that is wanted.
        """
        plies = 2 * (self.moves or 0) - 1
        return shortening * plies if self.known and self.known > 0 else plies + slack

    def remarks(self) -> tuple[str, ...]:
        """Say what came of it, unless the mate was found."""
        if self.moves is None or self.is_found:
            return ()
        if self.refuted >= self.moves:
            return (f"No mate in {self.moves} was found.",)
        return (f"The search ended before it knew whether there is a mate in {self.moves}.",)


def shortest_mate(
    thread: Thread, moves: int, node_limit: int, may_go_on: Callable[[], bool]
) -> Iterator[Window]:
    """Look for a mate in 1, 2 and up to so many moves, with `WITHOUT_PRUNING` in force.

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
