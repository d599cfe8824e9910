"""The door answers while the engine behind it is still being loaded, or cannot be."""

import io
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engine.uci import door as room
from engine.uci.door import Door, LoadingError
from engine.uci.output import Output
from engine.uci.session import Session
from tests.uci.fake_engine import FakeEngine

PATIENCE = 10.0  # seconds


class SlowDoor:
    """A door whose engine is loaded when the test says so."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.stream = io.StringIO()
        self.failure = failure
        self.may_load = threading.Event()
        self.door = Door(Output(self.stream), self.load)
        self.door.load()

    def load(self, output: Output) -> Session:
        assert self.may_load.wait(PATIENCE)
        if self.failure is not None:
            raise self.failure
        return Session(FakeEngine(), output)

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()


@pytest.fixture
def slow() -> Iterator[SlowDoor]:
    slow = SlowDoor()
    yield slow
    slow.may_load.set()


def later(action: Callable[[], None]) -> None:
    threading.Timer(0.05, action).start()


def test_uci_is_answered_before_loading(slow: SlowDoor) -> None:
    """cutechess#749: a Numba engine whose greeting waits for the compiler is given up."""
    slow.door.obey("uci")
    assert slow.lines[-1] == "uciok" and not slow.may_load.is_set()


def test_the_greeting_is_the_same_before_and_after(slow: SlowDoor) -> None:
    slow.door.obey("uci")
    slow.may_load.set()
    slow.door.session()
    slow.door.obey("uci")
    half = len(slow.lines) // 2
    assert slow.lines[:half] == slow.lines[half:]


def test_isready_waits_for_the_engine(slow: SlowDoor) -> None:
    later(slow.may_load.set)
    slow.door.obey("isready")
    assert slow.lines == ["readyok"] and slow.may_load.is_set()


def test_isready_does_not_wait_for_ever(slow: SlowDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    """D1: an answer within 10 s in any case; `go` waits then."""
    assert room.READY_SECONDS < 10
    monkeypatch.setattr(room, "READY_SECONDS", 0.01)
    slow.door.obey("isready")
    assert slow.lines[0].startswith("info string The compiler is still at work")
    assert slow.lines[1:] == ["readyok"]
    later(slow.may_load.set)
    slow.door.obey("go depth 1")
    assert slow.door.session().thinking.wait(PATIENCE)
    assert slow.lines[-1].startswith("bestmove ")


def test_quit_does_not_wait(slow: SlowDoor) -> None:
    assert slow.door.obey("quit") is False
    assert slow.door.close() is False, "the loading thread has not come to rest"


def test_numba_is_missing() -> None:
    slow = SlowDoor(ModuleNotFoundError("No module named 'numba'"))
    slow.may_load.set()
    with pytest.raises(LoadingError, match=r"No module named 'numba'.* pip install"):
        slow.door.obey("isready")
    slow.door.obey("uci")
    assert slow.lines[-1] == "uciok", "a program can show the engine and what is wrong with it"


FAULTS = {
    "compiler": RuntimeError("no locator available"),
    "a module of ours": ModuleNotFoundError("No module named 'engine.x'", name="engine.x"),
}


@pytest.mark.parametrize("failure", FAULTS.values(), ids=FAULTS)
def test_any_other_failure(failure: Exception, capfd: pytest.CaptureFixture) -> None:
    slow = SlowDoor(failure)
    slow.may_load.set()
    with pytest.raises(LoadingError, match=f"{type(failure).__name__}, {failure}"):
        slow.door.obey("go depth 1")
    assert "Traceback" in capfd.readouterr().err


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
def test_bytes(slow: SlowDoor, some: bytes) -> None:
    slow.may_load.set()
    slow.door.converse(io.BytesIO(some))
    assert slow.lines[-1] == "readyok"


def test_a_long_game_in_one_line(slow: SlowDoor) -> None:
    """About 50 kB of moves: read in far less than the time that a program waits."""
    slow.may_load.set()
    game = b"position startpos moves" + b" g1f3 g8f6 f3g1 f6g8" * 2500
    begin = time.monotonic()
    slow.door.converse(io.BytesIO(game + b"\nisready\n"))
    assert slow.lines == ["readyok"] and time.monotonic() - begin < PATIENCE


def test_the_end_of_input_ends_the_conversation(slow: SlowDoor) -> None:
    """C26: no orphan."""
    slow.may_load.set()
    slow.door.converse(io.BytesIO(b"go infinite\n"))
    assert slow.door.close() is True
    assert slow.lines[-1].startswith("bestmove ")
