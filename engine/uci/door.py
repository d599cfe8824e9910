"""The door: talks from the first moment, while the engine behind it is still being loaded.

Loading takes half a second, and some seconds more when the core must be compiled first. Chess
programs want to hear `uciok` long before that, and give up an engine that does not answer
`isready` within their ping time (cutechess#749).

Import-light: everything heavy is imported by the thread that loads.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from engine.uci.commands import command_in, greeting
from engine.uci.output import Output

if TYPE_CHECKING:
    from engine.uci.session import Session

READY_SECONDS = 9.0  # may pass before `isready` is answered; programs give up after 10 or 15
# What is imported keeps the interpreter for itself for up to 70 ms at a time; so the first line,
# which is `uci` and usually there already, is answered before that.
GREETING_SECONDS = 0.05
CLOSING_SECONDS = 0.5  # for the last bestmove after the end of input
STACK_BYTES = 64 * 2**20  # the compiler recurses deeply


class LoadingError(Exception):
    """The engine cannot be loaded; the message is a sentence for the user."""


def load_session(output: Output) -> Session:
    """Load the engine, and compile it if need be."""
    from engine.search.think import Engine
    from engine.uci.session import Session

    return Session(Engine(), output)


class Door:
    """Loads the engine in a thread and keeps the conversation going meanwhile.

    Parameters
    ----------
    output
        Where the answers go.
    loader
        What takes the time.
    """

    def __init__(self, output: Output, loader: Callable[[Output], Session] = load_session) -> None:
        self._output = output
        self._loader = loader
        self._greeted = threading.Event()
        self._loaded = threading.Event()
        self._session: Session | None = None
        self._failure: Exception | None = None

    def load(self) -> None:
        """Begin to load; returns at once."""
        usual_stack = threading.stack_size(STACK_BYTES)
        threading.Thread(target=self._load, name="loading", daemon=True).start()
        threading.stack_size(usual_stack)

    def _load(self) -> None:
        self._greeted.wait(GREETING_SECONDS)
        try:
            self._session = self._loader(self._output)
        except Exception as failure:
            self._failure = failure
        self._loaded.set()

    def session(self) -> Session:
        """Wait for the engine.

        Raises
        ------
        LoadingError
            If it cannot be loaded.
        """
        self._greeted.set()
        self._loaded.wait()
        if self._session is not None:
            return self._session
        failure = self._failure
        if isinstance(failure, ImportError) and not (failure.name or "").startswith("engine"):
            raise LoadingError(
                f"Sesame cannot start: {failure}. Its needs are installed by "
                f'"{sys.executable} -m pip install ." in its folder.'
            )
        import traceback  # not needed by a start that succeeds

        traceback.print_exception(failure, file=sys.stderr)
        raise LoadingError(f"Sesame cannot start: {type(failure).__name__}, {failure}.")

    def obey(self, line: str) -> bool:
        """Obey one command; see `Session.obey`."""
        if self._session is None:
            found = command_in(line.split())
            command = found[0] if found else ""
            if command == "uci":
                self._output(*greeting())
                self._greeted.set()
                return True
            if command == "quit":
                return False
            self._greeted.set()
            if command == "isready" and not self._loaded.wait(READY_SECONDS):
                self._output.say("The compiler is still at work, as after every change of version.")
                self._output("readyok")
                return True
        return self.session().obey(line)

    def converse(self, source: BinaryIO) -> None:
        """Obey line after line until `quit` or the end of input.

        Parameters
        ----------
        source
            Bytes, because nobody promises that they are text.
        """
        for line in iter(source.readline, b""):
            text = line.decode(errors="replace").replace("\0", " ").lstrip("\ufeff")
            if not self.obey(text):
                break

    def close(self) -> bool:
        """Stop what is running.

        Returns
        -------
        bool
            Whether everything has come to rest; if not, the process must be ended by force.
        """
        if self._session is not None:
            return self._session.close(CLOSING_SECONDS)
        return self._loaded.is_set()
