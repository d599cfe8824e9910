"""Engines that keep running from task to task, each for one task at a time."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engine.lab.common.processes import begin_worker
from engine.lab.learning.external import Searcher
from engine.lab.match.engine_process import kill_all
from engine.lab.match.records import Side

_guard = threading.Lock()
_idle: list[Searcher] = []


@contextmanager
def borrowed(side: Side, start_seconds: float) -> Iterator[Searcher]:
    """Provide a running engine, which is idle afterwards; it ends if the work with it fails.

    Parameters
    ----------
    side
        Its program, with the options that never change. Idle engines of other programs quit.
    start_seconds
        In which it must be ready.

    Raises
    ------
    ForfeitError
        If it cannot be started.
    """
    with _guard:
        found = next((engine for engine in _idle if engine.side == side), None)
        strange = [engine for engine in _idle if program_of(engine.side) != program_of(side)]
        _idle[:] = [engine for engine in _idle if engine is not found and engine not in strange]
    for engine in strange:
        engine.close()
    searcher = found or Searcher(side, start_seconds)
    try:
        yield searcher
    except BaseException:
        searcher.kill()
        searcher.close()
        raise
    if searcher.broken:
        searcher.close()
        return
    with _guard:
        _idle.append(searcher)


def program_of(side: Side) -> tuple[object, ...]:
    """Return what two sides of the same games have in common."""
    return side.command, side.options


def release() -> None:
    """Quit the idle engines, as after a run when the process goes on."""
    with _guard:
        kept = _idle[:]
        _idle.clear()
    for engine in kept:
        engine.close()


def begin_process() -> None:
    """Prepare a process of a pool: its engines end with it, also those that hang."""

    def leave(number: int, _: object) -> None:
        kill_all()
        os._exit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    begin_worker(kill_all)
