"""The whole core cold, warm, and edited: the one test that compiles everything, twice.

The edit is in a file that its callers only import: Numba alone would keep their old code and
search on with the old evaluation, without a word.
"""

import os
import re
import shutil
import subprocess
import sys

from engine.machine import key

# A queen ahead, so that an evaluation that is cut off at one centipawn shows.
SEARCH = """
import sys, threading
from engine.machine import compiling, keeping
opened = []
carry_out = compiling.Workshop.carry_out
def counted(workshop, processes):
    opened.append(processes)
    return carry_out(workshop, processes)
compiling.Workshop.carry_out = counted
compiling.compile_later = lambda parts: None
from engine.uci.conversation import load_session
from engine.uci.output import Output
warm, compiling = keeping.is_complete("Modern"), threading.Event()
session = load_session(Output(sys.stdout), compiling)
print(warm, compiling.is_set(), keeping.is_complete("Modern"), keeping.is_complete("AliBaba"))
print(len(opened), "numba" in sys.modules)
print(*keeping.notices)
session.obey("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
session.obey("go depth 2")
session.thinking.wait(60)
assert "numba" not in sys.modules
"""
COLD, WARM = "False True True False", "True False True False"


def start(folder):
    """Start the copy of the engine from another folder, as programs do; gives what it printed."""
    (folder / "elsewhere").mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(folder), "SESAME_CACHE_DIR": str(folder / "kept")}
    done = subprocess.run(
        [sys.executable, "-c", SEARCH],
        cwd=folder / "elsewhere",
        env=environment,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    state, work, notices, *lines = done.stdout.splitlines()
    assert notices == ""
    assert work == ("1 False" if state == COLD else "0 False")
    (score,) = [re.search(r"depth 2 .*score cp (-?[0-9]+)", line) for line in lines[-2:-1]]
    assert score
    return state, int(score[1])


def test_cold_then_warm_then_edited(tmp_path):
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(key.ENGINE, tmp_path / "engine", ignore=ignored)
    state, value = start(tmp_path)
    assert state == COLD
    assert value > 500
    assert start(tmp_path) == (WARM, value)

    source = tmp_path / "engine" / "evaluation" / "bounds.py"
    text = source.read_text()
    assert "HIGHEST = 30000" in text
    source.write_text(text.replace("HIGHEST = 30000", "HIGHEST = 1"))
    state, edited = start(tmp_path)
    assert state == COLD
    assert abs(edited) <= 1

    source.write_text(text)
    assert start(tmp_path) == (WARM, value), "the first version is still kept"
