"""Lines for the outside: whole, at once, and from several threads."""

import os
import threading
from collections.abc import Callable
from typing import TextIO


def leave_at_once() -> None:
    """End the process: nobody is listening any more, so there is nobody to tell."""
    os._exit(0)


class Output:
    """A text stream on which each line is written whole and flushed at once.

    Parameters
    ----------
    stream
        Usually the standard output.
    on_closed
        Called when the other side has closed the stream.
    """

    def __init__(self, stream: TextIO, on_closed: Callable[[], None] = leave_at_once) -> None:
        self._stream = stream
        self._on_closed = on_closed
        self._lock = threading.Lock()

    def __call__(self, *lines: str) -> None:
        """Write some lines, with no other line between them."""
        text = "".join(f"{line}\n" for line in lines)
        try:
            with self._lock:
                self._stream.write(text)
                self._stream.flush()
        except (OSError, ValueError):  # a broken pipe; a closed file
            self._on_closed()

    def say(self, sentence: str) -> None:
        """Tell the user something in the only way that UCI allows."""
        self(f"info string {sentence}")
