"""Commands are answered while the engine is still being loaded or compiled, or cannot be."""

import io
import threading
import time
from collections.abc import Iterator

import pytest

from engine.process.texts import COMPILING, STILL_COMPILING
from engine.thinking import loading
from engine.uci import conversation as room
from engine.uci.commands import COMMANDS, SILENT
from engine.uci.conversation import Conversation, LoadingError
from engine.uci.output import Output
from engine.uci.session import MEMORY_SECONDS, Session
from tests.uci.fake_engine import FakeEngine
from tests.uci.talk import Talk

NOT_LOADED = "was not run: the engine is still being loaded."
PATIENCE = 10.0  # seconds
AT_ONCE = 0.5  # second; nothing here waits for anything


class SlowStart:
    """A conversation whose engine is loaded when the test says so."""

    def __init__(self, failure: Exception | None = None, compiles: bool = False) -> None:
        self.stream = io.StringIO()
        self.failure = failure
        self.may_load = threading.Event()
        self.compiles = compiles
        self.statuses: list[int] = []
        self.engine = FakeEngine()
        self.conversation = Conversation(Output(self.stream), self.load, self.statuses.append)
        self.conversation.load()

    def load(self, output: Output, compiling: threading.Event) -> Session:
        if self.compiles:
            compiling.set()
        assert self.may_load.wait(PATIENCE)
        if self.failure is not None:
            raise self.failure
        return Session(self.engine, output)

    def obey(self, *lines: str) -> None:
        """Obey lines, none of which may hold up the next one."""
        begin = time.monotonic()
        for line in lines:
            assert self.conversation.obey(line)
        assert time.monotonic() - begin < AT_ONCE

    def finish(self) -> Session:
        """Let the engine be loaded, and a search end."""
        self.may_load.set()
        session = self.conversation.session()
        assert session.thinking.wait(PATIENCE)
        return session

    def wait_for(self, beginning: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not any(line.startswith(beginning) for line in self.lines):
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.001)

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()


@pytest.fixture
def slow() -> Iterator[SlowStart]:
    slow = SlowStart()
    yield slow
    slow.may_load.set()


@pytest.fixture
def cold() -> Iterator[SlowStart]:
    """The compiler is at work."""
    cold = SlowStart(compiles=True)
    yield cold
    cold.may_load.set()


def test_uci_is_answered_before_loading(slow: SlowStart) -> None:
    """cutechess#749: a Numba engine whose greeting waits for the compiler is given up."""
    slow.obey("uci")
    assert slow.lines[-1] == "uciok" and not slow.may_load.is_set()


def test_the_greeting_is_the_same_before_and_after(slow: SlowStart) -> None:
    slow.obey("uci")
    slow.finish()
    slow.obey("uci")
    half = len(slow.lines) // 2
    assert slow.lines[:half] == slow.lines[half:]


def test_isready_is_answered_when_the_engine_is_there(slow: SlowStart) -> None:
    slow.obey("isready")
    time.sleep(0.05)
    assert slow.lines == []
    slow.finish()
    assert slow.lines == ["readyok"]


def test_isready_does_not_wait_for_ever(slow: SlowStart, monkeypatch: pytest.MonkeyPatch) -> None:
    """D1: an answer within 10 s in any case, also behind what programs send before `isready`."""
    assert 9 <= room.READY_SECONDS < 10
    monkeypatch.setattr(room, "READY_SECONDS", 0.05)
    slow.obey("uci", "setoption name Hash value 32", "ucinewgame", "isready", "position startpos")
    assert slow.lines[-1] == "uciok"
    slow.wait_for("readyok")
    assert slow.lines[-2].startswith(f"info string {STILL_COMPILING}")
    slow.finish()
    assert slow.lines.count("readyok") == 1, "answered once"
    assert slow.engine.settings["hash_mib"] == 32


def test_waiting_for_the_engine_counts_as_waiting_for_memory(slow: SlowStart) -> None:
    """Both together may not take longer than programs wait."""
    slow.obey("isready")
    time.sleep(0.2)
    slow.finish().obey("isready")
    first, second = slow.engine.readied
    assert first <= second - 0.2 and second == MEMORY_SECONDS <= room.READY_SECONDS


def test_each_isready_has_its_answer(slow: SlowStart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "READY_SECONDS", 0.05)
    slow.obey("isready")
    slow.wait_for("readyok")
    monkeypatch.undo()
    slow.obey("isready", "isready")
    slow.finish()
    assert slow.lines.count("readyok") == 3 and slow.lines[-2:] == ["readyok", "readyok"]


def test_what_was_kept_is_obeyed_in_its_order(slow: SlowStart) -> None:
    """Between `uciok` and `isready` programs send options and a position."""
    slow.obey(
        "setoption name Pawn Value value 120",
        "setoption name Pawn Value value 130",
        "ucinewgame",
        "position startpos moves e2e4",
        "isready",
        "d",
        "nonsense",
        "position startpos moves d2d4",
    )
    assert slow.lines == []
    slow.finish()
    assert slow.engine.calls == [
        *("configure pawn_value=120", "configure pawn_value=130", "new_game"),
        *("set_position", "set_position"),
    ]
    assert slow.lines[0] == "readyok" and len(slow.lines) == 1 + 8 + 1
    assert slow.lines[5] == ". . . . P . . .", "shown before the second position came"
    assert slow.lines[-1].startswith("info string Unknown command: 'nonsense'")
    assert slow.engine.board.fen().startswith("rnbqkbnr/pppppppp/8/8/3P4/")


def test_what_comes_while_the_kept_is_obeyed_comes_after_it(slow: SlowStart) -> None:
    """Lines are handed over one by one, and none overtakes another."""
    for number in range(1, 200):
        slow.obey(f"setoption name Hash value {number}")
        if number == 50:
            slow.may_load.set()
    slow.finish()
    assert slow.engine.calls == [f"configure hash_mib={number}" for number in range(1, 200)]


def test_a_kept_go_begins_by_itself(slow: SlowStart) -> None:
    """The program waits for the move and sends nothing more."""
    slow.obey("position startpos moves e2e4", "go depth 3")
    slow.may_load.set()
    slow.wait_for("bestmove a7a5")
    assert slow.engine.limits[0].depth == 3


def test_stop_behind_a_kept_go(slow: SlowStart) -> None:
    """The search is stopped as soon as it has begun, and has its move."""
    slow.obey("position startpos moves e2e4", "go infinite", "stop", "isready")
    slow.may_load.set()
    slow.wait_for("bestmove a7a5")
    assert "readyok" in slow.lines


def test_quit_is_read_at_once(cold: SlowStart) -> None:
    """The compiler has work for many seconds more, and the process ends within one."""
    cold.obey("position startpos", "go infinite", "isready")
    begin = time.monotonic()
    assert cold.conversation.obey("quit") is False
    assert time.monotonic() - begin < AT_ONCE
    assert cold.conversation.close() is False, "the loading thread is still running"
    assert time.monotonic() - begin < 1
    assert cold.lines == [f"info string 'go infinite' {NOT_LOADED}"]


@pytest.mark.parametrize("command", ["", *SILENT])
def test_the_end_with_nothing_to_be_answered(slow: SlowStart, command: str) -> None:
    begin = time.monotonic()
    slow.conversation.converse(io.BytesIO(f"uci\n{command}\n".encode()))
    assert slow.conversation.close() is False
    assert time.monotonic() - begin < AT_ONCE and slow.lines[-1] == "uciok"


def test_the_end_of_input_while_the_compiler_works(cold: SlowStart) -> None:
    """C26: no orphan, within a second."""
    begin = time.monotonic()
    cold.conversation.converse(io.BytesIO(b"isready\ngo infinite\n"))
    assert cold.conversation.close() is False
    assert time.monotonic() - begin < 1
    assert cold.lines == [f"info string 'isready' {NOT_LOADED}"]


def test_the_end_of_input_while_a_compiled_core_is_loaded(slow: SlowStart) -> None:
    """`echo d | sesame` is answered, though loading takes longer than reading."""
    slow.conversation.converse(io.BytesIO(b"d"))
    threading.Timer(1.2 * room.COMPILING_SECONDS, slow.may_load.set).start()
    assert slow.conversation.close() is True
    assert len(slow.lines) == 8


def test_silent_commands_are_silent(talk: Talk) -> None:
    """Nobody waits for an answer to them, so the end need not wait either."""
    assert set(SILENT) <= COMMANDS.keys()
    words = {
        "setoption": "name Learn Parameters value Hash",
        "position": "startpos",
        "debug": "off",
        "setboard": "4k3/8/8/8/8/8/4P3/4K3 w - -",
        "setparam": "1",
    }
    talk.obey(*(f"{command} {words.get(command, '')}" for command in SILENT))
    assert talk.lines == []


def test_numba_is_missing() -> None:
    slow = SlowStart(ModuleNotFoundError("No module named 'numba'"))
    with pytest.raises(LoadingError, match=r"No module named 'numba'.* pip install"):
        slow.finish()
    with pytest.raises(LoadingError, match=r"No module named 'numba'.* pip install"):
        slow.conversation.obey("isready")
    slow.conversation.obey("uci")
    assert slow.lines[-1] == "uciok", "a program can show the engine and what is wrong with it"
    assert slow.statuses == []


FAULTS = {
    "compiler": RuntimeError("no locator available"),
    "a module of ours": ModuleNotFoundError("No module named 'engine.x'", name="engine.x"),
}


@pytest.mark.parametrize("failure", FAULTS.values(), ids=FAULTS)
def test_any_other_failure(failure: Exception, capfd: pytest.CaptureFixture) -> None:
    slow = SlowStart(failure)
    with pytest.raises(LoadingError, match=f"{type(failure).__name__}, {failure}"):
        slow.finish()
    assert "Traceback" in capfd.readouterr().err


def test_a_failure_behind_kept_commands(capfd: pytest.CaptureFixture) -> None:
    """The reader waits for a line that never comes; so whoever loads tells it, and ends."""
    slow = SlowStart(ModuleNotFoundError("No module named 'numba'"))
    slow.obey("position startpos", "go depth 1")
    slow.may_load.set()
    slow.wait_for("info string Sesame cannot start: No module named 'numba'")
    with pytest.raises(LoadingError):
        slow.conversation.session()
    assert slow.statuses == [1] and "pip install" in capfd.readouterr().err


# what a line may look like on the way; the command in it is obeyed
BYTES = {
    "CRLF": b"isready\r\n",
    "tabs": b"\tisready\t\n",
    "NUL bytes": b"\0isready\0\n",
    "byte order mark": b"\xef\xbb\xbfisready\n",
    "no UTF-8": b"\xff\xfe isready\n",
    "no line end": b"isready",
    "after a very long line": b"x" * 1_000_000 + b"\nisready\n",
    "after a very long name": b"setoption name " + b"x" * 1_000_000 + b"\nisready\n",
    "after lone surrogates": b"\xed\xa0\x80\nisready\n",
}


@pytest.mark.parametrize("some", BYTES.values(), ids=BYTES)
def test_bytes(slow: SlowStart, some: bytes) -> None:
    slow.may_load.set()
    slow.conversation.converse(io.BytesIO(some))
    assert slow.conversation.close() and slow.lines[-1] == "readyok"


def test_a_long_game_in_one_line(slow: SlowStart) -> None:
    """About 50 kB of moves: read in far less than the time that a program waits."""
    slow.may_load.set()
    game = b"position startpos moves" + b" g1f3 g8f6 f3g1 f6g8" * 2500
    begin = time.monotonic()
    slow.conversation.converse(io.BytesIO(game + b"\nisready\n"))
    assert slow.conversation.close()
    assert slow.lines == ["readyok"] and time.monotonic() - begin < PATIENCE


def test_the_end_of_input_ends_the_conversation(slow: SlowStart) -> None:
    """C26: no orphan."""
    slow.may_load.set()
    slow.conversation.converse(io.BytesIO(b"go infinite\n"))
    assert slow.conversation.close() is True
    assert slow.lines[-2] == f"info string {room.ENDED_EARLY}"
    assert slow.lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("last", ["quit", "stop"])
def test_a_wanted_end_is_not_told_of(slow: SlowStart, last: str) -> None:
    slow.may_load.set()
    slow.conversation.converse(io.BytesIO(f"go infinite\n{last}\n".encode()))
    assert slow.conversation.close() is True
    assert not any(line.startswith("info string") for line in slow.lines)


def test_the_end_of_input_while_the_kept_is_obeyed(
    slow: SlowStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named is the first command that was left undone, and the engine was loaded."""
    monkeypatch.setattr(room, "LOADING_SECONDS", 0.3)
    released = threading.Event()
    monkeypatch.setattr(FakeEngine, "display", lambda _: released.wait(PATIENCE) and [])
    slow.obey("nonsense", "d", "isready", "go depth 2")
    slow.may_load.set()
    slow.wait_for("info string Unknown command")
    assert slow.conversation.close() is False
    released.set()
    assert slow.lines[-1] == "info string 'isready' was not run: the program ended first."


def test_the_command_line_tells_of_the_compiler(cold: SlowStart) -> None:
    """Once; somebody who waits at a terminal wants to know what for."""
    cold.obey("isready")
    threading.Timer(0.2, cold.may_load.set).start()
    cold.conversation.wait()
    cold.conversation.wait()
    told = [line for line in cold.lines if "compiled" in line]
    assert told == [f"info string {COMPILING}"]


def test_the_command_line_says_nothing_of_a_compiled_core(slow: SlowStart) -> None:
    slow.obey("isready")
    threading.Timer(0.2, slow.may_load.set).start()
    slow.conversation.wait()
    assert slow.lines == ["readyok"]


@pytest.mark.parametrize("written", [b"compile\n", b"isready\n  compile"])
def test_the_end_of_input_behind_compile(written: bytes, cold: SlowStart) -> None:
    """Whoever pipes it in wants it done, and it is the last thing that was asked for."""
    threading.Timer(0.1, cold.may_load.set).start()
    cold.conversation.converse(io.BytesIO(written))
    assert cold.may_load.is_set() and not cold.conversation.session().thinking.busy
    assert cold.conversation.close() is True


@pytest.mark.parametrize("command", ["uci", "help", "?", ""])
def test_what_is_answered_without_an_engine(slow: SlowStart, command: str) -> None:
    """Nobody waits for an engine that was not asked for anything."""
    slow.obey(command)
    slow.conversation.wait()
    assert not slow.may_load.is_set() and slow.conversation.complaints == 0
    assert bool(slow.lines) == bool(command)
    slow.obey("foo")
    slow.finish()
    slow.conversation.wait()
    assert slow.conversation.complaints == 1


class SlowCompiler:
    """Compiles a search that is not kept, for as long as the test says."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.may_finish = threading.Event()
        self.parts: list[str] = []
        patch.setattr(loading, "_loaded", set())
        patch.setattr(loading, "is_complete", lambda part: self.may_finish.is_set())
        patch.setattr(loading, "compile_part", self.compile)

    def compile(self, part: str, doors: tuple[str, ...]) -> None:
        self.parts.append(part)
        assert self.may_finish.wait(PATIENCE)


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, slow: SlowStart) -> Iterator[SlowCompiler]:
    """The compiler for an engine that is loaded, without the search that is asked for."""
    slow.finish()
    compiler = SlowCompiler(monkeypatch)
    yield compiler
    compiler.may_finish.set()


CHANGE = "setoption name Search value AliBaba"


@pytest.mark.parametrize("line", [CHANGE, "bench AliBaba 1"])
def test_commands_are_read_while_another_search_is_compiled(
    line: str, slow: SlowStart, compiler: SlowCompiler
) -> None:
    """What comes behind it is obeyed after it, in its order."""
    slow.obey(line, "position startpos moves e2e4", "go infinite", "stop")
    slow.wait_for(f"info string {COMPILING}")
    assert slow.engine.calls == []
    compiler.may_finish.set()
    slow.wait_for("bestmove")
    assert compiler.parts == ["AliBaba"]
    assert slow.lines.count(f"info string {COMPILING}") == 1
    assert slow.engine.calls[-1] == "stop"
    assert ("configure search=AliBaba" in slow.engine.calls) == (line == CHANGE)


def test_isready_is_answered_in_time_while_another_search_is_compiled(
    slow: SlowStart, compiler: SlowCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "READY_SECONDS", 0.1)
    slow.obey(CHANGE, "uci", "isready")
    slow.wait_for("readyok")
    assert slow.lines[-2] == f"info string {STILL_COMPILING}"
    assert slow.lines.index("uciok") < slow.lines.index("readyok")


def test_a_search_is_answered_before_another_is_compiled(
    slow: SlowStart, compiler: SlowCompiler
) -> None:
    """`setoption` stops it, and a GUI waits for its move."""
    slow.obey("go infinite", CHANGE)
    slow.wait_for("bestmove")
    assert not compiler.may_finish.is_set()


def test_quit_while_another_search_is_compiled(slow: SlowStart, compiler: SlowCompiler) -> None:
    slow.obey(CHANGE)
    assert not slow.conversation.obey("quit")
    begin = time.monotonic()
    assert not slow.conversation.close()  # so the process is ended by force
    assert time.monotonic() - begin < room.COMPILING_SECONDS + AT_ONCE


def test_another_search_that_is_kept_is_taken_at_once(
    slow: SlowStart, compiler: SlowCompiler
) -> None:
    compiler.may_finish.set()
    slow.obey(CHANGE)
    assert slow.engine.calls == ["configure search=AliBaba"]
    assert compiler.parts == []


def test_the_command_line_waits_for_another_search(slow: SlowStart, compiler: SlowCompiler) -> None:
    """Each word waits for the one before: `sesame "setoption ..." d`."""
    threading.Timer(0.1, compiler.may_finish.set).start()
    slow.conversation.obey(CHANGE)
    slow.conversation.wait()
    assert slow.engine.calls == ["configure search=AliBaba"]
    assert slow.lines.count(f"info string {COMPILING}") == 1


def test_quit_while_a_search_that_was_asked_for_at_once_is_compiled(
    slow: SlowStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command was kept while the engine was loaded; its compiler is not waited for either."""
    slow.obey(CHANGE, "isready")
    compiler = SlowCompiler(monkeypatch)
    slow.may_load.set()
    slow.wait_for(f"info string {COMPILING}")
    assert not slow.conversation.obey("quit")
    begin = time.monotonic()
    assert not slow.conversation.close()
    assert time.monotonic() - begin < room.COMPILING_SECONDS + 4 * AT_ONCE
    compiler.may_finish.set()
