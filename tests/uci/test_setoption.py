"""`setoption`: where the name ends and the value begins, and every option over a real session."""

import tempfile

import pytest

from engine.options import OPTIONS, Button, Check, Combo, Option, Place, Spin, Value, written
from engine.options.kinds import OptionError
from engine.process.texts import COMPILING
from engine.thinking import loading
from engine.uci.setoption import as_written, name_and_value
from tests.uci.books import OUR_BOOK
from tests.uci.conversation import Conversation, bestmove, complaints
from tests.uci.tables import SMALL
from tests.uci.talk import Talk

# The trees of a search that begins with all options changed are written here.
FOLDER = tempfile.TemporaryDirectory()
PLACES = {
    "book_file": str(OUR_BOOK),
    "syzygy_path": str(SMALL),
    "tree_log": FOLDER.name,
    "learn_file": f"{FOLDER.name}/weights.json",
}


def another_value(option: Option) -> Value:
    """Give a value that is not the default, as far as there is one; for numbers its neighbour."""
    if isinstance(option, Spin):
        step = 1 if option.default < option.highest else -1
        return option.default + step
    if isinstance(option, Check):
        return not option.default
    if isinstance(option, Combo):
        return next(choice for choice in option.choices if choice != option.default)
    if isinstance(option, Place):
        return PLACES[option.field]
    return option.default


def setting(option: Option) -> str:
    """Write the command that sets the other value."""
    if isinstance(option, Button):
        return f"setoption name {option.name}"
    value = another_value(option)
    return f"setoption name {option.name} value {written(value)}"


# Six options are called Something Value.
DIVIDED = {
    "one word": ("name Hash value 32", ("Hash", "32")),
    "two words": ("name Hash Bits value 48", ("Hash Bits", "48")),
    "value of two words": ("name Table Use value move only", ("Table Use", "move only")),
    "capitals": ("NAME hash VALUE 32", ("hash", "32")),
    "no value": ("name Clear Hash", ("Clear Hash", "")),
    "an empty value": ("name Hash value", ("Hash", "")),
    "value in the name": ("name Pawn Value value 120", ("Pawn Value", "120")),
    "value in the name, capitals": ("name pawn value VALUE 120", ("pawn value", "120")),
    "value in the name, no value": ("name Pawn Value", ("Pawn Value", "")),
    "value in the name, an empty value": ("name Pawn Value value", ("Pawn Value", "")),
    "value in the value": (
        "name UCI_EngineAbout value my value is 3",
        ("UCI_EngineAbout", "my value is 3"),
    ),
    "unknown": ("name NoSuch value 1", ("NoSuch", "1")),
    "no name": ("name", ("", "")),
    "value alone": ("name value 3", ("", "3")),
    "value again and again": ("name" + " value" * 3, ("", "value value")),
}


@pytest.mark.parametrize(("words", "divided"), DIVIDED.values(), ids=DIVIDED)
def test_the_longest_known_name_counts(words: str, divided: tuple[str, str]) -> None:
    assert name_and_value(words.split()) == divided


@pytest.mark.parametrize("words", ["", "Hash", "Hash value 32"])
def test_the_word_name_is_missing(words: str) -> None:
    with pytest.raises(OptionError, match="needs the word name"):
        name_and_value(words.split())


def test_a_long_line_takes_no_longer_than_its_length() -> None:
    """A hundred thousand places to divide, each one a name of its own."""
    name, text = name_and_value(["name", *["value"] * 100_000])
    assert name == "" and len(text) == 100_000 * 6 - 7


AS_WRITTEN = {
    "one space": ("setoption name Book File value a b", "a b", "a b"),
    "two spaces": ("setoption name Book File value a  b \r\n", "a b", "a  b"),
    "spaces before": ("setoption name Book File value   a", "a", "a"),
    "nothing": ("setoption name Book File value  ", "", ""),
    "no value": ("setoption name Clear Hash", "", ""),
    "the same word before": (
        "setoption name value value value  value",
        "value value",
        "value  value",
    ),
}


@pytest.mark.parametrize(("line", "text", "value"), AS_WRITTEN.values(), ids=AS_WRITTEN)
def test_spaces_within_a_value(line: str, text: str, value: str) -> None:
    """Folders may be called so."""
    assert as_written(text, line) == value


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_every_option_reaches_the_engine(talk: Talk, option: Option) -> None:
    talk.obey(setting(option))
    assert talk.session.complaints == 0
    if isinstance(option, Button):
        assert talk.engine.calls == [f"press {option.field}"]
    else:
        assert talk.engine.settings[option.field] == another_value(option)


@pytest.mark.parametrize(
    "option",
    [option for option in OPTIONS if isinstance(option, Combo)],
    ids=lambda option: option.name,
)
def test_every_choice_reaches_the_engine(talk: Talk, option: Combo) -> None:
    for choice in option.choices:
        talk.obey(f"setoption name {option.name} value {choice.upper()}")
        assert talk.engine.settings[option.field] == choice and talk.session.complaints == 0


def told(option: Option, said: str) -> bool:
    """Whether a message is no fault: tablebases are reported, a component of entries is refused."""
    if isinstance(option, Place):
        return "Tablebases" in said
    return option.field.startswith("entry_") and "belongs to the search AliBaba" in said


def test_every_option_of_the_real_engine(sesame: Conversation) -> None:
    """Each with another value than its default, and at the end all of them together."""
    for option in OPTIONS:
        said = complaints(sesame.ask(setting(option)))
        assert not said or told(option, said[0]), said
        if option.field.startswith("entry_"):  # there is no search that takes them all
            sesame.ask(f"setoption name {option.name} value false")
    bestmove(sesame.go("go depth 3"))


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_search_that_must_be_compiled_is_told_of(
    monkeypatch: pytest.MonkeyPatch, is_kept: bool, is_loaded: bool
) -> None:
    """It takes some seconds; no other option does, and no search that this process has already."""
    monkeypatch.setattr(loading, "is_complete", lambda _: is_kept)
    monkeypatch.setattr(loading, "_loaded", {"AliBaba"} if is_loaded else set())
    monkeypatch.setattr(loading, "compile_part", lambda part, doors: None)
    talk = Talk().obey("setoption name Search value alibaba", "setoption name Hash value 2")
    assert talk.lines == ([] if is_kept or is_loaded else [f"info string {COMPILING}"])
