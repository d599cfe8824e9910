"""Root events for whoever asks: memory for the core to write them into, and their Python form."""

from collections.abc import Iterator
from typing import Any

import chess
import numpy as np

from engine.board.setup import short_name
from engine.machine.words import address
from engine.search.shared.root_events import (
    EVENT,
    EVENTS,
    FAILED_HIGH,
    FAILED_LOW,
    MOST_EVENTS,
    MOST_WANTED,
)
from engine.thinking.deepening import Window
from engine.thinking.multipv import moves_of
from engine.thinking.news import RootEvent, RootReport
from engine.thinking.threads import Thread, aligned

BOUNDS = {FAILED_HIGH: "lowerbound", FAILED_LOW: "upperbound"}


class RootLog:
    """The events of the lead thread's windows.

    Parameters
    ----------
    thread : Thread
        Its worker writes them until `close`.
    board : chess.Board
        The root.
    report : callable, optional
        Gets each event, after its window; without it the core writes nothing.
    until : tuple of str, optional
        The search ends when one of these moves is the best; without a report they do nothing.
    """

    def __init__(
        self,
        thread: Thread,
        board: chess.Board,
        report: RootReport | None,
        until: tuple[str, ...] = (),
    ) -> None:
        self._thread, self._board, self._report = thread, board, report
        if report is None:
            return
        self._events = aligned(1, EVENTS)
        self._list = np.zeros(MOST_EVENTS, EVENT).view(np.recarray)
        self._events[0].first = address(self._list[0])
        wanted = [short_name(board, board.parse_uci(text)) for text in until[:MOST_WANTED]]
        self._events[0].wanted[: len(wanted)] = wanted
        self._events[0].wanted_count = len(wanted)
        thread.worker.events = address(self._events[0])

    def close(self) -> None:
        """Ask for no more events."""
        self._thread.worker.events = 0

    def tell(self, window: Window, began_ns: int) -> None:
        """Report the events of a window that has just been searched; when the search began."""
        if self._report is None:
            return
        for event in self._taken():
            length, tail_length = int(event.length), int(event.tail_length)
            named = tuple(int(move) for move in event.line[:length])
            tail = tuple(int(move) for move in event.tail[:tail_length])
            line = moves_of(self._board, named)
            whole = moves_of(self._board, named + tail) if len(line) == length else line
            self._report(
                RootEvent(
                    window.depth,
                    max(window.depth, int(event.deepest_ply)),
                    int(event.score),
                    BOUNDS.get(int(event.kind), ""),
                    int(event.nodes),
                    (int(event.moment) - began_ns) // 1_000_000,
                    line,
                    whole[length:],
                    window.number,
                )
            )

    def _taken(self) -> Iterator[Any]:
        """Give the events in their order, and forget them."""
        count, self._events[0].count = int(self._events[0].count), 0
        for number in range(count):
            yield self._list[number]
