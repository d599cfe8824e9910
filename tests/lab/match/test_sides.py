"""Sides as they are written on the command line."""

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.match.records import Side
from engine.lab.match.sides import parse_side, side_text

SIDES = {
    "Sesame": Side("Sesame"),
    "TWOBIG1: Replacement Scheme=TWOBIG1, Table Positions=64K": Side(
        "TWOBIG1", options=(("Replacement Scheme", "TWOBIG1"), ("Table Positions", "64K"))
    ),
    "Phalanx: cmd=phalanx, proto=xboard, rating=2100": Side(
        "Phalanx", ("phalanx",), "xboard", anchor=2100
    ),
    "GNU Chess: cmd=gnuchess -u": Side("GNU Chess", ("gnuchess", "-u")),
    "X: cmd='/opt/my engines/x' --uci, Book=a b": Side(
        "X", ("/opt/my engines/x", "--uci"), options=(("Book", "a b"),)
    ),
    'Y: cmd=y, Style="Solid, Risky", Empty=': Side(
        "Y", ("y",), options=(("Style", "Solid, Risky"), ("Empty", ""))
    ),
}


@pytest.mark.parametrize("text", SIDES)
def test_sides_are_read_and_written(text):
    assert parse_side(text) == SIDES[text]
    assert side_text(SIDES[text]) == text


BAD_SIDES = {
    "": "does not begin with a name",
    ": Hash=1": "does not begin with a name",
    "Hash=16": "does not begin with a name",
    "X: Hash": 'X has "Hash" instead of option=value',
    "X: =5": "instead of option=value",
    "X: Hash=1, hash=2": "X has hash twice",
    "X: cmd=x, Mode=Fast=1, mode=fast=2": "X has mode=fast twice",
    "X: cmd=x, cmd=y": "X has cmd twice",
    "X\x1b[2J": r"The side 'X\?\[2J' contains unprintable characters",
    "caf\udce9: Hash=1": "unprintable",
    "X: cmd=x, proto=winboard": "must be uci or xboard",
    "X: proto=xboard": "X has no command",
    "X: cmd='x": "command of X is invalid",
    "X: rating=strong": 'rating of X, "strong", is not a number',
}


@pytest.mark.parametrize("text", BAD_SIDES)
def test_bad_sides_are_refused(text):
    with pytest.raises(LaboratoryError, match=BAD_SIDES[text]):
        parse_side(text)


def test_a_comma_too_many_does_no_harm():
    assert parse_side("X: Hash=1,, ,").options == (("Hash", "1"),)
