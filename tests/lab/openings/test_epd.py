"""The operations of EPD, also as python-chess reads them."""

import chess
import pytest

from engine.lab.openings.epd import operations

OPERATIONS = {
    "a string and a number": ('id "first"; hmvc 7;', {"id": "first", "hmvc": "7"}),
    "an opcode in a string": (
        'c9 "the hmvc 77 trap"; id "x";',
        {"c9": "the hmvc 77 trap", "id": "x"},
    ),
    "a semicolon in a string": ('id "a;b"; fmvn 4;', {"id": "a;b", "fmvn": "4"}),
    "an opcode after a semicolon in a string": (
        'c0 "one; id two;"; id "x";',
        {"c0": "one; id two;", "id": "x"},
    ),
    "quotes in a string": (r'id "the \"poisoned\" pawn";', {"id": 'the "poisoned" pawn'}),
    "an empty string": ('id ""; hmvc 3;', {"id": "", "hmvc": "3"}),
    "tight": ('id "x";hmvc 7;c0 "y";', {"id": "x", "hmvc": "7", "c0": "y"}),
    "nothing": ("", {}),
}


@pytest.mark.parametrize(("text", "found"), OPERATIONS.values(), ids=OPERATIONS)
def test_operations(text, found):
    assert operations(text) == found
    _, read = chess.Board.from_epd(f"4k3/8/8/8/8/8/4P3/4K3 w - - {text}")
    assert {name: str(value) for name, value in read.items()} == found


LOOSE = {
    "no last semicolon": ('id "last"', {"id": "last"}),
    "no end of the string": ('id "last; hmvc 5', {"id": "last; hmvc 5"}),
    "several moves": ("bm Nf3 Qh9; id x;", {"bm": "Nf3 Qh9", "id": "x"}),
    "a name without quotes": ("id WAC 001;", {"id": "WAC 001"}),
    "semicolons alone": ("; ;; id x", {"id": "x"}),
    "an opcode alone": ("draw_offer; id x;", {"draw_offer": "", "id": "x"}),
}


@pytest.mark.parametrize(("text", "found"), LOOSE.values(), ids=LOOSE)
def test_loose_operations(text, found):
    """As files have them, though the standard does not."""
    assert operations(text) == found
