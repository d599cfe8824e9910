"""A real Dask cluster on this machine: a scheduler and two workers, each a process of its own."""

import json
import os
import signal
import sys

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.match.cluster import DaskPool
from tests.lab.dask_cluster import cluster, dask, end
from tests.lab.match.commands import (
    ENVIRONMENT,
    QUICK,
    begin,
    games_in,
    match_words,
    rows_of,
    run,
    wait_until,
)
from tests.lab.match.fakes.sides import fake, match_of, task_of

pytest.importorskip("distributed")

__all__ = ["cluster"]


def test_a_match_is_played_by_the_cluster(cluster, tmp_path):
    """Every game once, all by the workers; then the same database is resumed there, to no end."""
    status, output, _ = run(match_words(tmp_path, QUICK, 5, "--scheduler", cluster))
    assert status == 0
    assert "10 of 10 games" in output
    games = rows_of(tmp_path / "match.db")
    assert [one.task.number for one in games] == list(range(1, 11))
    assert {one.reason.value for one in games} == {"repetition"}
    again = run(["--resume", "--database", str(tmp_path / "match.db"), "--scheduler", cluster])
    assert again[0] == 0
    assert rows_of(tmp_path / "match.db") == games


def test_two_workers_play_at_the_same_time(cluster):
    """The pool has room for as many games as there are threads, and no more."""
    anna, boris = fake("Anna", "slow", "0"), fake("Boris")
    pool = DaskPool(match_of(anna, boris, patience_seconds=10.0), cluster)
    try:
        pool.give(task_of(anna, boris, number=1))
        assert pool.has_room()
        pool.give(task_of(boris, anna, number=2))
        assert not pool.has_room()
        outcomes = pool.take()
        while len(outcomes) < 2:
            outcomes += pool.take()
        assert {one.game.task.number for one in outcomes} == {1, 2}
    finally:
        pool.close()


def plays(pid):
    """Tell whether a worker has a fake engine running."""
    psutil = pytest.importorskip("psutil")
    return any("uci_engine.py" in " ".join(one.cmdline()) for one in psutil.Process(pid).children())


def test_a_worker_that_dies_loses_no_game(cluster):
    """Dask gives its game to another worker; this is a promise of docs/matches.md."""
    anna, boris = fake("Anna", "slow", "0"), fake("Boris")
    pool = DaskPool(match_of(anna, boris, patience_seconds=10.0), cluster)
    try:
        players = pool.dask.client.run(os.getpid)
        task = task_of(anna, boris, number=1)
        pool.give(task)
        (busy,) = wait_until(lambda: [pid for pid in players.values() if plays(pid)])
        os.kill(busy, signal.SIGKILL)
        (outcome,) = pool.take()
        assert outcome.game.task == task
        pool.dask.client.wait_for_workers(2, timeout=60)
    finally:
        pool.close()


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr("engine.lab.common.dask_client.CONNECT_SECONDS", 1)
    with pytest.raises(LaboratoryError, match=r"There is no Dask scheduler at tcp://127.0.0.1:9"):
        DaskPool(match_of(fake("Anna"), fake("Boris")), "tcp://127.0.0.1:9")


def test_no_address(monkeypatch):
    monkeypatch.setattr("engine.lab.common.dask_client.CONNECT_SECONDS", 1)
    with pytest.raises(LaboratoryError, match="There is no Dask scheduler at nonsense"):
        DaskPool(match_of(fake("Anna"), fake("Boris")), "nonsense")


def test_no_dask(monkeypatch):
    """The packages of the laboratory may be there but for Dask."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        LaboratoryError, match=r"Dask is not installed\. .* pip install -e '\.\[lab\]'"
    ):
        DaskPool(match_of(fake("Anna"), fake("Boris")), "tcp://127.0.0.1:8786")


HASTY = """
import sys
import uci
from engine.lab.match import cluster

class Hasty(cluster.DaskClient):
    def __init__(self, address):
        super().__init__(address)
        self.client._timeout = 1

cluster.DaskClient = Hasty
sys.exit(uci.main())
"""
"""The program, but for the 15 seconds for which it looks for a scheduler that went."""


def test_a_scheduler_that_goes(tmp_path, monkeypatch):
    """The match stops, says how many games are stored, and goes on without a cluster."""
    program = tmp_path / "hasty.py"
    program.write_text(HASTY)
    monkeypatch.setitem(ENVIRONMENT, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "2s")
    where = tmp_path / "scheduler.json"
    place = ("--scheduler-file", str(where), "--no-dashboard")
    scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", "0", *place)
    wait_until(lambda: where.is_file() and where.stat().st_size)
    worker = dask("worker", *place, "--nthreads", "1", "--local-directory", str(tmp_path / "w"))
    try:
        gate = tmp_path / "gate"
        sides = fake("Anna", f"gate={gate}", "free=2"), fake("Boris")
        address = json.loads(where.read_text())["address"]
        words = match_words(tmp_path, sides, 5, "--scheduler", address)
        with begin(words, program) as process:
            wait_until(lambda: games_in(tmp_path / "match.db") == 2)
            os.killpg(scheduler.pid, signal.SIGKILL)
            complaints = process.communicate(timeout=100)[1]
    finally:
        end(worker)
    assert process.returncode == 1
    assert f"The connection to the Dask scheduler at {address} was lost (" in complaints
    assert "; 2 of 10 games are stored. To continue: " in complaints
    assert "Traceback" not in complaints
    gate.touch()
    assert run(["--resume", "--database", str(tmp_path / "match.db")])[0] == 0
    assert len(rows_of(tmp_path / "match.db")) == 10
