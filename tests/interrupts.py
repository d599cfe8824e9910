"""Processes that shall react to Ctrl-C, though the tests themselves may ignore it.

A shell that runs its script's command in the background (`make test &`) has it ignore SIGINT, and
whoever ignores a signal hands that down to what it starts.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Within it a process is started with the usual answer to SIGINT."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
