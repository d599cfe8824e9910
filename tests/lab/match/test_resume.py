"""Matches that are stopped in the middle: every game is played once, and nobody is left behind."""

import os
import signal

import pytest

from tests.lab.match.commands import (
    SLOW,
    all_gone,
    begin,
    games_in,
    match_words,
    relatives,
    rows_of,
    run,
    wait_until,
)

ENOUGH = 4  # games stored before the match is stopped
pytestmark = pytest.mark.skipif(os.name != "posix", reason="stops processes by POSIX signals")


@pytest.fixture
def stopped(tmp_path):
    """Begin a match of 20 games and stop it by a signal; return status and complaints."""

    def stopping(number, to_all=False):
        database = tmp_path / "match.db"
        with begin(match_words(tmp_path, SLOW)) as process:
            wait_until(lambda: games_in(database) >= ENOUGH)
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


def resumed(folder, before):
    """Resume the match; all games are there, those of before untouched."""
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
    assert ENOUGH <= len(before) < 20
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
    status, _, complaints = run([*words, "--resume", "--nodes", "77"])
    assert status == 2
    assert "begun with limit nodes=20000, not nodes=77" in complaints
