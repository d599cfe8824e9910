"""The options: what is declared is what is read, printed, and written down."""

import subprocess
import sys

import pytest

from engine import options
from engine.options import OPTIONS, Button, Change, Check, Combo, OptionError, Place, Spin, String
from tests.uci.conversation import CHECKOUT

OPTION_IDS = [option.name for option in OPTIONS]


def test_names_and_fields_are_unique() -> None:
    assert len({option.name.lower() for option in OPTIONS}) == len(OPTIONS)
    assert len({option.field for option in OPTIONS}) == len(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS, ids=OPTION_IDS)
def test_default_is_a_value(option: options.Option) -> None:
    """A default that its own row refuses could never be restored."""
    text = str(option.default)
    assert options.parse(option, text) == option.default
    if option.dtype is not None:
        assert isinstance(option.number(option.default), int)


# What is renewed, for one option of each group; all that the search reads anew needs nothing.
RENEWED = {
    "Hash": Change.TABLE,
    "Hash Seed": Change.KEYS,
    "Threads": Change.THREADS,
    "Search": Change.SEARCH,
    "Queen Value": Change.VALUES,
    "King Value": Change.NOTHING,
    "Strict Threefold": Change.CLEAR,
    "Clear Hash": Change.CLEAR,
    "MultiPV": Change.NOTHING,
}


@pytest.mark.parametrize(("name", "change"), RENEWED.items(), ids=RENEWED)
def test_what_a_change_renews(name: str, change: Change) -> None:
    assert options.find(name).on_change == change


def test_every_kind_of_change_is_used() -> None:
    assert {option.on_change for option in OPTIONS} == set(Change)


def test_a_row_cannot_be_changed() -> None:
    """Rows are shared by all engines of a process."""
    with pytest.raises(AttributeError):
        options.find("Hash").default = 1


# UCI_Chess960 and Clear Hash have the spelling of the UCI text; GUIs look for exactly these.
LINES = {
    "spin": ("Hash", "option name Hash type spin default 64 min 1 max 1048576"),
    "check": ("UCI_Chess960", "option name UCI_Chess960 type check default false"),
    "button": ("Clear Hash", "option name Clear Hash type button"),
    "string": ("SyzygyPath", "option name SyzygyPath type string default <empty>"),
    "combo": (
        "Table Depth Match",
        "option name Table Depth Match type combo default at least var at least var exact",
    ),
}


@pytest.mark.parametrize(("name", "line"), LINES.values(), ids=LINES)
def test_option_line(name: str, line: str) -> None:
    assert options.option_line(options.find(name)) == line


@pytest.mark.parametrize("kind", [String, Place])
def test_an_empty_string_has_a_default_all_the_same(kind: type) -> None:
    """cutechess#406: an option of type string without a default is invisible."""
    line = options.option_line(kind("Name", "name", "", sentence="nothing"))
    assert line == "option name Name type string default <empty>"


@pytest.mark.parametrize("spelling", ["Clear Hash", "clear hash", "  CLEAR\t hash "])
def test_names_are_found_in_any_spelling(spelling: str) -> None:
    assert options.find(spelling).field == "clear_hash"


SPIN = Spin("Hash", "hash_mib", 64, 1, 100, sentence="")
CHECK = Check("PVS", "pvs", True, sentence="")
COMBO = Combo("History", "history", "depth", ("off", "depth", "depth squared"), sentence="")
BUTTON = Button("Clear Hash", "clear_hash", sentence="")
STRING = String("About", "about", "Sesame", sentence="")
PLACE = Place("Book File", "book_file", "", sentence="")

VALUES = {
    "lowest": (SPIN, "1", 1),
    "highest": (SPIN, "100", 100),
    "zeros before": (SPIN, "0050", 50),
    "plus": (SPIN, "+5", 5),
    "true": (CHECK, "true", True),
    "capitals": (CHECK, "False", False),
    "choice": (COMBO, "depth", "depth"),
    "choice of two words": (COMBO, "depth  squared", "depth squared"),
    "choice in capitals": (COMBO, "DEPTH Squared", "depth squared"),
    "button": (BUTTON, "", ""),
    "what it is already": (STRING, "Sesame", "Sesame"),
    "path": (PLACE, " /a  b/c.bin ", "/a  b/c.bin"),
    "path in quotes": (PLACE, '" C:\\a  b "', "C:\\a  b"),
    "path in single quotes": (PLACE, "'/a'", "/a"),
    "path that begins with a quote": (PLACE, "'a", "'a"),
    "one quote": (PLACE, '"', '"'),
    "empty": (PLACE, "<empty>", ""),
    "empty in quotes": (PLACE, '"<empty>"', ""),
    "nothing": (PLACE, "", ""),
    "nothing in quotes": (PLACE, '""', ""),
}


@pytest.mark.parametrize(("option", "text", "value"), VALUES.values(), ids=VALUES)
def test_values(option: options.Option, text: str, value: options.Value) -> None:
    read = options.parse(option, text)
    assert read == value and type(read) is type(value)


# kind: stockfish.js#28, a bad value kills the engine
REFUSED = {
    "word for a number": (SPIN, "abc", "1 to 100"),
    "no number": (SPIN, "", "none was given"),
    "too small": (SPIN, "0", "1 to 100"),
    "too large": (SPIN, "101", "1 to 100"),
    "negative": (SPIN, "-5", "1 to 100"),
    "fraction": (SPIN, "1.5", "1 to 100"),
    "Python's underscore": (SPIN, "1_0", "1 to 100"),
    "digits of another script": (SPIN, "١", "1 to 100"),  # noqa: RUF001
    "5000 digits": (SPIN, "9" * 5000, "1 to 100"),
    "number for a switch": (CHECK, "1", "true or false"),
    "no truth": (CHECK, "", "true or false"),
    "no such choice": (COMBO, "cubed", "off, depth, depth squared"),
    "half a choice": (COMBO, "squared", "off, depth, depth squared"),
    "button with a value": (BUTTON, "true", "takes no value"),
    "read-only text": (STRING, "Deep Thought", "not changed"),
}


@pytest.mark.parametrize(("option", "text", "said"), REFUSED.values(), ids=REFUSED)
def test_refusals_say_what_is_possible(option: options.Option, text: str, said: str) -> None:
    with pytest.raises(OptionError) as refusal:
        options.parse(option, text)
    assert said in str(refusal.value) and option.name in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("name", ["NoSuch", "", "   ", "x" * 100_000])
def test_unknown_names(name: str) -> None:
    with pytest.raises(OptionError) as refusal:
        options.find(name)
    assert len(str(refusal.value)) < 200


def test_combos_are_numbered_by_their_choice() -> None:
    assert [COMBO.number(choice) for choice in COMBO.choices] == [0, 1, 2]


def test_table_positions_are_powers_of_two() -> None:
    counts = list(options.POSITION_COUNTS.values())
    assert counts == [2**power for power in range(8, 29)]
    assert options.positions_of("256M") == 2**28
    assert options.positions_of("Hash") is None


# What is written, and how the row spells it; K is 1024.
SIZES = {
    "256": "256",
    "512": "512",
    "1024": "1K",
    "1k": "1K",
    "0008K": "8K",
    "8192": "8K",
    "1024K": "1M",
    "1 M": "1M",
    "1048576": "1M",
    "262144K": "256M",
    "hash": "Hash",
}


@pytest.mark.parametrize(("text", "choice"), SIZES.items())
def test_a_table_size_may_be_written_in_several_ways(text: str, choice: str) -> None:
    assert options.parse(options.find("Table Positions"), text) == choice


@pytest.mark.parametrize(
    "text", ["128", "17K", "0", "512M", "1G", "1.5M", "-8K", "K", "", "1KK", "9" * 30]
)
def test_other_table_sizes_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"takes one of Hash, 256, 512, 1K,"):
        options.parse(options.find("Table Positions"), text)


def test_defaults_have_every_field_that_has_a_value() -> None:
    fields = {option.field for option in OPTIONS if option.kind != "button"}
    assert options.defaults().keys() == fields


def test_documentation_is_the_table() -> None:
    """docs/options.md is printed from the rows; `make options` writes it."""
    written = (CHECKOUT / "docs" / "options.md").read_text(encoding="utf-8")
    assert written == options.markdown()


def test_nothing_heavy_is_imported() -> None:
    """`uciok` within 0.1 s: the options are printed before numba, numpy and chess are loaded."""
    program = (
        "import sys, engine.cli\n"
        "heavy = {'numba', 'numpy', 'chess', 'llvmlite', 'asyncio'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, check=True)
