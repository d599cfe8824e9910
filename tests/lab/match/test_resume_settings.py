"""Resuming with other settings: refused; with another number of rounds: shorter or longer."""

import os
import signal

import chess
import pytest

from engine.lab.match.sides import side_text
from tests.lab.match.commands import (
    QUICK,
    games_in,
    match_words,
    rows_of,
)
from tests.lab.match.fakes.sides import fake

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stops processes by POSIX signals")


DIFFERENT = {
    "limit": (["--nodes", "77"], "began with limit nodes=20000, not nodes=77."),
    "rounds": (
        ["--rounds", "1"],
        "cannot be shortened to 1 rounds: games of round 2 have been played.",
    ),
    "plies": (["--plies", "4"], "began with plies none, not 4."),
    "sequential test": (
        ["--sprt", "0", "5"],
        "began with sequential test none, not elo0=0.0, elo1=5.0, alpha=0.05, beta=0.05, "
        "model=logistic.",
    ),
    "one side more": (["--side", side_text(fake("Clara"))], "began with sides "),
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
    assert f"takes the settings from {database}; remove --seed, --nodes, or" in complaints


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
        assert "began with other openings, from five.epd" in complaints
    for rounds in ((), ("--rounds", "1")):
        status, _, complaints = said("--resume", "--openings", other, *rounds, *database)
        assert status == 2
        assert "remove --openings" in complaints
    status, _, complaints = said("--resume", "--rounds", "1000000", *database)
    assert status == 2
    assert "2000000 games are too many" in complaints
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
    assert f"to {rounds - 1} rounds: games of round {rounds} have been played" in complaints
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
    assert "has decided; no more games are played" in complaints
    assert said(*again, "30")[0] == 0
    assert games_in(tmp_path / "match.db") == stored
