"""One process at a time plays a match."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lab.match.store import Store
from tests.lab.match.handmade import (
    games_of,
    plan_between,
    stored,
)

CHECKOUT = Path(__file__).resolve().parents[3]

CLAIMING = """
import sys
from pathlib import Path
from engine.lab.match.store import Store, StoreError
store = Store.open(Path(sys.argv[1]))
try:
    store.claim()
except StoreError as refusal:
    sys.exit(str(refusal))
"""


def claimed_elsewhere(path):
    """Let another process claim the match; returns what it says about a refusal."""
    done = subprocess.run(
        [sys.executable, "-c", CLAIMING, str(path)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_one_process_plays_a_match(path):
    """The second is told so; when the first has ended, or was killed, the next may play."""
    store = Store.create(path, plan_between())
    store.claim()
    refusal = f"Another `sesame match` is playing {path}."
    assert claimed_elsewhere(path) == refusal
    store.add(games_of(store.plan)[0])
    assert claimed_elsewhere(path) == refusal
    assert sorted(os.listdir(path.parent)) == [path.name, f"{path.name}-playing"]
    store.close()
    assert os.listdir(path.parent) == [path.name]
    assert claimed_elsewhere(path) == ""


KILLED = (
    CLAIMING
    + """
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
"""
)


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_a_killed_process_plays_no_more(path):
    """Its file is left, and no obstacle."""
    stored(path, plan_between(), [])
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=CHECKOUT, check=False)
    assert done.returncode == -9
    assert len(os.listdir(path.parent)) == 2
    store = Store.open(path)
    store.claim()
    store.close()
    assert os.listdir(path.parent) == [path.name]
