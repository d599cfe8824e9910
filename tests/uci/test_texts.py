"""Texts from outside in a message: one short printable line, whoever complains."""

import pytest

from engine.board.fen import FenError, parse_fen
from engine.process.texts import SHOWN_CHARACTERS, instead, quoted


def test_quoting_keeps_to_one_printable_line() -> None:
    assert quoted("a\nb\x00c") == "'a?b?c'"


def test_quoting_shortens() -> None:
    assert quoted("x" * SHOWN_CHARACTERS) == f"'{'x' * SHOWN_CHARACTERS}'"
    assert quoted("x" * 100_000) == f"'{'x' * SHOWN_CHARACTERS}...'"


def test_what_was_given_instead() -> None:
    assert instead("abc") == "not 'abc'" and instead("") == "and none was given"


@pytest.mark.parametrize(
    "fen",
    ["\x1b[2J w - -", "8/8/8/8/8/8/8/\x07 w - -", "k7/8/8/8/8/8/8/K7 \x07 - -"],
    ids=["ranks", "piece", "side"],
)
def test_a_position_cannot_ring_the_bell(fen: str) -> None:
    """A position is quoted like anything else: control characters would move a terminal."""
    with pytest.raises(FenError) as refusal:
        parse_fen(fen, chess960=False)
    assert str(refusal.value).isprintable()
