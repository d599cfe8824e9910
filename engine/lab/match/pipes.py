"""Reads the output of a UCI engine without python-chess's event loop, in half the time."""

import asyncio
import os
import select
import time
from collections.abc import Callable
from typing import Any

CHUNK_BYTES = 2**16
LONGEST_WAIT_MS = 3_600_000  # in one call; poll takes milliseconds of 31 bits
LONGEST_LINE = 2**20  # bytes
ANSWER, READY = "bestmove", "readyok"
POLLING = hasattr(select, "poll")  # not on Windows

STDOUT, STDERR = 1, 2


class EndlessLineError(Exception):
    """A line is too long."""


class Pipes:
    """The two output pipes of an engine.

    Parameters
    ----------
    transport
        The engine's process. Its event loop must not run while lines are read here.
    complain
        Called with the bytes of its standard error.
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
        """Wait for a line; output that was read together with it and follows it is dropped.

        Parameters
        ----------
        word
            The beginning of the line.
        deadline
            By `time.perf_counter`.

        Returns
        -------
        list of str
            The output up to this line, or at least the end of it.

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
        """Wait for output and read it."""
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
