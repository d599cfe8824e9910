"""Engines for the tests: one real process for all, as a start takes a second; fakes for each."""

from collections.abc import Iterator

import pytest

from engine.machine import keeping
from engine.options import OPTIONS, Button
from tests.uci.conversation import Conversation
from tests.uci.talk import PATIENCE, Talk


@pytest.fixture(scope="package")
def shared_process() -> Iterator[Conversation]:
    conversation = Conversation()
    try:
        conversation.ask("uci", answer="uciok")
        conversation.until_ready()
        yield conversation
        assert conversation.end() == 0
        assert conversation.errors == []
    finally:
        conversation.kill()


@pytest.fixture
def sesame(shared_process: Conversation) -> Iterator[Conversation]:
    """A running engine at the start position, with default options and an empty small table."""
    defaults = [
        f"setoption name {option.name} value {option.default}"
        for option in OPTIONS
        if not isinstance(option, Button) and option.name != "Hash"
    ]
    lines = shared_process.ask(
        "debug off", *defaults, "setoption name Hash value 16", "ucinewgame", "position startpos"
    )
    assert lines == ["readyok"]
    yield shared_process
    left_over = shared_process.ask("stop", "ucinewgame")  # which waits for the last move
    assert not [line for line in left_over if line.startswith("info string")]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setattr(keeping, "notices", [])
    talk = Talk()
    yield talk
    talk.session.close(PATIENCE)
    assert not talk.session.thinking.busy
