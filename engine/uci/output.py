"""Lines for the outside: whole, at once, and from several threads."""

import errno
import io
import sys
import threading
from collections.abc import Callable
from typing import TextIO

from engine.process.ending import end_at_once
from engine.process.texts import sentence, system_reason

GONE, UNWRITTEN = 0, 1
NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


class Output:
    """A text stream on which each line is written whole and flushed at once.

    Parameters
    ----------
    stream
        Usually the standard output.
    on_closed
        Called with an exit status when nothing can be written any more. The other side has closed
        the stream, and there is nobody left to tell; or a disk is full.
    """

    def __init__(
        self, stream: TextIO | None, on_closed: Callable[[int], object] = end_at_once
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
            self._on_closed(GONE)
            return
        text = "".join(f"{line}\n" for line in lines)
        try:
            with self._lock:
                self._stream.write(text)
                self._stream.flush()
        except (OSError, ValueError) as failure:  # a broken pipe; a closed file
            if isinstance(failure, OSError) and failure.errno in NO_ROOM:
                told = sentence(f"The output cannot be written: {system_reason(failure)}")
                print(told, file=sys.stderr)
                self._on_closed(UNWRITTEN)
            else:
                self._on_closed(GONE)

    def say(self, message: str) -> None:
        """Tell the user something in the only way that UCI allows."""
        self(f"info string {message}")

    def say_at_the_end(self, message: str, seconds: float) -> None:
        """Tell the user something, but do not wait long for somebody who reads no more.

        The stream may be full, and another thread may be waiting to write: a process that ends
        must not wait with it.
        """
        telling = threading.Thread(target=self.say, args=(message,), daemon=True)
        telling.start()
        telling.join(seconds)
