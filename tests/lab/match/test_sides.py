"""Sides as they are written, and options as their programs declare them."""

import subprocess
import sys
from pathlib import Path

import chess.engine
import pytest

from engine.lab.match.records import MatchError, Side
from engine.lab.match.sides import (
    check_options,
    command_of,
    identity_of,
    parse_side,
    side_text,
)

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
    "": "begins with no name",
    ": Hash=1": "begins with no name",
    "Hash=16": "begins with no name",
    "X: Hash": 'X has "Hash" where option=value belongs',
    "X: =5": "where option=value belongs",
    "X: Hash=1, hash=2": "X has hash twice",
    "X: cmd=x, Mode=Fast=1, mode=fast=2": "X has mode=fast twice",
    "X: cmd=x, cmd=y": "X has cmd twice",
    "X\x1b[2J": r"The side 'X\?\[2J' has characters that cannot be printed",
    "caf\udce9: Hash=1": "cannot be printed",
    "X: cmd=x, proto=winboard": "neither uci nor xboard",
    "X: proto=xboard": "X has no command",
    "X: cmd='x": "command of X cannot be read",
    "X: rating=strong": 'rating of X is "strong"',
}


@pytest.mark.parametrize("text", BAD_SIDES)
def test_bad_sides_are_refused(text):
    with pytest.raises(MatchError, match=BAD_SIDES[text]):
        parse_side(text)


def option(name, kind, choices=None, low=None, high=None):
    return chess.engine.Option(name, kind, None, low, high, choices)


DECLARED = {
    row.name: row
    for row in (
        option("Hash", "spin", low=1, high=64),
        option("Style", "combo", ["Solid", "Very Risky"]),
        option("Learn", "check"),
        option("Book", "string"),
        option("Forget", "button"),
        option("Ponder", "check"),
        option("Mode=Fast", "check"),
        option("Mode=Slow", "string"),
        option("Mode", "string"),
    )
}
VALUES = {
    ("hash", "32"): ("Hash", 32),
    ("Style", "very risky"): ("Style", "Very Risky"),
    ("Learn", "TRUE"): ("Learn", True),
    ("Learn", "off"): ("Learn", False),
    ("Book", "a=b"): ("Book", "a=b"),
    ("Mode", "Fast=true"): ("Mode=Fast", True),
    ("mode", "fast = true"): ("Mode=Fast", True),
    ("Mode=Fast", "true"): ("Mode=Fast", True),
    ("Mode", 'Slow="a, b"'): ("Mode=Slow", "a, b"),
    ("Mode", "Slow=x=y"): ("Mode=Slow", "x=y"),
    ("Mode", "Slower=x"): ("Mode", "Slower=x"),
    ("Forget", ""): ("Forget", None),
}


@pytest.mark.parametrize("setting", VALUES, ids="=".join)
def test_options_are_found_in_any_capitals(setting):
    assert check_options(Side("X", options=(setting,)), DECLARED) == dict([VALUES[setting]])


BAD_VALUES = {
    (
        "Hahs",
        "1",
    ): "X has no option Hahs; it has: Book, Forget, Hash, Learn, Mode, Mode=Fast, .*Style.",
    ("Hash", "65"): 'Hash of X cannot be "65": .*at most 64',
    ("Hash", "much"): 'Hash of X cannot be "much"',
    ("Style", "Wild"): r'Style of X cannot be "Wild": .*Solid, Very Risky',
    ("Learn", "maybe"): 'Learn of X is true or false, not "maybe"',
    ("Forget", "it"): "Forget of X is a button",
    ("Ponder", "true"): "X cannot have Ponder set: the match does that",
}


@pytest.mark.parametrize("setting", BAD_VALUES, ids="=".join)
def test_bad_options_are_named(setting):
    with pytest.raises(MatchError, match=BAD_VALUES[setting]):
        check_options(Side("X", options=(setting,)), DECLARED)


def test_names_that_begin_alike():
    """Only the engine knows where a name ends; until then they are told apart."""
    side = parse_side("X: cmd=x, Mode=Fast=true, Mode=off, Mode=Slow=2=3")
    assert check_options(side, DECLARED) == {"Mode=Fast": True, "Mode": "off", "Mode=Slow": "2=3"}
    assert parse_side(side_text(side)) == side
    with pytest.raises(MatchError, match="X has Mode=Fast twice"):
        check_options(Side("X", options=(("Mode", "Fast=on"), ("Mode=Fast", "on"))), DECLARED)


def test_without_options_the_message_says_so():
    with pytest.raises(MatchError, match=r"X has no option Hash; it has: none\."):
        check_options(Side("X", options=(("Hash", "1"),)), {})


def test_our_own_command_answers(tmp_path):
    """From any folder, with the interpreter that runs the match."""
    command = command_of(Side("Sesame"))
    assert command[0] == sys.executable
    told = subprocess.run(
        [*command, "uci"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "uciok" in told.stdout


def test_another_command_is_left_as_it_is():
    assert command_of(Side("X", ("x", "-u"))) == ("x", "-u")


def test_the_identity_of_a_program_is_its_files(tmp_path):
    """Interpreter and script: whoever edits the script has another engine."""
    script = tmp_path / "engine.py"
    script.write_text("one")
    side = Side("X", (sys.executable, str(script), "--fast"))
    before = identity_of(side, "X 1")
    assert (before.version, len(before.source)) == ("X 1", 16)
    assert identity_of(side, "X 1") == before
    script.write_text("two")
    assert identity_of(side, "X 1") != before


def test_our_own_identity_is_the_sources(monkeypatch, tmp_path):
    """All that plays counts; the laboratory, this file's subject, does not."""
    monkeypatch.setattr("engine.lab.match.sides.ROOT", tmp_path)
    for name in ("uci.py", "engine/search/alibaba.py", "engine/lab/match/play.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    before = identity_of(Side("Sesame"), "Sesame 1")
    Path(tmp_path, "engine/lab/match/play.py").write_text("two")
    assert identity_of(Side("Sesame"), "Sesame 1") == before
    Path(tmp_path, "engine/search/alibaba.py").write_text("two")
    assert identity_of(Side("Sesame"), "Sesame 1") != before


def test_a_comma_too_many_does_no_harm():
    assert parse_side("X: Hash=1,, ,").options == (("Hash", "1"),)


def test_a_program_that_cannot_be_read_has_no_source(monkeypatch):
    """Some may be run and not read."""

    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert identity_of(Side("X", (sys.executable,)), "X 1").source == ""


def test_a_program_that_is_not_there_has_no_source():
    assert identity_of(Side("X", ("no-such-engine",)), "").source == ""
