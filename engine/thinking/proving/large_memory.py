"""Large memory of a `go mate`, which comes and goes in a thread: the table of df-pn, and all nodes.

The pages of 2 GiB take seconds to allocate and tenths of a second to release, and meanwhile each
thread that wants memory waits. A `stop` must not: who searches only waits until it is told to stop.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from engine.proof.memory import SECONDS_BETWEEN_LOOKS, new_table
from engine.proof.settings import ProofError, Settings
from engine.table.memory import TranspositionTable

RELEASE_SECONDS = 0.02
"""Until the memory is released: the move is out by then."""
NO_THREAD = "There is no memory for a thread that allocates the table."


def release_later(things: list[Any], delay: float = 0.0) -> threading.Event:
    """Empty a list in a thread, and so release the memory that nobody else has.

    Parameters
    ----------
    things
        Emptied in place.
    delay
        Seconds until then.

    Returns
    -------
    threading.Event
        Set when it is released.
    """
    released = threading.Event()

    def work() -> None:
        time.sleep(delay)
        things.clear()
        released.set()

    try:
        threading.Thread(target=work, daemon=True).start()
    except RuntimeError:  # no memory for a thread: what is released here makes room for one
        things.clear()
        released.set()
    return released


class LargeTable:
    """A table that is allocated in a thread, beginning at once.

    Parameters
    ----------
    settings
        With its size.

    Raises
    ------
    ProofError
        If there is no memory for another thread.
    """

    def __init__(self, settings: Settings) -> None:
        self._ready, self._unwanted = threading.Event(), threading.Event()
        self._table: TranspositionTable | None = None
        self._refusal: ProofError | None = None
        try:
            threading.Thread(target=self._keep, args=(settings,), daemon=True).start()
        except RuntimeError:
            raise ProofError(NO_THREAD) from None

    def _keep(self, settings: Settings) -> None:
        try:
            self._table = new_table(settings, lambda: not self._unwanted.is_set())
        except ProofError as refusal:
            self._refusal = refusal
        except RuntimeError:  # of threading
            self._refusal = ProofError(NO_THREAD)
        self._ready.set()
        self._unwanted.wait()
        time.sleep(RELEASE_SECONDS)
        self._table = None

    def wait(self, goes_on: Callable[[], bool]) -> TranspositionTable | None:
        """Wait for the table as long as one goes on; return it, or None.

        Raises
        ------
        ProofError
            If there is not enough memory.
        """
        while not self._ready.wait(SECONDS_BETWEEN_LOOKS):
            if not goes_on():
                return None
        if self._refusal is not None:
            raise self._refusal
        return self._table

    def let_go(self) -> None:
        """Release it; nobody may use it any more."""
        self._unwanted.set()
