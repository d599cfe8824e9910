"""`sesame selfplay` as a user meets it: the file, killed and resumed, and every refusal."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from engine.lab.common.sources import sesame_source
from engine.lab.selfplay import command
from engine.lab.selfplay.archive import read_archive
from engine.lab.selfplay.command import main
from tests.interrupts import interruptible

CHECKOUT = Path(__file__).resolve().parents[3]
FAST = ["--nodes", "150", "--plies", "12", "--seed", "3", "--first-ply", "14"]
GAMES = 6
PATIENCE_SECONDS = 120


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of a run that nobody disturbed."""
    output = tmp_path_factory.mktemp("whole") / "games.bin"
    assert main([*FAST, "--games", str(GAMES), "--output", str(output)]) == 0
    return output.read_bytes()


def test_the_head_tells_how(tmp_path, whole):
    """Command, settings, and the engine by its sources and numbers."""
    output = tmp_path / "games.bin"
    output.write_bytes(whole)
    contents = read_archive(output)
    head = contents.head
    assert head["command"].startswith("sesame selfplay --nodes 150 --plies 12 --seed 3")
    assert (head["source"], head["seed"], head["options"]) == (sesame_source(), 3, [])
    assert len(head["weights"]) == len(sesame_source())
    assert len(contents.games) == GAMES


def test_processes_make_no_difference(tmp_path, whole, capsys):
    """Byte for byte, although games end in another order."""
    output = tmp_path / "games.bin"
    words = [*FAST, "--games", str(GAMES), "--output", str(output), "--concurrency", "2"]
    assert main(words) == 0
    assert output.read_bytes() == whole
    assert f"{GAMES} games in {output}" in capsys.readouterr().out


def test_more_games_make_the_file_longer(tmp_path, whole):
    """A smaller number first; the same words again change nothing."""
    output = tmp_path / "games.bin"
    for games in ("2", "2", "1", str(GAMES)):
        assert main([*FAST, "--games", games, "--output", str(output)]) == 0
        assert len(read_archive(output).games) == max(2, int(games))
    assert output.read_bytes() == whole


def test_options_reach_the_engine(tmp_path, whole):
    """And stand in the head, so that other options are another file."""
    output = tmp_path / "games.bin"
    words = [*FAST, "--games", "2", "--output", str(output), "--option", "Search=AliBaba"]
    assert main(words) == 0
    contents = read_archive(output)
    assert contents.head["options"] == [["Search", "AliBaba"]]
    assert '--option "Search=AliBaba"' in contents.head["command"]
    assert contents.records.tobytes() not in whole


@pytest.mark.skipif(os.name != "posix", reason="stops processes by POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["kill", "Ctrl-C"])
def test_stopped_and_resumed(tmp_path, whole, number, capsys):
    """No game is lost or played twice, no process stays, and the file ends up the same."""
    output = tmp_path / "games.bin"
    words = [*FAST, "--games", "100000", "--output", str(output), "--concurrency", "2"]
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, str(CHECKOUT / "uci.py"), "selfplay", *words],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    head = len(whole) - sum_of_games(whole, tmp_path)
    wait_until(lambda: output.exists() and output.stat().st_size > head + 2000)
    family = psutil.Process(process.pid).children(recursive=True)
    assert len(family) >= 2
    if number == signal.SIGINT:  # a terminal tells all of them
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    _, complaint = process.communicate(timeout=PATIENCE_SECONDS)
    wait_until(lambda: not any(alive(one) for one in family))
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert "Interrupted;" in complaint
        assert "Traceback" not in complaint
    played = len(read_archive(output).games)
    assert played
    games = max(played + 1, GAMES)
    assert main([*FAST, "--games", str(games), "--output", str(output)]) == 0
    assert f"{games} games" in capsys.readouterr().out
    assert output.read_bytes().startswith(whole)


def sum_of_games(octets, folder):
    """The bytes of all games in an archive."""
    copy = folder / "copy.bin"
    copy.write_bytes(octets)
    contents = read_archive(copy)
    return contents.games.nbytes + contents.records.nbytes


def wait_until(happens):
    began = time.monotonic()
    while not happens():
        assert time.monotonic() - began < PATIENCE_SECONDS
        time.sleep(0.05)


def alive(process):
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_broken_end_is_told(tmp_path, whole, capsys):
    """What a power cut leaves is cut off, with a sentence."""
    output = tmp_path / "games.bin"
    output.write_bytes(whole[:-7])
    assert main([*FAST, "--games", str(GAMES), "--output", str(output)]) == 0
    assert "An incomplete game of" in capsys.readouterr().err
    assert output.read_bytes() == whole


def test_another_recipe_is_refused(tmp_path, whole, capsys):
    """The games of a file are all of one kind."""
    output = tmp_path / "games.bin"
    output.write_bytes(whole)
    words = [*FAST, "--games", "20", "--output", str(output), "--limit", "900"]
    assert main(words) == 2
    assert "limit is 1000 there and 900 now" in capsys.readouterr().err
    assert output.read_bytes() == whole


def test_a_full_disk(tmp_path, capsys, monkeypatch):
    """One sentence, and what was there before is told."""

    def refuse(archive, octets):
        raise OSError(28, "No space left on device")

    output = tmp_path / "games.bin"
    assert main([*FAST, "--games", "1", "--output", str(output)]) == 0
    monkeypatch.setattr(command.Archive, "_write", refuse)
    assert main([*FAST, "--games", "2", "--output", str(output)]) == 1
    complaint = capsys.readouterr().err
    assert "No space left on device; 1 games in" in complaint


WRONG_WORDS = {
    "no output": (["--games", "5"], "--output"),
    "zero games": (["--games", "0"], "0 is less than 1"),
    "no number": (["--nodes", "many"], "'many' is not a whole number"),
    "unknown": (["--colour", "white"], "--colour"),
    "option without value": (["--option", "Hash"], "instead of option=value"),
    "no such option": (["--option", "Colour=red"], "no option 'Colour'"),
    "threads": (["--option", "Threads=2"], "Threads must be 1"),
}


@pytest.mark.parametrize(("words", "reason"), WRONG_WORDS.values(), ids=WRONG_WORDS)
def test_wrong_words(tmp_path, capsys, words, reason):
    """One sentence, exit status 2, no file."""
    output = [] if reason == "--output" else ["--output", str(tmp_path / "x.bin")]
    assert main([*words, *output]) == 2
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be(tmp_path, capsys):
    """A folder, or within a folder that is not there."""
    assert main([*FAST, "--output", str(tmp_path)]) == 1
    assert main([*FAST, "--output", str(tmp_path / "missing" / "x.bin")]) == 1
    complaint = capsys.readouterr().err
    assert "Is a directory" in complaint
    assert "No such file or directory" in complaint
