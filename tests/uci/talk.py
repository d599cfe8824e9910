"""A conversation with a fake engine, and everything that was said in it."""

import time
from collections.abc import Callable

from engine.uci.session import Session
from tests.uci.fake_engine import FakeEngine

PATIENCE = 10.0  # seconds
A_WHILE = 0.1  # long enough for the fake to do what it should not


class Talk:
    """A session with a fake engine, and everything that it said."""

    def __init__(self) -> None:
        self.engine = FakeEngine()
        self.lines: list[str] = []
        self.session = Session(self.engine, self)

    def __call__(self, *lines: str) -> None:
        self.lines.extend(lines)

    def say(self, sentence: str) -> None:
        self(f"info string {sentence}")

    def say_at_the_end(self, sentence: str, seconds: float) -> None:
        self.say(sentence)

    def obey(self, *lines: str) -> "Talk":
        for line in lines:
            assert self.session.obey(line)
        return self

    def wait(self) -> "Talk":
        assert self.session.thinking.wait(PATIENCE), "the search does not end"
        return self

    def until(self, condition: Callable[[], bool]) -> "Talk":
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.001)
        return self

    @property
    def moves(self) -> list[str]:
        return [line.split()[1] for line in self.lines if line.startswith("bestmove")]

    @property
    def complaints(self) -> list[str]:
        return [line for line in self.lines if line.startswith("info string")]
