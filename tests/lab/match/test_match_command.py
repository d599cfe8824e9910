"""`sesame match` on the command line: what it plays, and one sentence for every mistake."""

import io
import shlex
import sqlite3
import subprocess
import sys

import chess.pgn
import pytest

from engine.lab.match.command import main
from engine.lab.match.records import Adjudication, Limit
from engine.lab.match.sides import side_text
from engine.lab.match.store import Store
from tests.lab.match.commands import CHECKOUT, QUICK, run
from tests.lab.match.fakes.sides import fake, fake_xboard

ANNA, BORIS = (side_text(side) for side in QUICK)
TWO = ("--side", ANNA, "--side", BORIS)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "start.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    return tmp_path


@pytest.fixture
def said(folder, capsys):
    """Run a command line in this process; returns status, output and complaints."""

    def saying(*words):
        status = main(list(words))
        return status, *capsys.readouterr()

    return saying


MISTAKES = {
    "nobody plays": ((), "Nobody plays: give --side twice or more"),
    "unknown word": (("--bogus",), "Unrecognized arguments: --bogus (see sesame match --help)."),
    "abbreviation": ((*TWO, "--round", "5"), "Unrecognized arguments: --round 5"),
    "zero rounds": ((*TWO, "--rounds", "0"), "Argument --rounds: 0 is less than 1"),
    "huge rounds": (
        (*TWO, "--rounds", "999999999"),
        "1999999998 games are more than a match may have, 1000000.",
    ),
    "more than huge": ((*TWO, "--rounds", "9" * 30), "Argument --rounds: '999"),
    "huge seed": ((*TWO, "--seed", "9" * 30), "is more than 999999999999"),
    "huge concurrency": ((*TWO, "--concurrency", "5000"), "'5000' is more than 1024"),
    "no number": ((*TWO, "--rounds", "many"), "Argument --rounds: 'many' is not a whole number"),
    "zero nodes": ((*TWO, "--nodes", "0"), "Argument --nodes: 0 is less than 1"),
    "two limits": ((*TWO, "--nodes", "5", "--depth", "5"), "not allowed with argument"),
    "no clock": ((*TWO, "--time", "soon"), '"soon" is no limit'),
    "nodes as a clock": ((*TWO, "--time", "nodes=5"), "--time takes a clock as 10+0.1"),
    "one side": (("--side", ANNA), "A match needs at least two sides, and there are 1."),
    "same name": (("--side", ANNA, "--side", ANNA), "Two sides have the name Anna."),
    "unreadable side": (("--side", "=x", "--side", BORIS), "begins with no name"),
    "unknown option for all": (
        ("--side", "Sesame", "--side", BORIS, "--option", "Hush=5"),
        "Sesame has no option Hush; it has: Aspiration,",
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
        'Ghost cannot be started by "/nowhere/ghost": No such file',
    ),
    "broken engine": (
        ("--side", side_text(fake("Mute", "quits")), "--side", BORIS),
        "Mute ended unexpectedly with status 1: no licence",
    ),
    "silent engine": (
        ("--side", side_text(fake("Mute", "silent")), "--side", BORIS, "--patience", "1"),
        "Mute gave no answer within 1 s",
    ),
    "XBoard counts no nodes": (
        ("--side", side_text(fake_xboard("Old")), "--side", BORIS),
        "Old does not say that it can count nodes",
    ),
    "unknown scheme": (("--schemes", "DEEP,BEST"), "There is no scheme 'BEST'; there are OLD,"),
    "one scheme": (("--schemes", "DEEP"), "A match needs at least two sides"),
    "table size": (
        ("--schemes", "all", "--table-positions", "17K"),
        "Table Positions takes one of Hash, 1K,",
    ),
    "table size without schemes": (
        (*TWO, "--table-positions", "4K"),
        "--table-positions belongs to --schemes",
    ),
    "ladder with two": ((*TWO, "--ladder"), "--ladder takes one side of yours, not 2."),
    "no ladder": (("--ladder", "nowhere.toml"), "The ladder nowhere.toml cannot be read"),
    "no openings": ((*TWO, "--openings", "nowhere.epd"), "Cannot read the openings nowhere.epd"),
    "no tablebases": ((*TWO, "--syzygy", "nowhere"), "There is no folder nowhere"),
    "empty tablebases": ((*TWO, "--syzygy", "."), 'There are no usable WDL tables (.rtbw) in "'),
    "played out and resigned": (
        (*TWO, "--play-out", "--resign", "3", "500"),
        "--play-out goes without --resign, --draw and --move-limit.",
    ),
    "SPRT of three": (
        (*TWO, "--side", side_text(fake("Clara")), "--sprt", "0", "5"),
        "--sprt compares two sides, not 3.",
    ),
    "SPRT of three numbers": ((*TWO, "--sprt", "0", "5", "0.1"), "--sprt takes ELO0 ELO1 or"),
    "SPRT upside down": ((*TWO, "--sprt", "5", "0"), "--sprt: elo0 lies below elo1, and"),
    "SPRT without an end": ((*TWO, "--sprt", "0", "inf"), "; 0 and inf do not."),
    "SPRT of no number": ((*TWO, "--sprt", "nan", "5"), "; nan and 5 do not."),
    "SPRT risks": ((*TWO, "--sprt", "0", "5", "0.5", "0.6"), "--sprt: Risks are above 0"),
    "model without SPRT": ((*TWO, "--sprt-model", "logistic"), "--sprt-model belongs to --sprt"),
    "no database": (("--report",), "There is no database match.db."),
    "nothing to resume": (("--resume", "--database", "x.db"), "There is no database x.db."),
    "no folder": (
        (*TWO, "--database", "nowhere/match.db", "--openings", "start.epd"),
        "There is no folder nowhere for match.db.",
    ),
    "no folder for PGN": ((*TWO, "--pgn", "nowhere/games.pgn"), "There is no folder nowhere"),
    "a folder for PGN": ((*TWO, "--pgn", "."), ". is a folder."),
    "a folder for a database": ((*TWO, "--database", "."), ". is a folder."),
    "settings for a report": (
        ("--report", *TWO, "--rounds", "5", "--scheduler", "tcp://x:1"),
        "--report only reads match.db; leave --side, --rounds, --scheduler out.",
    ),
    "PGN for a report": (("--report", "--pgn", "x.pgn"), "--report writes no games; --export"),
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


def test_bad_lines_of_openings_are_named_and_counted(folder, said):
    """Each is named by its line; the match is played with the others."""
    good = (folder / "start.epd").read_text()
    lines = ["# openings", good.strip(), "no position", good.strip(), "8/8/8/8/8/8/8/8 w - -"]
    (folder / "some.epd").write_text("\n".join(lines))
    status, _, complaints = said(*TWO, "--openings", "some.epd", "--rounds", "1")
    assert status == 0
    warnings = complaints.splitlines()
    assert warnings[0].startswith("sesame match: some.epd, line 3: ")
    assert warnings[1].startswith("sesame match: some.epd, line 5: ")
    assert warnings[2] == (
        "sesame match: some.epd: 1 openings; left out: 2 bad lines, 1 positions that had come "
        "before."
    )


def test_an_older_database_is_left_alone(folder, said):
    """Playing, resuming, reporting and exporting all say so."""
    words = (*TWO, "--openings", "start.epd", "--rounds", "1")
    assert said(*words)[0] == 0
    connection = sqlite3.connect("match.db")
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    before = (folder / "match.db").read_bytes()
    for more in (words, ("--resume",), ("--report",), ("--export",)):
        status, output, complaints = said(*more)
        assert (status, output) == (2, "")
        assert "was written by an older version of Sesame (format 0" in complaints
    assert (folder / "match.db").read_bytes() == before


def test_a_second_match_does_not_touch_the_first(folder, said):
    words = (*TWO, "--openings", "start.epd", "--rounds", "1")
    assert said(*words)[0] == 0
    status, _, complaints = said(*words)
    assert status == 2
    assert "match.db holds a match already, 2 of 2 games played. Add --resume" in complaints


def test_report_and_export_only_read(folder, said):
    """The report is the one shown at the end; the games are those of --pgn."""
    words = (*TWO, "--openings", "start.epd", "--rounds", "2", "--pgn", "games.pgn")
    status, output, complaints = said(*words)
    assert status == 0
    assert complaints.endswith("4 games written to games.pgn.\n")
    before = (folder / "match.db").read_bytes()
    status, report, _ = said("--report")
    assert status == 0
    assert output.endswith(report)
    assert report.startswith("Anna - Boris, pair, nodes=20000: 4 of 4 games\n")
    status, exported, _ = said("--export")
    assert status == 0
    assert exported == (folder / "games.pgn").read_text()
    read = io.StringIO(exported)
    results = [chess.pgn.read_game(read).headers["Result"] for _ in range(4)]
    assert results == ["1/2-1/2"] * 4
    assert chess.pgn.read_game(read) is None
    assert (folder / "match.db").read_bytes() == before


def test_settings_are_stored_as_asked(folder, said):
    words = (
        *("--openings", "start.epd", "--rounds", "1", "--seed", "9", "--time", "40/5+0.1"),
        *("--sprt", "-3", "3", "0.1", "0.2", "--sprt-model", "normalised", "--concurrency", "1"),
        *("--resign", "4", "700", "--draw", "30", "6", "5", "--move-limit", "0", "--margin", "9"),
    )
    assert said(*TWO, *words)[0] == 0
    plan = Store.open(folder / "match.db").plan
    assert plan.settings.limit == Limit.parse("40/5+0.1")
    assert plan.settings.adjudication == Adjudication(4, 700, 6, 5, 30, 0)
    assert (plan.settings.seed, plan.settings.rounds, plan.settings.margin_ms) == (9, 1, 9)
    assert (plan.settings.schedule, plan.settings.concurrency) == ("pair", 1)
    test = plan.test
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (-3, 3, 0.1, 0.2)
    assert test.model == "normalised"
    assert shlex.split(plan.command) == [*TWO, *words]


def test_playing_out_switches_all_adjudication_off(folder, said):
    assert said(*TWO, "--openings", "start.epd", "--rounds", "1", "--play-out")[0] == 0
    adjudication = Store.open(folder / "match.db").plan.settings.adjudication
    assert (adjudication.resign_moves, adjudication.draw_moves, adjudication.move_limit) == (0,) * 3


def test_faults_are_games_and_the_match_goes_on(folder, said):
    """An engine that dies, one that plays nonsense: all games get a result and a reason."""
    mortal, liar = fake("Mortal", "dies", "4"), fake("Liar", "illegal", "5")
    words = ("--side", side_text(mortal), "--side", side_text(liar), "--openings", "start.epd")
    status, output, _ = said(*words, "--rounds", "2")
    assert status == 0
    assert "4 of 4 games" in output
    store = Store.open(folder / "match.db")
    # White moves with 4 moves on the board, Black with 5.
    reasons = {game.task.white: game.reason.value for game in store.games()}
    assert reasons == {"Mortal": "crash", "Liar": "crash"}
    assert "Games ended by: crash 4" in output


def test_a_ladder_leaves_out_what_is_missing_or_cannot_play(folder, said):
    """Named, with the package to install; the rating of the rest is the anchor."""
    command = ", ".join(f'"{word}"' for word in fake("Boris").command)
    (folder / "ladder.toml").write_text(
        f"""
        [[opponent]]
        name = "Boris"
        package = "boris"
        command = [{command}]
        protocol = "uci"
        rating = 1900
        source = "CCRL of our dreams"
        [[opponent]]
        name = "Ghost"
        package = "ghost-chess"
        command = ["ghost-of-a-program"]
        protocol = "uci"
        [[opponent]]
        name = "Mute"
        package = "mute"
        command = [{command}, "quits"]
        protocol = "uci"
        """
    )
    words = ("--side", ANNA, "--ladder", "ladder.toml", "--openings", "start.epd", "--rounds", "1")
    status, output, complaints = said(*words)
    assert status == 0
    assert "Ghost is not installed (Debian: apt install ghost-chess)." in complaints
    assert "Left out: Mute ended unexpectedly" in complaints
    lines = output.splitlines()
    ratings = lines[lines.index("Ratings") :]
    # Two draws: the fitted rating is the anchor's.
    assert [line.split()[:2] for line in ratings[2:4]] in (
        [["Anna", "1900.0"], ["Boris", "1900.0"]],
        [["Boris", "1900.0"], ["Anna", "1900.0"]],
    )
    plan = Store.open(folder / "match.db").plan
    assert plan.settings.limit == Limit.parse("10+0.1")
    assert plan.settings.schedule == "gauntlet"
    assert said(*words, "--resume")[0] == 0


def test_nobody_of_the_ladder_can_play(folder, said):
    (folder / "ladder.toml").write_text(
        "[[opponent]]\nname = 'Mute'\npackage = 'mute'\nprotocol = 'uci'\n"
        f"command = {list(fake('Mute', 'quits').command)}\n"
    )
    words = ("--side", ANNA, "--ladder", "ladder.toml", "--openings", "start.epd")
    status, _, complaints = said(*words)
    assert status == 2
    assert complaints.endswith("sesame match: None of the ladder's opponents can play.\n")


def test_without_our_own_openings(folder, said, monkeypatch):
    """They come with a checkout, not with an installed package."""
    monkeypatch.setattr("engine.lab.match.planning.OPENINGS", folder / "nowhere.epd")
    status, _, complaints = said(*TWO)
    assert status == 2
    assert "Sesame's own openings are not installed here; give --openings FILE." in complaints


def test_help_is_a_manual(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    words = ("--side", "--schemes", "--sprt", "--resume", "--ladder", "--scheduler", "examples:")
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize("word", ["match", "openings"])
def test_without_the_packages_of_the_laboratory(word):
    """A player's installation has neither SciPy nor Rich nor Dask: one sentence says what to do."""
    program = (
        "import sys; sys.modules['rich'] = sys.modules['scipy'] = None; "
        f"from engine.cli import main; sys.exit(main(['{word}', '--help']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"sesame {word} needs ")
    assert done.stderr.endswith(" -m pip install -e '.[lab]'\n")


def test_four_games_of_sesame_against_itself(tmp_path):
    """Real engines, from the command line to the games: legal, and with the settings asked for."""
    words = ["--schemes", "TWOBIG1,DEEP", "--table-positions", "4K", "--nodes", "200"]
    words += ["--option", "PVS=false"]
    database = tmp_path / "match.db"
    words += ["--rounds", "2", "--database", str(database), "--pgn", str(tmp_path / "out.pgn")]
    status, output, _ = run(words)
    assert status == 0
    assert "TWOBIG1 - DEEP, pair, nodes=200: 4 of 4 games" in output
    with (tmp_path / "out.pgn").open() as games:
        for _ in range(4):
            game = chess.pgn.read_game(games)
            assert game.errors == []
            assert game.headers["Result"] in ("1-0", "0-1", "1/2-1/2")
            assert "Table Positions=4K, PVS=false" in game.headers["WhiteOptions"]
            assert game.headers["WhiteVersion"].startswith("Sesame ")
