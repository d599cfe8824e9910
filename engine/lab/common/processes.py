"""Processes that work for another one: deaf to Ctrl-C, and gone when their parent has gone."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Keep Ctrl-C from the processes that are started, and put it off for this one.

    It reaches all processes of a terminal. Those that are started meanwhile are deaf to it from
    their beginning: a blocked signal is inherited (on Windows `begin_worker` sees to that).
    """
    interrupted = False

    def note(*_: object) -> None:
        nonlocal interrupted
        interrupted = True

    usual = signal.signal(signal.SIGINT, note)
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # at its start it unblocks the signal
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, usual)
        if interrupted:
            signal.raise_signal(signal.SIGINT)


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
