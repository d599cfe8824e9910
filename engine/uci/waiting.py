"""Commands that are read while the engine is loaded or compiled: kept, and run in their order.

Import-light: it is used before anything heavy is loaded.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from engine.uci.commands import SILENT


class NotCompiledError(Exception):
    """A command needs a part of the core that has to be compiled first."""


class Kept(NamedTuple):
    """A line that was read before the engine was loaded."""

    command: str  # empty if there is none in the line
    line: str
    read_at: float  # by the monotonic clock


class Waiting:
    """The commands that wait; used by the reader of commands and by the thread that loads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # of all that follows
        self._kept: deque[Kept] = deque()
        self._is_closed = False
        self._is_obeying = False

    def keep(self, command: str, line: str) -> bool:
        """Keep a line, if lines still have to wait; returns whether it was kept."""
        with self._lock:
            if not self._is_closed:
                self._kept.append(Kept(command, line, time.monotonic()))
            return not self._is_closed

    def obey_all(self, obey: Callable[[str, float], object]) -> None:
        """Run all lines, including those that are kept meanwhile; afterwards none is kept.

        Parameters
        ----------
        obey
            Gets a line and the seconds that it has waited.
        """
        while True:
            with self._lock:
                self._is_obeying = bool(self._kept)
                if not self._kept:
                    self._is_closed = True
                    return
                kept = self._kept.popleft()
            obey(kept.line, time.monotonic() - kept.read_at)

    def give_up(self) -> bool:
        """Keep no further lines; returns whether some were waiting."""
        with self._lock:
            self._is_closed = True
            return bool(self._kept)

    def take(self, command: str) -> bool:
        """Remove the oldest line with a command; returns whether there was one."""
        with self._lock:
            found = next((kept for kept in self._kept if kept.command == command), None)
            if found is None or self._is_closed:
                return False
            self._kept.remove(found)
            return True

    @property
    def is_obeying(self) -> bool:
        """Whether a kept line is being run."""
        with self._lock:
            return self._is_obeying

    @property
    def unanswered(self) -> str | None:
        """The oldest line that waits and has an answer."""
        with self._lock:
            return next((kept.line for kept in self._kept if kept.command not in SILENT), None)
