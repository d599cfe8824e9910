"""Lines for the outside: whole, at once, and from several threads."""

import io
import threading
from collections.abc import Callable
from typing import TextIO

from engine.ending import end_at_once


class Output:
    """A text stream on which each line is written whole and flushed at once.

    Parameters
    ----------
    stream
        Usually the standard output.
    on_closed
        Called when the other side has closed the stream: usually there is nobody left to tell.
    """

    def __init__(
        self, stream: TextIO | None, on_closed: Callable[[], object] = end_at_once
    ) -> None:
        if isinstance(stream, io.TextIOWrapper):
            # quoted words may have letters that the code page of Windows does not know
            stream.reconfigure(errors="replace")
        self._stream = stream
        self._on_closed = on_closed
        self._lock = threading.Lock()

    def __call__(self, *lines: str) -> None:
        """Write some lines, with no other line between them."""
        if self._stream is None:  # the process was started without a standard output
            self._on_closed()
            return
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

    def say_at_the_end(self, sentence: str, seconds: float) -> None:
        """Tell the user something, but do not wait long for somebody who reads no more.

        The stream may be full, and another thread may be waiting to write: a process that ends
        must not wait with it.
        """
        telling = threading.Thread(target=self.say, args=(sentence,), daemon=True)
        telling.start()
        telling.join(seconds)
