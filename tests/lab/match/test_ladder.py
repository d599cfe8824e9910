"""The ladder: its file is in order, what is missing is named, ratings have their sources."""

import shutil
import subprocess
from pathlib import Path

import chess.engine
import pytest

from engine.lab.match.ladder import find_program, installed, read_ladder
from engine.lab.match.records import MatchError

OPPONENTS = {opponent.package: opponent for opponent in read_ladder()}

# As the programs of Debian call themselves
CALLED = {
    "fairymax": "Fairy-Max 5.0b",
    "hoichess": "HoiChess 0.22.0",
    "sjaakii": "Sjaak II 1.4.1",
    "phalanx": "Phalanx XXV",
    "gnuchess": "GNU Chess 6.2",
    "glaurung": "Glaurung 2.2",
    "toga2": "Toga II 3.0",
    "fairy-stockfish": "Fairy-Stockfish 11.1",
    "ethereal-chess": "Ethereal 12.00",
    "stockfish": "Stockfish 15.1",
}


def test_the_ladder_is_the_one_announced():
    """In this order, from weak to strong."""
    assert list(OPPONENTS) == list(CALLED)


def test_a_rating_names_its_list_and_release():
    """Without a source it would be a rumour; those without a rating say so."""
    for opponent in OPPONENTS.values():
        if opponent.side.anchor is None:
            assert "no rating found" in opponent.note
        else:
            assert opponent.source.startswith("CCRL ")
            assert 1000 < opponent.side.anchor < 4000


def test_missing_programs_are_left_out(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("engine.lab.match.ladder.GAMES", str(tmp_path / "games"))
    here, missing = installed(list(OPPONENTS.values()))
    assert here == []
    assert missing == list(OPPONENTS.values())


def test_programs_are_found_among_the_games_too(monkeypatch, tmp_path):
    """/usr/games is on no root's PATH."""
    games = tmp_path / "games"
    games.mkdir()
    program = games / "toga2"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("engine.lab.match.ladder.GAMES", str(games))
    here, missing = installed(list(OPPONENTS.values()))
    assert [side.command for side in here] == [(str(program),)]
    assert len(missing) == len(OPPONENTS) - 1


WRONG_ROWS = {
    "not TOML": ("[[opponent", "cannot be read"),
    "unknown key": ("name = 'A'\ncommand = ['a']\nprotocol = 'uci'\nelo = 3", "unknown elo"),
    "no command": ("name = 'A'\nprotocol = 'uci'", "command"),
    "empty command": ("name = 'A'\ncommand = []\nprotocol = 'uci'", "command"),
    "protocol": ("name = 'A'\ncommand = ['a']\nprotocol = 'usi'", "protocol usi"),
    "no source": ("name = 'A'\ncommand = ['a']\nprotocol = 'uci'\nrating = 2000", "source"),
    "rating": (
        "name = 'A'\ncommand = ['a']\nprotocol = 'uci'\nrating = 'high'\nsource = 'x'",
        "could not convert",
    ),
    "no number": (
        "name = 'A'\ncommand = ['a']\nprotocol = 'uci'\nrating = nan\nsource = 'x'",
        "A has the rating nan",
    ),
}


@pytest.mark.parametrize("name", WRONG_ROWS)
def test_wrong_rows(tmp_path, name):
    row, sentence = WRONG_ROWS[name]
    path = tmp_path / "ladder.toml"
    path.write_text(row if name == "not TOML" else f"[[opponent]]\n{row}\n")
    with pytest.raises(MatchError, match=sentence):
        read_ladder(path)


def test_no_ladder(tmp_path):
    with pytest.raises(MatchError, match="cannot be read"):
        read_ladder(Path(tmp_path / "nowhere.toml"))


@pytest.mark.parametrize("package", CALLED)
def test_commands_work_as_written(package):
    """The program starts by its command, calls itself as announced, and has the options."""
    side = OPPONENTS[package].side
    program = find_program(side.command[0])
    if program is None:
        pytest.skip(f"{package} is not installed")
    if side.protocol == "xboard":
        lines = conversation(program, side.command[1:], "xboard\nprotover 2\n", "done=1")
        assert CALLED[package] in lines
        assert "memory=1" in lines or not side.options
        return
    with chess.engine.SimpleEngine.popen_uci([program, *side.command[1:]], timeout=20) as engine:
        assert CALLED[package] in engine.id["name"]
        engine.configure(dict(side.options))


def conversation(program, words, said, until):
    """Say something and read until the answer."""
    with subprocess.Popen(
        [program, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(said)
        process.stdin.flush()
        heard = []
        for line in process.stdout:
            heard.append(line)
            if until in line:
                break
        process.kill()
    return "".join(heard)


def test_which_is_asked_first(monkeypatch):
    """A program of one's own on the PATH comes before Debian's."""
    monkeypatch.setattr(shutil, "which", lambda name, path=None: f"{path}/{name}")
    assert find_program("phalanx") == "None/phalanx"
