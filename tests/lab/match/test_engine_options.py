"""Options of sides, as their programs declare them."""

import chess.engine
import pytest

from engine.lab.match.engine_options import check_options
from engine.lab.match.records import MatchError, Side
from engine.lab.match.sides import parse_side, side_text


def option(name, kind, choices=None, low=None, high=None):
    return chess.engine.Option(name, kind, None, low, high, choices)


DECLARED = {
    row.name: row
    for row in (
        option("Hash", "spin", low=1, high=64),
        option("Style", "combo", ["Solid", "Very Risky"]),
        option("Table", "combo", ["1K", "1M"]),
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
    ("Table", "1024K"): ("Table", "1M"),
    ("Table", "1024"): ("Table", "1K"),
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
    ("Learn", "maybe"): 'Learn of X must be true or false, not "maybe"',
    ("Forget", "it"): "Forget of X is a button",
    ("Ponder", "true"): "Ponder of X cannot be set: the match sets it",
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
