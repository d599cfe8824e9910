"""The clock as a word of the core: compiled code reads it without leaving the core."""

import time

from engine.machine.core import door, int64


def now():
    """Nanoseconds of a monotonic clock; only differences mean something."""
    return time.monotonic_ns()


@door(int64())
def clock_ns():
    """Give Python the clock that the core reads."""
    return now()
