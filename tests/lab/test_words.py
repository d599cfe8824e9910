"""Numbers on the command line, and the one sentence about a wrong word."""

from argparse import ArgumentTypeError

import pytest

from engine.lab.match.records import MatchError
from engine.lab.words import MOST, Words, whole


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("9", 9), ("+5", 5), (" 5 ", 5)])
def test_whole_numbers(text, number):
    assert whole(3, 9)(text) == number


# What stands there, and what is said about it; both ends of the range 3 to 9 are tried above.
REFUSED = {
    "word": ("many", "'many' is no whole number"),
    "fraction": ("3.5", "'3.5' is no whole number"),
    "nothing": ("", "'' is no whole number"),
    "small": ("2", "2 is less than 3"),
    "large": ("10", "'10' is more than 9"),
    "an escape": ("\x1b[2J", r"'\?\[2J' is no whole number"),
    "longer than Python reads": ("9" * 5000, "9...' is no whole number"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_numbers(name):
    text, sentence = REFUSED[name]
    with pytest.raises(ArgumentTypeError, match=sentence):
        whole(3, 9)(text)


def test_no_number_is_too_large_for_a_database():
    assert whole(1)(str(MOST)) == MOST < 2**63
    with pytest.raises(ArgumentTypeError, match="is more than"):
        whole(1)(str(MOST + 1))


def test_a_wrong_word_is_a_sentence():
    words = Words(prog="sesame dance")
    with pytest.raises(
        MatchError, match=r"^Unrecognized arguments: --tango \(see sesame dance --h"
    ):
        words.parse_args(["--tango"])
