"""Who plays: sides, options for all of them, schemes, and opponents out of the ladder."""

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.match.arguments import parser
from engine.lab.match.entrants import sides_of
from engine.lab.match.ladder import read_ladder
from engine.lab.match.records import Side
from engine.table.replacement import SCHEMES


def entrants(*words, warn=lambda _: None):
    """Who plays by a command line."""
    return sides_of(parser().parse_args(list(words)), warn)


def options(*words):
    """The options of each side."""
    return {side.name: dict(side.options) for side in entrants(*words)}


def test_all_schemes():
    """One side for each row, and a table in which replacement matters."""
    assert options("--schemes", "all") == {
        scheme.name: {"Replacement Scheme": scheme.name, "Table Positions": "16K"}
        for scheme in SCHEMES
    }


def test_schemes_by_name():
    """In any capitals and the order given."""
    assert list(options("--schemes", " deep ,TwoBig1", "--table-positions", "4k")) == [
        "DEEP",
        "TWOBIG1",
    ]


def test_an_option_for_all():
    """Every side that is Sesame gets it; another program may not even have it."""
    words = ("--side", "A", "--side", "B: Hash=1", "--side", "C: cmd=other, Hash=2")
    found = options(*words, "--option", "PVS=false", "--option", "Hash Seed = 7 ")
    common = {"PVS": "false", "Hash Seed": "7"}
    assert found == {"A": common, "B": {"Hash": "1", **common}, "C": {"Hash": "2"}}


def test_what_a_side_sets_itself_stays():
    """In whatever capitals it writes the option."""
    found = options("--side", "A: HASH=1", "--side", "B", "--option", "Hash=2")
    assert found == {"A": {"HASH": "1"}, "B": {"Hash": "2"}}


def test_an_option_for_all_schemes():
    found = options("--schemes", "OLD,NEW", "--option", "PVS=false")
    assert [one["PVS"] for one in found.values()] == ["false", "false"]
    assert found["OLD"]["Table Positions"] == "16K"


@pytest.fixture
def ladder(monkeypatch):
    """A ladder of which all but Glaurung is installed; gives its words."""

    def installed(opponents):
        here = [one.side for one in opponents if one.side.name != "Glaurung"]
        return here, [one for one in opponents if one.side.name == "Glaurung"]

    monkeypatch.setattr("engine.lab.match.entrants.installed", installed)
    return ("--ladder",)


def names(sides):
    return [side.name for side in sides]


def test_the_whole_ladder(ladder):
    """Sesame first, then from weak to strong."""
    heard = []
    found = entrants(*ladder, warn=heard.append)
    expected = ["Sesame", *names(opponent.side for opponent in read_ladder())]
    expected.remove("Glaurung")
    assert names(found) == expected
    assert found[0] == Side("Sesame")
    assert heard == ["Glaurung is not installed (Debian: apt install glaurung)."]


def test_opponents_by_name(ladder):
    """In any capitals, in the order of the ladder; nobody else is asked for or missed."""
    heard = []
    found = entrants(*ladder, "--opponents", "gnu chess, Phalanx,PHALANX", warn=heard.append)
    assert names(found) == ["Sesame", "Phalanx", "GNU Chess"]
    assert heard == []


def test_an_option_for_sesame_on_the_ladder(ladder):
    ours, theirs = entrants(*ladder, "--opponents", "Stockfish", "--option", "Hash=128")
    assert ours == Side("Sesame", options=(("Hash", "128"),))
    assert dict(theirs.options) == {"Hash": "64"}


LIST = "Fairy-Max, HoiChess, Sjaak II, Phalanx, GNU Chess, Glaurung, Toga II, Fairy-Stockfish, "
MISTAKES = {
    "nobody": ((), "There are no sides"),
    "unknown opponent": (
        ("--ladder", "--opponents", "Phalanx,Deep Blue"),
        f"There is no opponent 'Deep Blue'; there are {LIST}Ethereal, Stockfish.",
    ),
    "no opponent": (("--ladder", "--opponents", ""), "There is no opponent ''; there are Fairy-"),
    "opponents without a ladder": (
        ("--side", "A", "--opponents", "Phalanx"),
        "--opponents requires --ladder.",
    ),
    "only one that is missing": (
        ("--ladder", "--opponents", "Glaurung"),
        "No opponent of the ladder is installed.",
    ),
    "no value": (
        ("--side", "A", "--option", "Hash"),
        '"Hash" instead of option=value',
    ),
    "an option twice": (
        ("--side", "A", "--option", "Hash=1", "--option", "hash=2"),
        "--option has hash twice.",
    ),
    "nobody to have it": (
        ("--side", "A: cmd=a", "--option", "Hash=1"),
        "--option sets options of Sesame, but no side is Sesame.",
    ),
    "the scheme": (
        ("--schemes", "all", "--option", "replacement scheme=OLD"),
        "--option cannot set Replacement Scheme: --schemes and --table-positions set it.",
    ),
    "the table": (
        ("--schemes", "all", "--option", "Table Positions=4K"),
        "--option cannot set Table Positions: --schemes and --table-positions set it.",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(ladder, name):
    words, sentence = MISTAKES[name]
    with pytest.raises(LaboratoryError) as refusal:
        entrants(*words)
    assert sentence in str(refusal.value)


def test_nothing_of_the_ladder_is_installed(monkeypatch):
    """`--ladder` without a file is the ladder of the laboratory."""
    monkeypatch.setattr("engine.lab.match.entrants.installed", lambda ladder: ([], ladder))
    heard = []
    with pytest.raises(LaboratoryError, match="No opponent of the ladder is installed"):
        entrants("--ladder", warn=heard.append)
    assert len(heard) == 10
    assert "Phalanx is not installed (Debian: apt install phalanx)." in heard
