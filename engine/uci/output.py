"""Output lines: written whole and flushed at once, from several threads."""

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
        Called with an exit status when nothing can be written any more: the reader has closed the
        stream, or a disk is full.
    """

    def __init__(
        self, stream: TextIO | None, on_closed: Callable[[int], object] = end_at_once
    ) -> None:
        if isinstance(stream, io.TextIOWrapper):
            # quoted text may contain characters that the code page of Windows lacks
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
                message = sentence(f"The output cannot be written: {system_reason(failure)}")
                print(message, file=sys.stderr)
                self._on_closed(UNWRITTEN)
            else:
                self._on_closed(GONE)

    def say(self, message: str) -> None:
        """Write a message for the user, as UCI defines it."""
        self(f"info string {message}")

    def say_at_the_end(self, message: str, seconds: float) -> None:
        """Write a message, but wait at most some seconds for it.

        The stream may be full because nobody reads it any more: that must not keep the process
        from ending.
        """
        writing = threading.Thread(target=self.say, args=(message,), daemon=True)
        writing.start()
        writing.join(seconds)
