"""The conversation: commands are read and answered from the first moment, while the engine loads.

Loading takes a fifth of a second, and some seconds more when the core must be compiled first. GUIs
expect `uciok` long before that, and give up an engine that does not answer `isready` within their
ping time (cutechess#749).

Commands that need the engine are kept, and the loading thread runs them in their order before it
passes the conversation on. So `quit`, the end of input, and a `stop` after a `go` are always read
at once. The same happens later when a command needs a search that is not compiled yet.

Import-light: everything heavy is imported by the thread that loads.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from engine.process.deep_threads import start_deep
from engine.process.ending import end_at_once
from engine.process.texts import (
    COMPILING,
    STILL_COMPILING,
    how_to_install,
    named_reason,
    quoted,
    reason,
    sentence,
)
from engine.uci.commands import command_in, greeting, help_lines
from engine.uci.output import Output
from engine.uci.waiting import NotCompiledError, Waiting

if TYPE_CHECKING:
    from engine.uci.session import Session

READY_SECONDS = 9.0  # until `isready` is answered; GUIs give up after 10 or 15
# Imports hold the interpreter for up to 70 ms at a time; so the first line, which is `uci` and
# usually there already, is answered before they begin.
GREETING_SECONDS = 0.05
# At the end of input, for kept commands that have an answer, as in `echo d | sesame`: a compiled
# core is loaded at once, on a busy machine in some seconds. The compiler is not waited for: the
# process ends within a second.
LOADING_SECONDS = 5.0
COMPILING_SECONDS = 0.5
GLANCE_SECONDS = 0.02
CLOSING_SECONDS = 0.3  # for the last bestmove
ENDED_EARLY = (
    "The input ended, so the running command was stopped. On the command line a command runs to "
    "its end: sesame go depth 8"
)
FAILED = 1  # the exit status of a process that could not load the engine
ANSWERS = {"uci": greeting, "help": help_lines, "?": help_lines}  # which need no engine


class LoadingError(Exception):
    """The engine cannot be loaded; the message is a sentence for the user."""


def load_session(output: Output, compiling: threading.Event) -> Session:
    """Load the engine, and compile it if need be.

    Parameters
    ----------
    output
        Where the session's answers go.
    compiling
        Set when the compiler begins to work.
    """
    from engine.thinking.loading import compile_the_rest, have_core
    from engine.thinking.searches import USUAL

    have_core(USUAL, say=lambda _: compiling.set())
    from engine.thinking.engine import Engine
    from engine.uci.session import Session

    engine = Engine()
    compile_the_rest()
    return Session(engine, output)


Loader: TypeAlias = "Callable[[Output, threading.Event], Session]"


class Conversation:
    """Loads the engine in a thread and reads commands meanwhile.

    Parameters
    ----------
    output
        Where the answers go.
    loader
        Loads the engine; see `load_session`.
    leave
        Called with the exit status when the engine cannot be loaded and commands were kept: the
        thread that reads commands is blocked by then, waiting for the next line.
    """

    def __init__(
        self,
        output: Output,
        loader: Loader = load_session,
        leave: Callable[[int], object] = end_at_once,
    ) -> None:
        self._output = output
        self._loader = loader
        self._leave = leave
        self._greeted = threading.Event()
        self._loaded = threading.Event()  # and all kept commands are done; or loading has failed
        self._compiling = threading.Event()
        self._is_asked = False  # for something that needs the engine
        self._told_of_compiler = False
        self._input_ended = False  # without `quit`
        self._waiting = Waiting()
        self._session: Session | None = None
        self._failure: Exception | None = None

    def load(self) -> None:
        """Start loading; returns at once."""
        start_deep(self._load, "loading")

    def _load(self) -> None:
        self._greeted.wait(GREETING_SECONDS)
        # What is loaded stays: searching it for garbage again and again costs a tenth of the time.
        gc.disable()
        try:
            session = self._loader(self._output, self._compiling)
        except Exception as failure:
            self._fail(failure)
        else:
            gc.freeze()
            gc.enable()
            self._obey_kept(session)

    def _obey_kept(self, session: Session) -> None:
        self._compiling = session.compiling
        self._waiting.obey_all(session.obey)
        self._session = session
        self._loaded.set()

    def _compile_first(self, session: Session, command: str, line: str) -> None:
        """Have a thread compile what a command needs; what is read meanwhile waits behind it."""
        self._loaded.clear()
        self._told_of_compiler = True  # the session tells of it
        self._waiting = Waiting()
        self._waiting.keep(command, line)
        self._session = None
        start_deep(lambda: self._obey_kept(session), "compiling")

    def _fail(self, failure: Exception) -> None:
        self._failure = failure
        if self._waiting.give_up():
            message = str(self._refusal(failure))
            self._output.say(message)
            print(message, file=sys.stderr)
            self._leave(FAILED)
        self._loaded.set()

    def _refusal(self, failure: Exception) -> LoadingError:
        if isinstance(failure, ImportError) and not (failure.name or "").startswith("engine"):
            message = sentence(f"Sesame cannot start: {reason(failure)}")
            return LoadingError(f"{message} {how_to_install()}")
        import traceback  # not needed by a start that succeeds

        traceback.print_exception(failure, file=sys.stderr)
        return LoadingError(sentence(f"Sesame cannot start: {named_reason(failure)}"))

    def session(self) -> Session:
        """Wait for the engine.

        Raises
        ------
        LoadingError
            If it cannot be loaded.
        """
        self._greeted.set()
        self._loaded.wait()
        if self._failure is not None:
            raise self._refusal(self._failure)
        assert self._session is not None
        return self._session

    def obey(self, line: str) -> bool:
        """Run one command, or keep it until the engine is loaded; see `Session.obey`.

        Raises
        ------
        LoadingError
            If the engine could not be loaded.
        """
        found = command_in(line.split())
        command = found[0] if found else ""
        session = self._session
        if session is None:
            if command == "quit":
                return False
            if command in ANSWERS:
                self._output(*ANSWERS[command]())
            self._greeted.set()
            if command in ANSWERS or not line.strip():
                return True
            self._is_asked = True
            if self._waiting.keep(command, line):
                if command == "isready":
                    self._answer_in_time()
                return True
            session = self.session()
        self._is_asked = True
        try:
            return session.obey(line, may_block=False)
        except NotCompiledError:
            self._compile_first(session, command, line)
            return True

    def wait(self) -> None:
        """Wait until the commands so far are done.

        Raises
        ------
        LoadingError
            If the engine cannot be loaded.
        """
        if self._is_asked:
            self._tell_of_the_compiler()
            self.session().thinking.wait()

    def _tell_of_the_compiler(self) -> None:
        """Say, once, that the compiler is at work."""
        while not self._told_of_compiler and not self._loaded.wait(GLANCE_SECONDS):
            if self._compiling.is_set():
                self._output.say(COMPILING)
                self._told_of_compiler = True

    @property
    def complaints(self) -> int:
        """The number of commands that failed or were adjusted."""
        return self._session.complaints if self._session is not None else 0

    def _answer_in_time(self) -> None:
        """Answer an `isready` before GUIs give up, even if the engine is not ready by then."""
        timer = threading.Timer(READY_SECONDS, self._answer_unready)
        timer.daemon = True
        timer.start()

    def _answer_unready(self) -> None:
        if self._waiting.take("isready"):
            self._output.say(STILL_COMPILING)
            self._output("readyok")

    def converse(self, source: BinaryIO) -> None:
        """Run command after command until `quit` or the end of input.

        Parameters
        ----------
        source
            Bytes, because they may not be valid text. After `compile` as the last line the core
            is compiled all the same.
        """
        text = ""
        for line in iter(source.readline, b""):
            text = line.decode(errors="replace").replace("\0", " ").lstrip("\ufeff")
            if not self.obey(text):
                return
        if text.split() == ["compile"]:
            self.wait()
        self._input_ended = True

    def close(self) -> bool:
        """Stop what is running.

        Returns
        -------
        bool
            Whether every thread has ended; if not, the process must be ended by force.
        """
        awaited = self._waiting.is_obeying or self._waiting.unanswered is not None
        if awaited and not self._wait_at_the_end():
            first, loaded = self._waiting.unanswered, self._waiting.is_obeying
            if first is not None:
                what = quoted(" ".join(first.split()))
                why = "the program ended first" if loaded else "the engine is still being loaded"
                self._output.say_at_the_end(f"{what} was not run: {why}.", CLOSING_SECONDS)
        if self._session is None:
            return self._loaded.is_set()
        if self._input_ended and self._session.thinking.goes_on:
            self._output.say_at_the_end(ENDED_EARLY, CLOSING_SECONDS)
        return self._session.close(CLOSING_SECONDS)

    def _wait_at_the_end(self) -> bool:
        """Wait for the kept commands to be done, but not for the compiler."""
        begin = time.monotonic()
        while not self._loaded.wait(GLANCE_SECONDS):
            longest = COMPILING_SECONDS if self._compiling.is_set() else LOADING_SECONDS
            if time.monotonic() - begin > longest:
                return False
        return True
