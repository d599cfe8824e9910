"""`sesame match`: one sentence for every usage error."""

import pytest

from engine.lab.match.sides import side_text
from tests.lab.match.commands import QUICK
from tests.lab.match.fakes.sides import fake, fake_xboard

ANNA, BORIS = (side_text(side) for side in QUICK)
TWO = ("--side", ANNA, "--side", BORIS)
pytestmark = pytest.mark.usefixtures("folder")

MISTAKES = {
    "nobody plays": ((), "There are no sides: give --side twice or more"),
    "unknown word": (("--bogus",), "Unrecognized arguments: --bogus (see sesame match --help)."),
    "abbreviation": ((*TWO, "--round", "5"), "Unrecognized arguments: --round 5"),
    "zero rounds": ((*TWO, "--rounds", "0"), "Argument --rounds: 0 is less than 1"),
    "huge rounds": (
        (*TWO, "--rounds", "999999999"),
        "1999999998 games are too many; a match has at most 1000000.",
    ),
    "more than huge": ((*TWO, "--rounds", "9" * 30), "Argument --rounds: '999"),
    "huge seed": ((*TWO, "--seed", "9" * 30), "is more than 999999999999"),
    "huge concurrency": ((*TWO, "--concurrency", "5000"), "'5000' is more than 1024"),
    "no number": ((*TWO, "--rounds", "many"), "Argument --rounds: 'many' is not a whole number"),
    "zero nodes": ((*TWO, "--nodes", "0"), "Argument --nodes: 0 is less than 1"),
    "two limits": ((*TWO, "--nodes", "5", "--depth", "5"), "not allowed with argument"),
    "no clock": ((*TWO, "--time", "soon"), '"soon" is not a limit'),
    "nodes as a clock": ((*TWO, "--time", "nodes=5"), "--time takes a time control such as 10+0.1"),
    "one side": (("--side", ANNA), "A match needs at least two sides, not 1."),
    "same name": (("--side", ANNA, "--side", ANNA), "Two sides are named Anna."),
    "unreadable side": (("--side", "=x", "--side", BORIS), "does not begin with a name"),
    "unknown option for all": (
        ("--side", "Sesame", "--side", BORIS, "--option", "Hush=5"),
        "Sesame has no option Hush; it has: Algorithm, Aspiration,",
    ),
    "unknown option": (
        ("--side", f"{ANNA}, Hush=5", "--side", BORIS),
        "Anna has no option Hush; it has: Book, Forget, Hash,",
    ),
    "wrong value": (
        ("--side", f"{ANNA}, Hash=many", "--side", BORIS),
        'Hash of Anna cannot be "many"',
    ),
    "missing engine": (
        ("--side", "Ghost: cmd=/nowhere/ghost", "--side", BORIS),
        'Ghost cannot be started with "/nowhere/ghost": No such file',
    ),
    "broken engine": (
        ("--side", side_text(fake("Mute", "quits")), "--side", BORIS),
        "Mute exited unexpectedly with status 1: no licence",
    ),
    "silent engine": (
        ("--side", side_text(fake("Mute", "silent")), "--side", BORIS, "--patience", "1"),
        "Mute did not answer within 1 s",
    ),
    "XBoard counts no nodes": (
        ("--side", side_text(fake_xboard("Old")), "--side", BORIS),
        "Old does not support node limits",
    ),
    "unknown scheme": (("--schemes", "DEEP,BEST"), "There is no scheme 'BEST'; there are OLD,"),
    "one scheme": (("--schemes", "DEEP"), "A match needs at least two sides"),
    "table size": (
        ("--schemes", "all", "--table-positions", "17K"),
        "Table Positions takes one of Hash, 256,",
    ),
    "table size without schemes": (
        (*TWO, "--table-positions", "4K"),
        "--table-positions requires --schemes",
    ),
    "ladder with two": ((*TWO, "--ladder"), "--ladder takes one --side, not 2."),
    "no ladder": (("--ladder", "nowhere.toml"), "The ladder nowhere.toml cannot be read"),
    "no openings": ((*TWO, "--openings", "nowhere.epd"), "The openings nowhere.epd cannot be read"),
    "no tablebases": ((*TWO, "--syzygy", "nowhere"), "There is no folder nowhere (--syzygy)."),
    "empty tablebases": ((*TWO, "--syzygy", "."), 'There are no usable WDL tables (.rtbw) in "'),
    "played out and resigned": (
        (*TWO, "--play-out", "--resign", "3", "500"),
        "--play-out excludes --resign, --draw and --move-limit.",
    ),
    "SPRT of three": (
        (*TWO, "--side", side_text(fake("Clara")), "--sprt", "0", "5"),
        "--sprt requires two sides, not 3.",
    ),
    "SPRT of three numbers": ((*TWO, "--sprt", "0", "5", "0.1"), "--sprt takes ELO0 ELO1 or"),
    "SPRT upside down": ((*TWO, "--sprt", "5", "0"), "--sprt: elo0 must be below elo1, and"),
    "SPRT without an end": ((*TWO, "--sprt", "0", "inf"), ", not 0 and inf."),
    "SPRT of no number": ((*TWO, "--sprt", "nan", "5"), ", not nan and 5."),
    "SPRT risks": ((*TWO, "--sprt", "0", "5", "0.5", "0.6"), "--sprt: Error rates are above 0"),
    "model without SPRT": ((*TWO, "--sprt-model", "logistic"), "--sprt-model requires --sprt"),
    "no database": (("--report",), "There is no database match.db."),
    "nothing to resume": (("--resume", "--database", "x.db"), "There is no database x.db."),
    "no folder": (
        (*TWO, "--database", "nowhere/match.db", "--openings", "start.epd"),
        "There is no folder nowhere for match.db.",
    ),
    "no folder for PGN": (
        (*TWO, "--pgn", "nowhere/games.pgn"),
        "There is no folder nowhere for games.pgn.",
    ),
    "a folder for PGN": ((*TWO, "--pgn", "."), ". is a folder."),
    "a folder for a database": ((*TWO, "--database", "."), ". is a folder."),
    "settings for a report": (
        ("--report", *TWO, "--rounds", "5", "--scheduler", "tcp://x:1"),
        "--report only reads match.db; remove --side, --rounds, --scheduler.",
    ),
    "PGN for a report": (
        ("--report", "--pgn", "x.pgn"),
        "--report does not write games; use --export",
    ),
    "resume and report": (("--resume", "--report"), "not allowed with argument"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_sentence(folder, said, name):
    """Status 2, nothing on the standard output, and no database is begun."""
    words, sentence = MISTAKES[name]
    status, output, complaints = said(*words)
    assert (status, output) == (2, "")
    *_, last = complaints.splitlines()
    assert last.startswith("sesame match: ")
    assert sentence in last
    assert not [path for path in folder.glob("*.db") if path.stat().st_size]
