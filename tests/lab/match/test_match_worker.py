"""Processes that play: engines stay alive, are replaced when they fail, and never outlive them."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from engine.lab.match import worker
from engine.lab.match.records import MatchError, Opening, Reason, Settings, Side, to_json
from engine.lab.match.schedule import tasks
from engine.lab.match.worker import RunningEngines, check_side, end_all, play_task, release
from tests.lab.match.fakes.sides import FAKES, fake, match_of, task_of

CHECKOUT = Path(__file__).parents[3]
PATIENCE = 20.0  # seconds


def starts(log):
    """How often an engine was started."""
    return log.read_text().split("\n").count("uci")


@pytest.fixture
def running(request):
    """Engines that end with the test."""

    def make(settings):
        engines = RunningEngines(settings)
        request.addfinalizer(engines.close)
        return engines

    return make


def test_engines_stay_alive(running, tmp_path):
    sides = [fake(name, f"log={tmp_path / name}") for name in "AB"]
    engines = running(match_of(*sides))
    for number, (white, black) in enumerate((sides, sides[::-1], sides), 1):
        game = engines.play(task_of(white, black, number=number))
        assert game.reason is Reason.REPETITION
    assert [starts(tmp_path / name) for name in "AB"] == [1, 1]


@pytest.mark.parametrize("fault", ["dies", "hangs", "illegal", "none"])
def test_an_engine_that_failed_is_replaced(running, tmp_path, fault):
    """Its opponent is not."""
    good, bad = fake("A", f"log={tmp_path / 'A'}"), fake("B", fault, "3", f"log={tmp_path / 'B'}")
    engines = running(match_of(good, bad))
    for number in (1, 2):
        game = engines.play(task_of(good, bad, number=number))
        assert game.result == "1-0"
    assert [starts(tmp_path / name) for name in "AB"] == [1, 2]


def test_an_engine_that_hangs_between_games_is_replaced(running, tmp_path):
    good, bad = fake("A"), fake("B", "second", f"log={tmp_path / 'B'}")
    engines = running(match_of(good, bad, start_seconds=1.0))
    for number in (1, 2):
        assert engines.play(task_of(good, bad, number=number)).reason is Reason.REPETITION
    assert starts(tmp_path / "B") == 2


def test_an_engine_that_is_never_ready_for_a_game(running):
    """It starts, and hangs before its first game: nobody has played."""
    good, bad = fake("A"), fake("B", "first")
    engines = running(match_of(good, bad, start_seconds=1.0))
    for number in (1, 2):
        game = engines.play(task_of(good, bad, number=number))
        assert (game.result, game.reason) == ("*", Reason.NO_START)
        assert game.detail == "B did not answer within 1 s."


def test_a_match_goes_on_after_an_engine_that_does_not_start(running):
    sides = fake("A"), fake("B"), Side("C", ("no-such-engine",))
    engines = running(match_of(*sides))
    reasons = [
        engines.play(task).reason
        for task in tasks(match_of(*sides, rounds=1), [Opening("start")])
        if task.number % 2
    ]
    assert reasons == [Reason.REPETITION, Reason.NO_START, Reason.NO_START]


def test_only_so_many_engines_are_kept(running, monkeypatch, tmp_path):
    """The one that has rested longest goes."""
    monkeypatch.setattr(worker, "ENGINES_KEPT", 2)
    sides = [fake(name, f"log={tmp_path / name}") for name in "ABC"]
    engines = running(match_of(*sides))
    for white, black in ((0, 1), (0, 2), (0, 2), (1, 0)):
        engines.play(task_of(sides[white], sides[black]))
    assert [starts(tmp_path / name) for name in "ABC"] == [1, 2, 1]


def test_another_match_ends_the_running_the_last(tmp_path):
    log = tmp_path / "A"
    sides = fake("A", f"log={log}"), fake("B")
    for seed in (1, 1, 2):
        play_task(to_json(match_of(*sides, seed=seed)), task_of(*sides))
    release()
    assert starts(log) == 2
    assert log.read_text().split("\n").count("quit") == 2


def test_threads_have_running_their_own(tmp_path):
    """As in a Dask worker with several threads."""
    log = tmp_path / "A"
    sides = fake("A", f"log={log}", "slow", "0"), fake("B")
    settings = to_json(match_of(*sides, patience_seconds=PATIENCE))
    with ThreadPoolExecutor(2) as pool:
        games = list(pool.map(play_task, [settings] * 2, [task_of(*sides)] * 2))
    release()
    assert [game.reason for game in games] == 2 * [Reason.REPETITION]
    assert starts(log) == 2


def test_processes_play_what_they_are_sent():
    sides = fake("A"), fake("B")
    settings = to_json(match_of(*sides))
    pool = ProcessPoolExecutor(2, get_context("spawn"), initializer=worker.begin_process)
    with pool:
        given = [task_of(*sides, number=number) for number in range(1, 5)]
        games = list(pool.map(play_task, [settings] * 4, given))
    assert [game.task.number for game in games] == [1, 2, 3, 4]
    assert {game.reason for game in games} == {Reason.REPETITION}


# A process that plays a game in which White does not come to its second move.
PLAYING = """
import sys
from engine.lab.match.records import to_json
from engine.lab.match.worker import begin_process, play_task
from tests.lab.match.fakes.sides import fake, match_of, task_of

sides = fake("A", sys.argv[1], "2", "log=" + sys.argv[2]), fake("B", "log=" + sys.argv[2])
begin_process()
settings = to_json(match_of(*sides, patience_seconds=100.0))
play_task(settings, task_of(*sides))
"""


def engines_of(log):
    """The fakes that write into a file, by the table of processes."""
    listed = subprocess.run(
        ["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True, check=True
    )
    return [line for line in listed.stdout.splitlines() if str(FAKES) in line and str(log) in line]


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# Asked to end it kills its engines, even one that hears nothing. Killed itself it can only leave
# them at the end of their input.
ENDINGS = {"SIGTERM": ("hangs", 128 + signal.SIGTERM), "SIGKILL": ("waits", -9)}


@pytest.mark.skipif(os.name != "posix", reason="signals and ps")
@pytest.mark.parametrize("name", ENDINGS)
def test_no_engine_outlives_its_process(name, tmp_path):
    fault, status = ENDINGS[name]
    log = tmp_path / "log"
    process = subprocess.Popen([sys.executable, "-c", PLAYING, fault, str(log)], cwd=CHECKOUT)
    wait_until(lambda: log.exists() and log.read_text().count("go nodes") == 3)
    assert len(engines_of(log)) == 2
    process.send_signal(signal.Signals[name])
    assert process.wait(PATIENCE) == status
    wait_until(lambda: not engines_of(log))


def test_an_exception_ends_the_engines(monkeypatch, tmp_path):
    """Such as Ctrl-C in the middle of a game."""
    log = tmp_path / "log"
    sides = fake("A", f"log={log}"), fake("B")

    def interrupt(*arguments):
        assert engines_of(log)
        raise KeyboardInterrupt

    monkeypatch.setattr(worker, "play_game", interrupt)
    with pytest.raises(KeyboardInterrupt):
        play_task(to_json(match_of(*sides)), task_of(*sides))
    assert not engines_of(log)
    assert not worker._busy and not worker._idle


def test_end_all_ends_idle_engines(tmp_path):
    log = tmp_path / "log"
    sides = fake("A", f"log={log}"), fake("B")
    play_task(to_json(match_of(*sides)), task_of(*sides))
    assert engines_of(log)
    end_all()
    assert not engines_of(log)


OURS = Settings(
    sides=(
        Side("DEEP", options=(("Replacement Scheme", "DEEP"), ("Table Positions", "4K"))),
        Side("TWOBIG1", options=(("Hash", "1"),)),
    ),
    limit=match_of(limit="nodes=3000").limit,
    rounds=2,
)


def test_sesame_against_itself():
    """Four games from two openings, each with both colours, all of legal moves to an end."""
    openings = [Opening("open", moves=("e2e4", "e7e5")), Opening("closed", moves=("d2d4", "d7d5"))]
    games = [play_task(to_json(OURS), task) for task in tasks(OURS, openings)]
    release()
    assert [game.task.number for game in games] == [1, 2, 3, 4]
    for game in games:
        assert game.result != "*" and not game.reason.is_fault, game.detail
        assert game.white.version.startswith("Sesame") and game.white == game.black
        assert all(move.score_cp is not None or move.mate is not None for move in game.moves)
        # A search that is told to stop still counts the nodes on its way back.
        assert all(move.nodes is not None and move.nodes < 3050 for move in game.moves)
    again = play_task(to_json(OURS), games[0].task)
    release()
    assert [move.uci for move in again.moves] == [move.uci for move in games[0].moves]


def test_sesame_is_told_its_options():
    """A value that it does not take is refused before the match, with those that it takes."""
    bad = Side("X", options=(("Replacement Scheme", "BIGGEST"),))
    with pytest.raises(MatchError, match=r'Scheme of X cannot be "BIGGEST": .*TWOBIG1'):
        check_side(bad, OURS)
