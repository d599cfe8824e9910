"""Allocating the pages of a table in advance: Linux does it when they are first written to.

A search in a new table of some GiB meets a new page at nearly every node, and a page of 2 MiB
takes a tenth of a millisecond or more: the clock would be read too late (`madvise(2)`,
MADV_POPULATE_WRITE, Linux 5.14). On other systems nothing is done in advance.
"""

import ctypes
import mmap
import sys
import threading
from collections.abc import Callable
from typing import Any

POPULATE_WRITE = 23  # allocates pages and keeps their contents, so a search may run meanwhile
PIECE_BYTES = 2 << 20  # at a time, a large page: between pieces threads can change the memory map
LEAST_BYTES = 4 << 20  # less takes no more than a millisecond


def populate(memory: Any, goes_on: Callable[[], bool]) -> None:
    """Allocate the pages of an array, as long as one goes on, which is asked before each piece."""
    if sys.platform != "linux":
        return
    try:
        advise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError):  # another C library
        return
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    begin, end = memory.ctypes.data, memory.ctypes.data + memory.nbytes
    piece = begin - begin % mmap.PAGESIZE
    while piece < end and goes_on():
        rest = min(end, piece + PIECE_BYTES - piece % PIECE_BYTES) - piece
        if advise(piece, rest, POPULATE_WRITE):
            return
        piece += rest


class Populating:
    """A thread that allocates the pages of an array.

    Parameters
    ----------
    memory : array of uint8
        Kept alive meanwhile. A small one needs no thread.
    """

    def __init__(self, memory: Any) -> None:
        self._abandoned = False
        self._may_go_on = threading.Event()
        self._may_go_on.set()
        self._thread: threading.Thread | None = None
        if sys.platform == "linux" and memory.nbytes >= LEAST_BYTES:
            thread = threading.Thread(target=self._ask, args=(memory,), daemon=True)
            try:
                thread.start()
            except RuntimeError:  # no memory for a thread: pages are allocated when they are used
                return
            self._thread = thread

    def _ask(self, memory: Any) -> None:
        populate(memory, self._goes_on)

    def _goes_on(self) -> bool:
        self._may_go_on.wait()
        return not self._abandoned

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the thread has ended, at most some seconds if they are given."""
        if self._thread is not None:
            self._thread.join(seconds)

    def pause(self) -> None:
        """Pause before the next piece, while a search runs."""
        self._may_go_on.clear()

    def go_on(self) -> None:
        """Allocate the rest."""
        self._may_go_on.set()

    def abandon(self) -> None:
        """Stop before the next piece, and release the memory."""
        self._abandoned = True
        self._may_go_on.set()
        self.wait()
        self._thread = None
