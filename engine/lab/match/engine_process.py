"""The process of an engine: run through python-chess within given times, and ended for certain."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar
from weakref import WeakSet

import chess.engine

from engine.lab.match.protocols import Uci, XBoard, shown
from engine.lab.match.records import Reason
from engine.lab.match.sheet import ForfeitError

Outcome = TypeVar("Outcome")

QUIT_SECONDS = 1.0  # to obey `quit`, and to end when it was killed

_running: WeakSet["EngineProcess"] = WeakSet()


def kill_all() -> None:
    """Kill all engines, while other threads may be waiting for them."""
    for engine in list(_running):
        engine.kill()


class EngineProcess:
    """An engine that python-chess starts and talks to.

    Parameters
    ----------
    name
        For the messages.

    Attributes
    ----------
    broken : bool
        Whether it had a fault, so that it cannot be used any more.
    """

    protocol: Uci | XBoard

    def __init__(self, name: str) -> None:
        self.name = name
        self.broken = False
        self.transport: asyncio.SubprocessTransport | None = None
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda loop, context: None)
        _running.add(self)

    def popen(self, kind: type[Uci | XBoard], command: tuple[str, ...], seconds: float) -> None:
        """Start the process; raises as `run`, and an OSError or ValueError if that fails."""
        self.transport, protocol = self.run(kind.popen(list(command), setpgrp=True), seconds)
        assert isinstance(protocol, Uci | XBoard)
        self.protocol = protocol

    def run(self, work: Coroutine[Any, Any, Outcome], seconds: float) -> Outcome:
        """Run a coroutine of python-chess; turn its errors into a ForfeitError."""

        async def within_time() -> Outcome:
            async with asyncio.timeout(seconds):
                return await work

        try:
            return self._loop.run_until_complete(within_time())
        except TimeoutError:
            raise self.fault(Reason.NO_ANSWER, f"did not answer within {seconds:g} s") from None
        except chess.engine.EngineTerminatedError:
            raise self.crash() from None
        except chess.engine.EngineError as error:
            cause = error.args[0] if error.args else ""
            if isinstance(cause, ValueError):  # python-chess could not parse the move
                words = f"sent an illegal move: {shown(str(cause))}"
                raise self.fault(Reason.ILLEGAL_MOVE, words) from None
            words = f"violated the protocol: {shown(str(cause))}"
            raise self.fault(Reason.PROTOCOL_ERROR, words) from None

    def fault(self, reason: Reason, words: str) -> ForfeitError:
        """Mark the engine as broken, and describe why."""
        self.broken = True
        return ForfeitError(reason, f"{self.name} {words}.")

    def crash(self) -> ForfeitError:
        """Describe how the engine ended."""
        words = "exited unexpectedly"
        returncode = self.protocol.returncode
        with contextlib.suppress(TimeoutError):
            code = self._loop.run_until_complete(
                asyncio.wait_for(asyncio.shield(returncode), QUIT_SECONDS)
            )
            words += f" with status {code}"
        if self.protocol.last_words:
            words += f": {shown(self.protocol.last_words)}"
        return self.fault(Reason.CRASH, words)

    def close(self) -> None:
        """Quit the engine, or kill it if it does not quit. Closing again has no effect."""
        if self._loop.is_closed():
            return
        try:
            if self.transport is not None:
                self._loop.run_until_complete(self._end(self.transport))
        finally:
            self._loop.close()

    async def _end(self, transport: asyncio.SubprocessTransport) -> None:
        returncode = self.protocol.returncode
        if not (self.broken or returncode.done()):
            with contextlib.suppress(TimeoutError, chess.engine.EngineError):
                async with asyncio.timeout(QUIT_SECONDS):
                    await self.protocol.quit()
        self.kill()
        # The transport must notice the end before it is closed: otherwise asyncio may poll the
        # process later and warn of an unknown one.
        await asyncio.wait([returncode], timeout=QUIT_SECONDS)
        transport.close()
        await asyncio.wait([returncode], timeout=QUIT_SECONDS)

    def kill(self) -> None:
        """Kill the engine and the processes that it has started."""
        transport = self.transport
        if transport is None or transport.get_returncode() is not None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(transport.get_pid(), signal.SIGKILL)
            else:
                transport.kill()
