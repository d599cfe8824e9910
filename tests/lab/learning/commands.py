"""`sesame learn` as a process of its own, with a fake engine that needs no time."""

import subprocess
import sys
from contextlib import contextmanager

from engine.lab.learning.engines import release
from engine.lab.learning.store import LearnStore
from tests.interrupts import interruptible
from tests.lab.learning.subjects import SUITE, WORDS, fake_text
from tests.lab.match.commands import CHECKOUT, ENVIRONMENT, PATIENCE_SECONDS


def words_for(folder, *faults, iterations=6):
    """Write a command line of learning from a small suite."""
    suite = folder / "suite.epd"
    suite.write_text(SUITE)
    return [
        *("--suite", str(suite), "--engine", fake_text(*faults), *WORDS),
        *("--database", str(folder / "learn.db"), "--nodes", "5000", "--rate", "0.3"),
        *("--iterations", str(iterations), "--concurrency", "2"),
    ]


def begin(words):
    """Begin `sesame learn` in a group of processes of its own, as a shell does."""
    with interruptible():
        return subprocess.Popen(
            [sys.executable, str(CHECKOUT / "uci.py"), "learn", *words],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )


def ended(process):
    """Wait for its end; returns the status, the output and the complaints."""
    output, complaints = process.communicate(timeout=PATIENCE_SECONDS)
    assert "Traceback" not in complaints, complaints
    return process.returncode, output, complaints


class InlinePool:
    """Does the tasks in this process, one after the other."""

    workers = 1

    def __init__(self, work):
        self.work, self.given = work, []

    def give(self, task, source):
        self.given.append((task, source))

    def take(self):
        task, source = self.given.pop(0)
        return [(task, self.work(task, source))]


@contextmanager
def inline_tasks(work, processes, begin):
    """Replace the processes of a pool."""
    try:
        yield InlinePool(work)
    finally:
        release()


def results_in(path):
    """Count the results of a database that another process may be about to make."""
    if not path.exists() or not path.stat().st_size:
        return 0
    store = LearnStore(path)
    try:
        return store.connection.execute("SELECT count(*) FROM results").fetchone()[0]
    finally:
        store.close()
