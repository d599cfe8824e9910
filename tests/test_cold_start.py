"""The whole core cold, warm, and edited: the one test that compiles everything, twice.

The edit is in a file that its callers only import: Numba alone would keep their old code and
search on with the old evaluation, without a word.
"""

import os
import shutil
import subprocess
import sys

from engine import compiled

# A queen ahead, so that an evaluation that is cut off at one centipawn shows.
SEARCH = """
import chess
from engine import compiled
warm = compiled.is_complete()
from engine.search.alibaba import negamax
from engine.search.clock import Limits
from engine.search.think import Engine, Info
engine = Engine()
engine.set_position(chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"))
scores = []
engine.think(Limits(depth=2), lambda info: isinstance(info, Info) and scores.append(info.score))
print(warm, compiled.is_complete(), sum(negamax.stats.cache_hits.values()), scores[-1])
print(*compiled.notices)
"""


def start(folder):
    """Start the copy of the engine; gives what it printed."""
    environment = os.environ | {"PYTHONPATH": str(folder), "SESAME_CACHE_DIR": str(folder / "kept")}
    done = subprocess.run(
        [sys.executable, "-c", SEARCH],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    facts, notices = done.stdout.splitlines()
    assert notices == ""
    return facts.split()


def test_cold_then_warm_then_edited(tmp_path):
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(compiled.ENGINE, tmp_path / "engine", ignore=ignored)
    cold = start(tmp_path)
    assert cold[:3] == ["False", "True", "0"]
    assert int(cold[3]) > 500
    assert start(tmp_path) == ["True", "True", "1", cold[3]]

    source = tmp_path / "engine" / "evaluation" / "alibaba.py"
    text = source.read_text()
    assert "HIGHEST = 30000" in text
    source.write_text(text.replace("HIGHEST = 30000", "HIGHEST = 1"))
    edited = start(tmp_path)
    assert edited[:3] == ["False", "True", "0"]
    assert abs(int(edited[3])) <= 1

    source.write_text(text)
    assert start(tmp_path) == ["True", "True", "1", cold[3]], "the first version is still kept"
