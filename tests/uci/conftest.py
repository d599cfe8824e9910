"""One engine process for all tests that leave it as they found it: a start takes a second."""

from collections.abc import Iterator

import pytest

from engine.options import OPTIONS, Button
from tests.uci.conversation import Conversation


@pytest.fixture(scope="package")
def shared_process() -> Iterator[Conversation]:
    conversation = Conversation()
    try:
        conversation.ask("uci", answer="uciok")
        conversation.ask()
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
    shared_process.ask(
        "debug off", *defaults, "setoption name Hash value 16", "ucinewgame", "position startpos"
    )
    yield shared_process
    left_over = shared_process.ask("stop")
    assert not [line for line in left_over if line.startswith("info string")]
