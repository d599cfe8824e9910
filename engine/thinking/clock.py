"""The clock of one `go` as it runs: what has passed, and what is left of the limits."""

from engine.machine.stopwatch import clock_ns
from engine.thinking.limits import NO_LIMIT, Limits, budget
from engine.thinking.threads import Thread

MILLION = 1_000_000


class Clock:
    """The time of one `go`: it runs from the start, or from `ponderhit`.

    Parameters
    ----------
    threads : list of Thread
        Their deadline is set when the clock starts.
    limits : Limits
    overhead_ms : int
    move_number : int
        Of the game.
    pondering : bool
        Whether the clock has to wait.
    """

    def __init__(
        self,
        threads: list[Thread],
        limits: Limits,
        overhead_ms: int,
        move_number: int,
        pondering: bool,
    ) -> None:
        self._threads = threads
        self._budget = budget(limits, overhead_ms, move_number)
        self._soft_ns = NO_LIMIT
        self._running_since_ns = 0
        self.began_ns = int(clock_ns())
        self._set_deadline(NO_LIMIT)
        if not pondering:
            self.start()

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the `go`."""
        return int(clock_ns() - self.began_ns) // MILLION

    @property
    def runs(self) -> bool:
        """Whether time limits the search now."""
        return self._soft_ns != NO_LIMIT

    def ends_within(self, seconds: float) -> bool:
        """Whether the hard limit is not later than so many seconds from the start."""
        return self._deadline - self.began_ns <= seconds * 1000 * MILLION

    def leaves_time(self, percent: int) -> bool:
        """Whether another iteration is worth beginning, with so much of the soft limit."""
        now = int(clock_ns())
        return (
            now < self._running_since_ns + (self._soft_ns - self._running_since_ns) * percent // 100
        )

    def start(self) -> None:
        """Begin to count the budget.

        After long pondering an iteration is under way that would cost the whole hard limit, move
        after move: the time pondered counts as thought, and one soft limit is left.
        """
        if self._budget is None:
            return
        now = clock_ns()
        soft, hard = self._budget.soft_ms * MILLION, self._budget.hard_ms * MILLION
        if now - self.began_ns > soft:
            hard = soft
        self._running_since_ns, self._soft_ns = now, min(NO_LIMIT - 1, now + soft)
        self._set_deadline(min(NO_LIMIT, now + hard))

    def _set_deadline(self, deadline: int) -> None:
        """Let every thread stop by itself at a time of the monotonic clock."""
        self._deadline = int(deadline)
        for thread in self._threads:
            thread.worker.deadline = deadline
