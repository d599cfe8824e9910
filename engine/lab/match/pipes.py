"""What a UCI engine writes, read without python-chess's event loop.

An event loop goes round twice for every line; reading the pipes directly takes half its time.
"""

import asyncio
import os
import select
import time
from collections.abc import Callable
from typing import Any

CHUNK_BYTES = 2**16
LONGEST_WAIT_MS = 3_600_000  # at a time; a poll takes no more than 31 bits of milliseconds
LONGEST_LINE = 2**20  # bytes; who writes more into one line is no chess engine
ANSWER, READY = "bestmove", "readyok"
POLLING = hasattr(select, "poll")  # of pipes; not on Windows

STDOUT, STDERR = 1, 2


class EndlessLineError(Exception):
    """An engine writes on and on without ending the line."""


class Pipes:
    """The two pipes that an engine writes into.

    Parameters
    ----------
    transport
        The engine's process. Its event loop must not run while lines are read here.
    complain
        Takes the bytes that the engine writes into its standard error.
    """

    def __init__(
        self, transport: asyncio.SubprocessTransport, complain: Callable[[bytes], None]
    ) -> None:
        self._complain = complain
        self._numbers: dict[int, int] = {}  # of the pipes by their descriptors
        self._poll = select.poll()
        for number in (STDOUT, STDERR):
            pipe: Any = transport.get_pipe_transport(number)
            if pipe is not None and not pipe.is_closing():
                descriptor = pipe.get_extra_info("pipe").fileno()
                self._numbers[descriptor] = number
                self._poll.register(descriptor, select.POLLIN)

    def lines_to(self, word: str, deadline: float) -> list[str]:
        """Wait for a line; what the engine has written after it is lost.

        Parameters
        ----------
        word
            What the line begins with.
        deadline
            By `time.perf_counter`.

        Returns
        -------
        list of str
            What the engine has written, at least the latest; the last is the line waited for.

        Raises
        ------
        TimeoutError
            When the deadline has passed.
        EOFError
            When the engine has closed its standard output, as by ending.
        EndlessLineError
            When a line is too long.
        """
        beginning, written = f"\n{word}".encode(), b"\n"
        while True:
            written += self._read(deadline)
            begin = written.find(beginning)
            end = written.find(b"\n", begin + 1) if begin >= 0 else -1
            if end >= 0:
                return written[1:end].decode(errors="replace").split("\n")
            if len(written) > LONGEST_LINE:
                written = written[-CHUNK_BYTES:]
                if b"\n" not in written:
                    raise EndlessLineError

    def _read(self, deadline: float) -> bytes:
        """Read what there is on the standard output, but wait for something."""
        while True:
            remaining_ms = (deadline - time.perf_counter()) * 1000
            if remaining_ms <= 0:
                raise TimeoutError
            ready = self._poll.poll(min(remaining_ms, LONGEST_WAIT_MS))
            output = b""
            for descriptor, _ in ready:
                content = os.read(descriptor, CHUNK_BYTES)
                if self._numbers[descriptor] == STDERR:
                    self._hear(descriptor, content)
                elif not content:
                    raise EOFError
                else:
                    output = content
            if output:
                return output

    def _hear(self, descriptor: int, content: bytes) -> None:
        if content:
            self._complain(content)
        else:
            self._poll.unregister(descriptor)
