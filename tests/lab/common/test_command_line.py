"""Numbers on the command line, and the one sentence about a wrong word."""

from argparse import ArgumentTypeError

import pytest

from engine.lab.common.command_line import (
    LARGEST_NUMBER,
    CommandParser,
    scheduler_address,
    whole,
)
from engine.lab.common.errors import LaboratoryError


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("9", 9), ("+5", 5), (" 5 ", 5)])
def test_whole_numbers(text, number):
    assert whole(3, 9)(text) == number


# What stands there, and what is said about it; both ends of the range 3 to 9 are tried above.
REFUSED = {
    "word": ("many", "'many' is not a whole number"),
    "fraction": ("3.5", "'3.5' is not a whole number"),
    "nothing": ("", "'' is not a whole number"),
    "small": ("2", "2 is less than 3"),
    "large": ("10", "'10' is more than 9"),
    "an escape": ("\x1b[2J", r"'\?\[2J' is not a whole number"),
    "longer than Python reads": ("9" * 5000, "9...' is not a whole number"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_numbers(name):
    text, sentence = REFUSED[name]
    with pytest.raises(ArgumentTypeError, match=sentence):
        whole(3, 9)(text)


def test_an_empty_address_is_not_this_machine():
    assert scheduler_address(" tcp://host:8786 ") == "tcp://host:8786"
    with pytest.raises(ArgumentTypeError, match="is empty"):
        scheduler_address(" ")


def test_no_number_is_too_large_for_a_database():
    assert whole(1)(str(LARGEST_NUMBER)) == LARGEST_NUMBER < 2**63
    with pytest.raises(ArgumentTypeError, match="is more than"):
        whole(1)(str(LARGEST_NUMBER + 1))


def test_a_wrong_word_is_a_sentence():
    words = CommandParser(prog="sesame dance")
    with pytest.raises(
        LaboratoryError, match=r"^Unrecognized arguments: --tango \(see sesame dance --h"
    ):
        words.read(["--tango"])


@pytest.fixture
def parser():
    made = CommandParser(prog="sesame dance")
    made.add_output("the dance", replaces=False)
    return made


def test_an_output_is_checked_before_the_work(parser, tmp_path):
    path = tmp_path / "out"
    assert parser.read(["--output", str(path)]).output == path
    with pytest.raises(LaboratoryError, match="There is no folder"):
        parser.read(["--output", str(tmp_path / "nowhere" / "out")])
    with pytest.raises(LaboratoryError, match="is a folder"):
        parser.read(["--output", str(tmp_path)])
    path.write_text("old")
    with pytest.raises(LaboratoryError, match="out exists; --overwrite replaces it"):
        parser.read(["--output", str(path)])
    assert parser.read(["--output", str(path), "--overwrite"]).overwrite


def test_an_output_that_is_always_replaced(tmp_path):
    parser = CommandParser(prog="sesame dance")
    parser.add_output("the dance", required=False)
    path = tmp_path / "out"
    path.write_text("old")
    assert parser.read(["--output", str(path)]).output == path
    assert parser.read([]).output is None
