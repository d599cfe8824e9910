"""Matches that are stopped in the middle: every game is played once, and nobody is left behind."""

import os
import signal
from pathlib import Path

import chess
import pytest

from engine.lab.match.command import main
from engine.lab.match.records import Side
from engine.lab.match.sides import side_text
from tests.lab.match.commands import (
    QUICK,
    all_gone,
    begin,
    games_in,
    match_words,
    relatives,
    rows_of,
    run,
    wait_until,
)
from tests.lab.match.fakes.sides import FAKES, PYTHON, fake

FREE = 2  # games that each of two processes plays before Anna waits at the gate
ENOUGH = 4  # games stored by then; the match goes no further until it is stopped
pytestmark = pytest.mark.skipif(os.name != "posix", reason="stops processes by POSIX signals")


@pytest.fixture
def stopped(tmp_path):
    """Begin a match of 20 games and stop it by a signal; return status and complaints."""

    def stopping(number, to_all=False):
        database = tmp_path / "match.db"
        anna = fake("Anna", f"gate={tmp_path / 'gate'}", f"free={FREE}")
        with begin(match_words(tmp_path, (anna, fake("Boris")))) as process:
            wait_until(lambda: games_in(database) == ENOUGH)
            family = relatives(process)
            assert family
            if to_all:  # as a terminal does
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            complaints = process.communicate(timeout=60)[1]
        wait_until(lambda: all_gone(family))
        return process.returncode, complaints

    return stopping


@pytest.fixture
def said(capsys):
    """Run a command line in this process; returns status, output and complaints."""

    def saying(*words):
        status = main(list(words))
        return status, *capsys.readouterr()

    return saying


def resumed(folder, before):
    """Open the gate and resume the match; all games are there, those of before untouched."""
    (folder / "gate").touch()
    status, output, _ = run(["--resume", "--database", str(folder / "match.db")])
    assert status == 0
    games = rows_of(folder / "match.db")
    assert [one.task.number for one in games] == list(range(1, 21))
    old = {one.task.number for one in before}
    assert [one for one in games if one.task.number in old] == before
    assert {one.reason.value for one in games} == {"repetition"}
    told = [line.split()[2].rstrip(":") for line in output.splitlines() if "  game " in line]
    assert sorted(map(int, told)) == sorted(set(range(1, 21)) - old)
    assert "20 of 20 games" in output


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["kill", "term"])
def test_killed_and_resumed(tmp_path, stopped, number):
    """The parent has no chance to clean up; its players and their engines end by themselves."""
    status, _ = stopped(number)
    assert status == -number
    before = rows_of(tmp_path / "match.db")
    assert len(before) == ENOUGH
    resumed(tmp_path, before)


def test_ctrl_c(tmp_path, stopped):
    """It reaches every process of the terminal; one sentence says how to go on."""
    status, complaints = stopped(signal.SIGINT, to_all=True)
    assert status == 130
    before = rows_of(tmp_path / "match.db")
    *warnings, last = complaints.splitlines()
    assert last == (
        f"sesame match: Interrupted; {len(before)} of 20 games are stored. "
        f"To go on: sesame match --resume --database {tmp_path / 'match.db'}"
    )
    others = [line for line in warnings if not line.startswith("sesame match: There are 1 ")]
    assert others == []
    resumed(tmp_path, before)


def test_resuming_a_complete_match_plays_nothing(tmp_path):
    assert run(match_words(tmp_path, rounds=1))[0] == 0
    before = rows_of(tmp_path / "match.db")
    status, output, _ = run(["--resume", "--database", str(tmp_path / "match.db")])
    assert status == 0
    assert "  game " not in output
    assert rows_of(tmp_path / "match.db") == before


def test_the_same_command_line_with_resume(tmp_path):
    """The arrow key and one more word: the settings are compared, and the same."""
    words = match_words(tmp_path, rounds=1)
    assert run(words)[0] == 0
    assert run([*words, "--resume"])[0] == 0


# What else is given with --resume, after what the match was begun with, and what is said about it.
DIFFERENT = {
    "limit": (["--nodes", "77"], "begun with limit nodes=20000, not nodes=77."),
    "rounds": (
        ["--rounds", "1"],
        "has 2 rounds, and games of round 2 have been played: it cannot have 1.",
    ),
    "plies": (["--plies", "4"], "begun with plies none, not 4."),
    "sequential test": (
        ["--sprt", "0", "5"],
        "begun with sequential test none, not elo0=0.0, elo1=5.0, alpha=0.05, beta=0.05, "
        "model=logistic.",
    ),
    "one side more": (["--side", side_text(fake("Clara"))], "begun with sides "),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_other_settings_are_refused(tmp_path, said, name):
    more, sentence = DIFFERENT[name]
    words = match_words(tmp_path, rounds=2)
    assert said(*words)[0] == 0
    status, _, complaints = said(*words, *more, "--resume")
    assert status == 2
    assert sentence in complaints


def test_the_same_settings_in_other_words(tmp_path, said):
    """A whole number of seconds, and whatever does not change the games."""
    words = match_words(tmp_path, QUICK, 1, "--patience", "30", "--sprt", "0", "5")
    assert said(*words)[0] == 0
    more = ("--concurrency", "1", "--pgn", str(tmp_path / "games.pgn"))
    assert said(*words, *more, "--resume")[0] == 0


def test_half_a_command_line(tmp_path, said):
    words = match_words(tmp_path, rounds=1)
    assert said(*words)[0] == 0
    database = tmp_path / "match.db"
    asked = ("--resume", "--database", str(database), "--nodes", "20000", "--seed", "1")
    status, _, complaints = said(*asked)
    assert status == 2
    assert f"takes the settings from {database}; leave --seed, --nodes out, or" in complaints


def book(folder, name, moves):
    """Write a file of openings, each of one move."""
    lines = []
    for move in moves:
        board = chess.Board()
        board.push_san(move)
        lines.append(board.epd())
    path = folder / name
    path.write_text("\n".join(lines) + "\n")
    return str(path)


OPENINGS = ("e4", "d4", "c4", "Nf3", "g3")


@pytest.mark.parametrize("whole_line", [False, True])
def test_a_match_is_made_longer(tmp_path, said, whole_line):
    """What it becomes is what it would have been from the beginning."""
    file = book(tmp_path, "five.epd", OPENINGS)
    (tmp_path / "whole").mkdir()
    whole = match_words(tmp_path / "whole", QUICK, 5, "--openings", file)
    assert said(*whole)[0] == 0
    words = match_words(tmp_path, QUICK, 2, "--openings", file)
    assert said(*words)[0] == 0
    before = rows_of(tmp_path / "match.db")
    again = words if whole_line else ["--database", str(tmp_path / "match.db"), "--openings", file]
    status, output, _ = said(*again, "--resume", "--rounds", "5")
    assert (status, "10 of 10 games" in output) == (0, True)
    games = rows_of(tmp_path / "match.db")
    assert games[:4] == before
    assert [one.task for one in games] == [one.task for one in rows_of(tmp_path / "whole/match.db")]
    # Its length is that of the match from now on.
    assert said("--database", str(tmp_path / "match.db"), "--resume")[0] == 0
    assert rows_of(tmp_path / "match.db") == games


def test_a_match_is_made_longer_with_its_own_openings_only(tmp_path, said):
    words = match_words(tmp_path, QUICK, 1, "--openings", book(tmp_path, "five.epd", OPENINGS))
    assert said(*words)[0] == 0
    database = ("--database", str(tmp_path / "match.db"))
    other = book(tmp_path, "other.epd", ("a3", "h3"))
    for openings in ((), ("--openings", other)):
        status, _, complaints = said("--resume", "--rounds", "2", *openings, *database)
        assert status == 2
        assert "was begun with openings from five.epd that are not those read now" in complaints
    for rounds in ((), ("--rounds", "1")):
        status, _, complaints = said("--resume", "--openings", other, *rounds, *database)
        assert status == 2
        assert "leave --openings out" in complaints
    status, _, complaints = said("--resume", "--rounds", "1000000", *database)
    assert status == 2
    assert "2000000 games are more than a match may have" in complaints
    assert said("--resume", *database)[0] == 0
    assert games_in(tmp_path / "match.db") == 2


def test_rounds_that_were_too_many_are_taken_back(tmp_path, said, stopped):
    """Down to the last round of which a game has been played."""
    stopped(signal.SIGTERM)
    (tmp_path / "gate").touch()
    before = rows_of(tmp_path / "match.db")
    played = max(one.task.number for one in before)
    words = ("--resume", "--database", str(tmp_path / "match.db"), "--rounds")
    rounds = (played + 1) // 2
    status, _, complaints = said(*words, str(rounds - 1))
    assert status == 2
    assert f"has 10 rounds, and games of round {rounds} have been played" in complaints
    status, output, _ = said(*words, str(rounds))
    assert (status, f"{2 * rounds} of {2 * rounds} games" in output) == (0, True)
    games = rows_of(tmp_path / "match.db")
    assert [one.task.number for one in games] == list(range(1, 2 * rounds + 1))
    assert [one for one in games if one in before] == before


def test_a_decided_test_takes_no_more_games(tmp_path, said):
    """Two sides that always draw: it is soon certain that the first is not much stronger."""
    words = match_words(tmp_path, QUICK, 30, "--sprt", "0", "200")
    assert said(*words)[0] == 0
    stored = games_in(tmp_path / "match.db")
    assert stored < 60
    again = ("--resume", "--database", str(tmp_path / "match.db"), "--rounds")
    status, _, complaints = said(*again, "40")
    assert status == 2
    assert "has decided; it takes no more games" in complaints
    assert said(*again, "30")[0] == 0
    assert games_in(tmp_path / "match.db") == stored


def test_two_at_a_time(tmp_path):
    """The second is told so before it plays; the first goes on."""
    gate = tmp_path / "gate"
    anna = fake("Anna", f"gate={gate}", "free=1")
    with begin(match_words(tmp_path, (anna, fake("Boris")), 2)) as process:
        wait_until(lambda: games_in(tmp_path / "match.db") >= 1)
        words = ["--resume", "--database", str(tmp_path / "match.db")]
        status, _, complaints = run(words)
        assert status == 2
        assert "Another `sesame match` is playing the match in" in complaints
        assert run(["--report", *words[1:]])[0] == 0
        gate.touch()
        output = process.communicate(timeout=60)[0]
    assert process.returncode == 0
    assert "4 of 4 games" in output


def test_ctrl_c_twice(tmp_path):
    """The second does not keep the first from ending every process."""
    anna = fake("Anna", f"gate={tmp_path / 'gate'}", f"free={FREE}")
    with begin(match_words(tmp_path, (anna, fake("Boris")))) as process:
        wait_until(lambda: games_in(tmp_path / "match.db") == ENOUGH)
        family = relatives(process)
        os.killpg(process.pid, signal.SIGINT)
        wait_until(lambda: ignores_interruptions(process) or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)
        complaints = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert f"{ENOUGH} of 20 games are stored" in complaints
    assert "Traceback" not in complaints
    wait_until(lambda: all_gone(family))


def test_ctrl_c_while_an_engine_hangs(tmp_path):
    """Before the first game; nobody waits until its time to start is over."""
    log = tmp_path / "log"
    sides = fake("Anna", "unready", f"log={log}"), fake("Boris")
    with begin(match_words(tmp_path, sides, 1, "--patience", "500")) as process:
        wait_until(lambda: log.exists() and "isready" in log.read_text())
        family = relatives(process)
        os.killpg(process.pid, signal.SIGINT)
        output, complaints = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert complaints.endswith("sesame match: Interrupted; nothing was played.\n")
    wait_until(lambda: all_gone(family))
    assert not (tmp_path / "match.db").exists()


def test_another_program_than_before(tmp_path):
    """Whoever resumes a match after an engine was edited or upgraded is told so."""
    script = tmp_path / "engine.py"
    script.write_text((FAKES / "uci_engine.py").read_text())
    sides = Side("Anna", (*PYTHON, str(script), f"gate={tmp_path / 'gate'}", "free=1")), QUICK[1]
    with begin(match_words(tmp_path, sides, 2)) as process:
        wait_until(lambda: games_in(tmp_path / "match.db") == 2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    (tmp_path / "gate").touch()
    script.write_text(script.read_text().replace("Fake 1.0", "Fake 2.0"))
    status, _, complaints = run(["--resume", "--database", str(tmp_path / "match.db")])
    assert status == 0
    (sentence,) = complaints.splitlines()
    assert sentence.startswith(
        "sesame match: Anna has changed: its last game was played by Fake 1."
    )
    assert ", now it is Fake 2.0 (files " in sentence


def ignores_interruptions(process):
    """Ask Linux; elsewhere it is taken for granted."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return True
    ignored = next(line for line in status.splitlines() if line.startswith("SigIgn"))
    return bool(int(ignored.split()[1], 16) >> (signal.SIGINT - 1) & 1)
