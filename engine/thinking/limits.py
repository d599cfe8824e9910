"""When to stop: what a `go` allows, and how much of the clock one move may use.

A move gets an even share of the free time on the clock, plus the increment. A new iteration
begins while a part of the share is left; a search may overrun its share to finish an iteration,
but never empties the clock. On average a move takes its share.

Without a next time control the game is expected to end at a certain move, so that little time is
left by then. Whoever plays on gets smaller and smaller shares, and lives on the increment.
"""

from dataclasses import dataclass, replace

NO_LIMIT = 1 << 62  # of nodes or of nanoseconds
ANY_LENGTH = 1 << 30  # moves of a mate that may take as many as it likes
LAST_MOVE, LEAST_AHEAD = 55, 16  # the move at which a game is expected to end; moves still ahead
BEGIN_PERCENT = 80  # of the share may have passed when a new iteration begins
OVERRUN_PERCENT = 350  # of the share may be used to finish an iteration
RESERVE_OVERHEADS = 3  # so many overheads stay on the clock: the system may hold a move up
FREE_PERCENT = 60  # of the clock beyond the reserve is free at least, whatever overheads lie ahead
LOW_CLOCK_PERCENT = 33  # of the free time is the largest share, however long the increment is
CLOCK_PERCENT = 25  # of the free time may be used to finish an iteration, if the share is smaller
CONTROL_PERCENT = 50  # of the free time is the most for a move that is not the last of a control


@dataclass(frozen=True)
class Limits:
    """What a `go` allows; None where it sets no limit. Several limits hold together."""

    depth: int | None = None  # plies
    nodes: int | None = None
    movetime_ms: int | None = None  # for this move
    time_ms: int | None = None  # on the own clock; may be negative
    increment_ms: int = 0  # per own move
    moves_to_go: int | None = None  # until the next time control
    mate: int | None = None  # moves; ANY_LENGTH: of any length
    decides_mate: bool = True  # whether a search without pruning follows that finds none
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()  # as the GUI wrote them; empty: all moves

    def without_an_endless_mate(self) -> "Limits":
        """Return them for a search that cannot look for a mate of any length: it is infinite."""
        return replace(self, mate=None, infinite=True) if self.mate == ANY_LENGTH else self

    until: tuple[str, ...] = ()  # ends when one of these legal moves is the best


@dataclass(frozen=True)
class Budget:
    """Time for one move, counted from `go` or, after pondering, from `ponderhit`."""

    soft_ms: int  # begin no new iteration when this much has passed
    hard_ms: int  # stop the search when this much has passed


def budget(limits: Limits, overhead_ms: int, move_number: int = 1) -> Budget | None:
    """Divide the clock.

    Parameters
    ----------
    limits
        What the `go` said. `ponder` makes no difference here: the budget begins to count later.
    overhead_ms
        Time that passes between the clock and the engine with every move.
    move_number
        Of the game, as in a FEN.

    Returns
    -------
    Budget or None
        At least 1 ms; None when time does not limit this search.
    """
    if limits.infinite:
        return None
    if limits.movetime_ms is not None:
        # a movetime hardly longer than the overhead is still meant to be used
        hard = max(1, limits.movetime_ms - min(overhead_ms, limits.movetime_ms // 2))
        return Budget(hard, hard)
    if limits.time_ms is None:
        return None
    return _share_of_clock(limits, limits.time_ms, overhead_ms, move_number)


STEADY_PERCENT = (170, 135, 110, 95, 85, 75)
"""Of the soft limit, by the iterations in which the best move has stayed the same."""
MOST_DROP = 60  # centipawns that the score has fallen; each adds one per cent
EFFORT_PERCENT, EFFORT_SLOPE = 160, 80  # with no nodes below the best move, less with all of them


def soft_percent(steady: int, drop: int, effort: float) -> int:
    """Tell how much of the soft limit a search deserves.

    Parameters
    ----------
    steady
        Iterations in which the best move has stayed the same.
    drop
        Centipawns by which its score has fallen since the last iteration.
    effort
        The part of all nodes, 0 to 1, that were searched below it: much when it is without rival.

    Returns
    -------
    int
        Per cent; 100 is the rule.
    """
    steadiness = STEADY_PERCENT[min(steady, len(STEADY_PERCENT) - 1)]
    alarm = 100 + min(max(drop, 0), MOST_DROP)
    return round(steadiness * alarm * (EFFORT_PERCENT - EFFORT_SLOPE * effort) / 10_000)


def _share_of_clock(limits: Limits, time_ms: int, overhead_ms: int, move_number: int) -> Budget:
    control = limits.moves_to_go if limits.moves_to_go and limits.moves_to_go > 0 else None
    moves = control or max(LEAST_AHEAD, LAST_MOVE - move_number)
    increment = max(0, limits.increment_ms)
    free = _free_time(time_ms, moves, increment, overhead_ms)
    share = free // moves + increment
    if control == 1:
        most = free
    elif control:
        most = free * CONTROL_PERCENT // 100
    else:
        share = min(share, free * LOW_CLOCK_PERCENT // 100)
        most = max(share, free * CLOCK_PERCENT // 100)
    hard = max(1, min(share * OVERRUN_PERCENT // 100, most))
    soft = max(1, min(share * BEGIN_PERCENT // 100, hard))
    return Budget(soft, hard)


def _free_time(time_ms: int, moves: int, increment_ms: int, overhead_ms: int) -> int:
    """Return what of the clock is for thinking.

    A reserve stays, and the overheads of the moves ahead as far as increments do not pay for them.
    Yet an overhead is a guess on the safe side: most of a short clock is used all the same.
    """
    unreserved = max(0, time_ms - RESERVE_OVERHEADS * overhead_ms)
    owed = moves * max(0, overhead_ms - increment_ms)
    return max(1, unreserved * FREE_PERCENT // 100, min(unreserved, time_ms - owed))
