"""What a search reports while it runs and when it ends."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import chess

SECONDS_BETWEEN_NEWS = 1.0


class Info(NamedTuple):
    """The result of one window; the score is in centipawns for the side to move."""

    depth: int
    seldepth: int
    score: int
    bound: str
    nodes: int
    elapsed_ms: int
    hashfull: int
    pv: tuple[chess.Move, ...]
    multipv: int = 1  # number of the line among those asked for


class Progress(NamedTuple):
    """Where the search is, reported once a second."""

    move: chess.Move | None
    """The root move in search; None if the search takes them all at once."""
    number: int
    depth: int
    nodes: int
    elapsed_ms: int
    hashfull: int
    remark: str = ""
    """A sentence about what is known by now."""


class RootEvent(NamedTuple):
    """What happened to a root move within a window; reported after the window, only if asked for.

    Source: Lazar 1995, search display.
    """

    depth: int
    """Plies of the iteration."""
    seldepth: int
    """The greatest distance from the root so far."""
    score: int
    """Centipawns for the side to move."""
    bound: str
    """"lowerbound" if the move failed high: in a minimal window, and then it is searched again, or
    against beta. "upperbound" if it failed low in the whole window. "" for a new best value. That a
    later move is no better in its minimal window is no event."""
    nodes: int
    """Nodes of the leading thread since the start."""
    elapsed_ms: int
    """Milliseconds since the start."""
    line: tuple[chess.Move, ...]
    """The move, and the best line found below it."""
    quiescence: tuple[chess.Move, ...]
    """What quiescence adds to the line; the search Modern does not tell it apart."""
    multipv: int = 1
    """Number of the line that is searched."""


class Result(NamedTuple):
    """The move, and the reply that is expected."""

    move: chess.Move | None
    ponder: chess.Move | None
    remarks: tuple[str, ...] = ()
    """Sentences for the user, such as that a mate was not found."""


Report = Callable[[Info | Progress], None]
RootReport = Callable[[RootEvent], None]


class Monitor:
    """A thread that reports progress once a second, if the system has memory for one."""

    def __init__(self, progress: Callable[[], Progress], report: Report) -> None:
        self._progress, self._report = progress, report
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="monitor", daemon=True)
        with suppress(RuntimeError):
            self._thread.start()

    def end(self) -> None:
        """Report nothing more."""
        self._ended.set()
        if self._thread.ident is not None:  # it was started
            self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN_NEWS):
            self._report(self._progress())
