"""A real Dask cluster on this machine, for tests: a scheduler and two workers."""

import os
import signal
import subprocess
import sys

import pytest

from tests.lab.match.commands import ENVIRONMENT, wait_until


def dask(*words):
    """Start a program of Dask; it goes when the test does."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def end(process):
    """End a program and what it has started."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Start a scheduler and two workers; give the scheduler's address."""
    from distributed import Client

    folder = tmp_path_factory.mktemp("cluster")
    where = folder / "scheduler.json"
    place = ("--scheduler-file", str(where), "--no-dashboard")
    processes = [dask("scheduler", "--host", "127.0.0.1", "--port", "0", *place)]
    try:
        wait_until(lambda: where.is_file() and where.stat().st_size)
        for name in ("one", "two"):
            local = ("--local-directory", str(folder / name))
            processes.append(dask("worker", *place, "--nthreads", "1", *local))
        with Client(scheduler_file=str(where), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            yield client.scheduler.address
    finally:
        for process in reversed(processes):
            end(process)
