"""Fixtures of the matches: a folder, a command line in this process, a match that is stopped."""

import os

import pytest

from engine.lab.match.command import main
from tests.lab.match.commands import (
    ENOUGH,
    FREE,
    all_gone,
    begin,
    games_in,
    match_words,
    relatives,
    wait_until,
)
from tests.lab.match.fakes.sides import fake


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "start.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    return tmp_path


@pytest.fixture
def said(capsys):
    """Run a command line in this process; returns status, output and complaints."""

    def saying(*words):
        status = main(list(words))
        return status, *capsys.readouterr()

    return saying


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
def path(tmp_path):
    return tmp_path / "match.db"
