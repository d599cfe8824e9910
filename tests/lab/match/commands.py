"""`sesame match` as a process of its own, with fake engines that finish a game in a moment."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.lab.match.sides import side_text
from engine.lab.match.store import Store
from tests.interrupts import interruptible
from tests.lab.match.fakes.sides import fake

CHECKOUT = Path(__file__).resolve().parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(CHECKOUT), "COLUMNS": "200"}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"

QUICK = (fake("Anna"), fake("Boris"))
FREE = 2  # games that each of two processes plays before Anna waits at the gate
ENOUGH = 4  # games stored by then; the match goes no further until it is stopped
PATIENCE_SECONDS = 60  # for what takes a second; the machine may be busy


def match_words(folder, sides=QUICK, rounds=10, *more):
    """Write a command line of a match."""
    openings = folder / "start.epd"
    openings.write_text(START)
    asked = [word for side in sides for word in ("--side", side_text(side))]
    files = ("--openings", str(openings), "--database", str(folder / "match.db"))
    return [*asked, "--rounds", str(rounds), "--concurrency", "2", *files, *more]


def begin(words, program=CHECKOUT / "uci.py", **others):
    """Begin `sesame match` in a group of processes of its own, as a shell does."""
    with interruptible():
        return subprocess.Popen(
            [sys.executable, str(program), "match", *words],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **others,
        )


def run(words):
    """Run `sesame match` to its end; returns the status, the output and the complaints."""
    with begin(words) as process:
        output, complaints = process.communicate(timeout=PATIENCE_SECONDS)
    assert "Traceback" not in complaints
    return process.returncode, output, complaints


def wait_until(happened):
    """Wait until something is the case."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := happened()):
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)
    return found


def games_in(path):
    """Count the games of a database that another process may be about to make."""
    try:
        store = Store.open(path)
    except ValueError:
        return 0
    number = len(store.played())
    store.close()
    return number


def rows_of(path):
    """Read all games."""
    store = Store.open(path)
    games = list(store.games())
    store.close()
    return games


def relatives(process):
    """List the processes that a process has started, and those that they have."""
    psutil = pytest.importorskip("psutil")
    return psutil.Process(process.pid).children(recursive=True)


def all_gone(processes):
    """Tell whether all have ended; between two questions about one it may end too."""
    psutil = pytest.importorskip("psutil")

    def is_gone(one):
        try:
            return not one.is_running() or one.status() == "zombie"
        except psutil.NoSuchProcess:
            return True

    return all(map(is_gone, processes))
