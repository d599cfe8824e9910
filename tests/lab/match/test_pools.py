"""Processes that play: one that dies is an outcome, and is replaced."""

import os
import signal

import pytest

from engine.lab.match.pools import LocalPool
from engine.lab.match.records import Adjudication, MatchError, Reason
from tests.lab.match.commands import all_gone, wait_until
from tests.lab.match.fakes.sides import fake, match_of, task_of


@pytest.fixture
def pool_of():
    """Open pools and close them."""
    opened = []

    def opening(settings):
        pool = LocalPool(settings)
        opened.append(pool)
        return pool

    yield opening
    for pool in opened:
        pool.close()


def test_as_many_games_at_a_time_as_places(pool_of):
    anna, boris = fake("Anna"), fake("Boris")
    pool = pool_of(match_of(anna, boris, concurrency=2))
    pool.give(task_of(anna, boris, number=1))
    assert pool.has_room()
    pool.give(task_of(boris, anna, number=2))
    assert not pool.has_room()
    outcomes = pool.take()
    while len(outcomes) < 2:
        outcomes += pool.take()
    assert pool.has_room()
    assert sorted(one.task.number for one in outcomes) == [1, 2]
    for one in outcomes:
        assert (one.game.task, one.game.reason) == (one.task, Reason.REPETITION)


@pytest.mark.skipif(os.name != "posix", reason="kills by a POSIX signal")
def test_a_killed_process_is_an_outcome_and_is_replaced(pool_of):
    """Its engines end too; the next game is played by a new process."""
    psutil = pytest.importorskip("psutil")
    slow, boris = fake("Slow", "waits"), fake("Boris")
    settings = match_of(slow, boris, patience_seconds=60.0)
    pool = pool_of(settings)
    task = task_of(slow, boris)
    pool.give(task)
    worker = pool.workers[0]
    family = wait_until(lambda: psutil.Process(worker.process.pid).children(recursive=True))
    os.kill(worker.process.pid, signal.SIGKILL)
    (outcome,) = pool.take()
    assert (outcome.task, outcome.game) == (task, None)
    assert outcome.failure == "The process that played the game died with status -9."
    wait_until(lambda: all_gone(family))
    pool.give(task_of(boris, boris, number=2))
    assert pool.take()[0].game.task.number == 2


@pytest.mark.skipif(os.name != "posix", reason="kills by a POSIX signal")
def test_a_process_may_die_between_two_games(pool_of):
    boris = fake("Boris")
    pool = pool_of(match_of(boris, fake("Anna")))
    pool.give(task_of(boris, boris))
    pool.take()
    os.kill(pool.workers[0].process.pid, signal.SIGKILL)
    pool.workers[0].process.join()
    pool.give(task_of(boris, boris))
    outcome = pool.take()[0]
    if outcome.game is None:  # the pipe took the task before the death was known
        pool.give(outcome.task)
        outcome = pool.take()[0]
    assert outcome.game.reason is Reason.REPETITION


def test_closing_ends_games_under_way(pool_of):
    psutil = pytest.importorskip("psutil")
    slow, boris = fake("Slow", "waits"), fake("Boris")
    pool = pool_of(match_of(slow, boris, patience_seconds=60.0))
    pool.give(task_of(slow, boris))
    process = psutil.Process(pool.workers[0].process.pid)
    family = wait_until(lambda: process.children(recursive=True))
    pool.close()
    wait_until(lambda: all_gone([process, *family]))


def test_processes_are_started_when_they_are_needed(pool_of):
    """A match of two games, or one that is complete, does not wake all processors."""
    boris = fake("Boris")
    pool = pool_of(match_of(boris, fake("Anna"), concurrency=9))
    assert pool.has_room()
    pool.give(task_of(boris, boris))
    assert pool.has_room()
    assert len(pool.workers) == 1
    pool.take()
    pool.give(task_of(boris, boris, number=2))
    assert len(pool.workers) == 1
    pool.take()


def test_a_match_that_cannot_be_played_at_all(pool_of, tmp_path):
    """Tablebases that are gone by now: no game can be played, so none is recorded as lost."""
    anna, boris = fake("Anna"), fake("Boris")
    pool = pool_of(match_of(anna, boris, adjudication=Adjudication(syzygy=str(tmp_path))))
    pool.give(task_of(anna, boris))
    with pytest.raises(MatchError, match="There are no usable WDL tables"):
        pool.take()


def test_what_cannot_be_played_is_an_outcome(pool_of):
    """A fault of ours, here a side that is not in the match, is a sentence and no end."""
    boris = fake("Boris")
    pool = pool_of(match_of(boris, fake("Anna")))
    pool.give(task_of(boris, fake("Nobody")))
    (outcome,) = pool.take()
    assert outcome.game is None
    assert outcome.failure == "KeyError: 'Nobody'."
