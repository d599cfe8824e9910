"""The usual search within a `go mate`: a move in any case, and mates that are to be proved."""

import time
from collections.abc import Callable

from engine.search.shared.score import mate_in
from engine.thinking.limits import NO_LIMIT, Budget, Limits
from engine.thinking.news import Info, Progress, Report, Result
from engine.thinking.proving.found import LONGEST_MATE

BRIEF_NODES = 20_000
"""At most, of the search that finds a move for the case that nothing is proved."""
BRIEF_NODES_PER_MS = 250
"""And at most so many for each millisecond of the move: a fraction of it."""
BRIEF_PART = 10
"""And at most one in so many of the nodes of a `go mate N nodes M`."""
MILLISECONDS = 1000
"""In a second."""


class UsualSearch:
    """The searches, one after the other in the same table, so that each goes on from the last.

    Parameters
    ----------
    think
        Searches in the usual way.
    limits
        Of the `go mate`.
    wanted
        Moves that the mate may take.
    time_of_move
        Its budget, None without a clock, and the Move Overhead in milliseconds.

    Attributes
    ----------
    nodes, running : int
        Nodes of all searches that have ended, and of the one that runs.
    """

    def __init__(
        self,
        think: Callable[[Limits, Report], Result],
        limits: Limits,
        wanted: int,
        time_of_move: tuple[Budget | None, int],
    ) -> None:
        self._think, self._limits, self._wanted = think, limits, wanted
        self._budget, self._overhead_ms = time_of_move
        self._end: float | None = None  # of `time.monotonic`, once the clock runs
        self._best: Info | None = None
        self.nodes = self.running = 0

    def end_at(self, moment: float) -> None:
        """Let each search end at a moment of `time.monotonic`."""
        self._end = moment

    def begin(self) -> None:
        """Search a few nodes, which give a move."""
        nodes, limits = BRIEF_NODES, self._limits
        if limits.nodes:
            nodes = min(nodes, max(1, limits.nodes // BRIEF_PART))
        if self._budget is not None:
            nodes = min(nodes, self._budget.hard_ms * BRIEF_NODES_PER_MS)
        self.look(nodes, self._wanted)

    def look(self, nodes: int, moves: int) -> int | None:
        """Look for a mate in so many moves, with so many nodes at most.

        Return the moves of the mate that is shown, if any is.
        """
        # With a mate, Learn Online does not take it for a move of the game.
        limits = Limits(
            mate=min(moves, LONGEST_MATE),
            decides_mate=False,
            nodes=nodes,
            movetime_ms=self._movetime_ms(),
            ponder=self._limits.ponder,
            searchmoves=self._limits.searchmoves,
        )
        mates = (told_mate(info, moves) for info in self._search(limits))
        return min((mate for mate in mates if mate is not None), default=None)

    def _movetime_ms(self) -> int | None:
        """The time that is left, for a search that leaves the overhead of a move aside."""
        if self._budget is None:
            return None
        left = self._budget.hard_ms  # pondering: `ponderhit` starts the clock of the search
        if self._end is not None:
            left = max(1, int((self._end - time.monotonic()) * MILLISECONDS))
        return left + min(left, self._overhead_ms)

    @property
    def best(self) -> Info:
        """The line with the shortest mate, or else the deepest."""
        if self._best is None:
            raise RuntimeError("Nothing was searched yet.")
        return self._best

    @property
    def shown_mate(self) -> int | None:
        """The moves of the mate that this line ends with, if it does."""
        return shown_mate(self.best)

    def _search(self, limits: Limits) -> list[Info]:
        heard: list[Info] = []

        def hear(news: Info | Progress) -> None:
            self.running = news.nodes
            if isinstance(news, Info):
                heard.append(news)

        self._think(limits, hear)
        self.nodes, self.running = self.nodes + heard[-1].nodes, 0
        known = [] if self._best is None else [self._best]
        self._best = max([*reversed(heard), *known], key=worth)
        return heard


def shown_mate(info: Info) -> int | None:
    """Return the moves of the mate that an exact score tells; None if it tells none."""
    moves = mate_in(info.score)
    return moves if moves is not None and moves > 0 and not info.bound else None


def told_mate(info: Info, wanted: int) -> int | None:
    """Return the moves of the mate that a score tells, or a lower bound if it is short enough."""
    mate = shown_mate(info._replace(bound=""))
    if info.bound == "upperbound" or mate is None:
        return None
    return mate if not info.bound or mate <= wanted else None


def worth(info: Info) -> tuple[int, int, bool]:
    """Return what orders lines: the length of a mate, the depth, and that the score is exact."""
    return -(shown_mate(info) or NO_LIMIT), info.depth, not info.bound
