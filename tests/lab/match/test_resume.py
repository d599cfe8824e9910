"""Matches that are stopped in the middle: every game is played once, and nobody is left behind."""

import os
import signal
from pathlib import Path

import pytest

from engine.lab.match.records import Side
from tests.lab.match.commands import (
    ENOUGH,
    FREE,
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

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stops processes by POSIX signals")


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
        f"To continue: sesame match --resume --database {tmp_path / 'match.db'}"
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
def test_two_at_a_time(tmp_path):
    """The second is told so before it plays; the first goes on."""
    gate = tmp_path / "gate"
    anna = fake("Anna", f"gate={gate}", "free=1")
    with begin(match_words(tmp_path, (anna, fake("Boris")), 2)) as process:
        wait_until(lambda: games_in(tmp_path / "match.db") >= 1)
        words = ["--resume", "--database", str(tmp_path / "match.db")]
        status, _, complaints = run(words)
        assert status == 2
        assert "Another `sesame match` is playing" in complaints
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
    assert ", now it is Fake 2.0 (hash " in sentence


def ignores_interruptions(process):
    """Ask Linux; elsewhere it is taken for granted."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return True
    ignored = next(line for line in status.splitlines() if line.startswith("SigIgn"))
    return bool(int(ignored.split()[1], 16) >> (signal.SIGINT - 1) & 1)
