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
from tests.lab.match.fakes.sides import fake

ANNA, BORIS = (side_text(side) for side in QUICK)
TWO = ("--side", ANNA, "--side", BORIS)
pytestmark = pytest.mark.usefixtures("folder")


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
        "sesame match: some.epd: 1 openings; skipped: 2 invalid lines, 1 duplicates."
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
    assert "match.db already holds a match, 2 of 2 games played. Add --resume" in complaints


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
    assert "Reasons: crash 4" in output


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
    assert "Skipped: Mute exited unexpectedly" in complaints
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
    assert complaints.endswith("sesame match: No opponent of the ladder can play.\n")


def test_without_our_own_openings(folder, said, monkeypatch):
    """They come with a checkout, not with an installed package."""
    monkeypatch.setattr("engine.lab.match.planning.OPENINGS", folder / "nowhere.epd")
    status, _, complaints = said(*TWO)
    assert status == 2
    assert "Sesame's own openings are not installed; give --openings FILE." in complaints


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
