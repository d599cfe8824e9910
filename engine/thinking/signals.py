"""`stop` and `ponderhit`, which come from another thread than the one that thinks."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from engine.thinking.clock import Clock
from engine.thinking.searching import Searching
from engine.thinking.threads import Thread


class Stoppable(Protocol):
    """What can be told to end."""

    def stop(self) -> None:
        """End."""


class Clocked(Stoppable, Protocol):
    """What also waits for the clock."""

    def start_clock(self) -> None:
        """Let the time of the move begin now."""


class Signals:
    """What came since the `go`, and what runs that is to hear of it.

    Attributes
    ----------
    stopped, ponderhit : bool
        Whether it came.
    """

    def __init__(self) -> None:
        self.stopped = self.ponderhit = False
        self.go_mate: Clocked | None = None
        self._other: Stoppable | None = None
        self._clock: Clock | None = None
        self._lock = threading.Lock()

    def forget(self, threads: list[Thread]) -> None:
        """Forget what came before; called by the thread that calls the others."""
        with self._lock:
            self.stopped = self.ponderhit = False
            self._clock = None
            for thread in threads:
                thread.worker.stop = 0

    def stop(self, threads: list[Thread]) -> None:
        """Let everything end as soon as possible."""
        self.stopped = True
        for thread in threads:
            thread.worker.stop = 1
        for other in (self._other, self.go_mate):
            if other is not None:
                other.stop()

    def renew(self, threads: list[Thread]) -> None:
        """Let the threads search once more within a `go`, after a limit has ended their search."""
        for thread in threads:
            thread.worker.stop = 0
        if self.stopped:  # looked at afterwards, so that no stop is lost
            self.stop(threads)

    def hit(self) -> None:
        """Start the clock of what runs."""
        with self._lock:
            self.ponderhit = True
            if self._clock is not None:
                self._clock.start()
            if self.go_mate is not None:
                self.go_mate.start_clock()

    def prepare(self, searching: Searching, ponders: bool) -> None:
        """Prepare a search, whose clock waits for a `ponderhit` that has not come yet."""
        with self._lock:
            self._clock = searching.prepare(ponders and not self.ponderhit)

    @contextmanager
    def heard_by(self, go_mate: Clocked, ponders: bool) -> Iterator[None]:
        """Let a `go mate` hear them while it runs."""
        with self._lock:
            self.go_mate = go_mate
            if self.stopped:
                go_mate.stop()
            if not ponders or self.ponderhit:
                go_mate.start_clock()
        try:
            yield
        finally:
            self.go_mate = None

    @contextmanager
    def passed_on(self, other: Stoppable) -> Iterator[None]:
        """Stop another one, too."""
        self._other = other
        try:
            yield
        finally:
            self._other = None
