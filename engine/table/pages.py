"""Memory that is there before it is used: Linux gives pages when they are first written to.

A search in a fresh table of some GiB meets a new page at nearly every node, and a page of 2 MiB
takes a tenth of a millisecond and more: it would look at the clock too late (`madvise(2)`,
MADV_POPULATE_WRITE, Linux 5.14). Elsewhere nothing is done beforehand.
"""

import ctypes
import mmap
import sys
import threading
from typing import Any

POPULATE_WRITE = 23  # asks for pages and leaves what is in them, so a search may run meanwhile
PIECE_BYTES = 8 << 20  # at a time: between pieces others get at the process's memory
LEAST_BYTES = 4 << 20  # less is there within a millisecond


class Populating:
    """Pages of a memory being asked for by a thread of their own.

    Parameters
    ----------
    memory : array of uint8
        Kept alive meanwhile. A small one is left alone.
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
            except RuntimeError:  # no room for a thread: the pages come as they are used
                return
            self._thread = thread

    def _ask(self, memory: Any) -> None:
        try:
            advise = ctypes.CDLL(None).madvise
        except (OSError, AttributeError):  # another C library
            return
        advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        begin, end = memory.ctypes.data, memory.ctypes.data + memory.nbytes
        begin -= begin % mmap.PAGESIZE
        for piece in range(begin, end, PIECE_BYTES):
            self._may_go_on.wait()
            if self._abandoned or advise(piece, min(PIECE_BYTES, end - piece), POPULATE_WRITE):
                return

    def wait(self, seconds: float | None = None) -> None:
        """Wait until all pages are there, or will come as they are used; not longer than told."""
        if self._thread is not None:
            self._thread.join(seconds)

    def pause(self) -> None:
        """Leave memory and processor to a search, from the next piece on."""
        self._may_go_on.clear()

    def go_on(self) -> None:
        """Ask for the rest."""
        self._may_go_on.set()

    def abandon(self) -> None:
        """End soon and let go of the memory."""
        self._abandoned = True
        self._may_go_on.set()
        self.wait()
        self._thread = None
