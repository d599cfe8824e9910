"""Processes that work for another one: deaf to Ctrl-C, and gone when their parent has gone."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment.

    It reaches all processes of a terminal, and those that are started meanwhile ignore it from
    their beginning (on Windows `begin_worker` sees to that).
    """
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def begin_worker(at_end: Callable[[], None] = lambda: None) -> None:
    """Make this process a worker: its parent answers Ctrl-C, and it ends with its parent.

    Parameters
    ----------
    at_end
        Called before the process ends because its parent has, even if that was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_parent() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            at_end()
            os._exit(1)

    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()
