"""The records of the core mean the same compiled and uncompiled."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import chess
import numpy as np
import pytest

from engine.board.position import MOVES, POSITION, TABLES
from engine.options import find, parse
from engine.search.alibaba.memory import MEMORY as ALIBABA_MEMORY
from engine.search.modern.memory import MEMORY as MODERN_MEMORY
from engine.search.modern.memory import NODE
from engine.search.selective.memory import MEMORY as SELECTIVE_MEMORY
from engine.search.selective.memory import NODE as SELECTIVE_NODE
from engine.search.selective.memory import SELECTIVE_COUNTS
from engine.search.shared.worker import PARAMS, WORKER
from engine.table.entry import BROAD_SLOT, SLOT, WIDE_SLOT
from engine.table.places import TABLE
from engine.table.statistics import COUNTS
from engine.thinking.engine import Engine, Limits

CHECKOUT = Path(__file__).resolve().parents[3]
RECORDS = {
    "POSITION": POSITION,
    "MOVES": MOVES,
    "TABLES": TABLES,
    "WORKER": WORKER,
    "ALIBABA_MEMORY": ALIBABA_MEMORY,
    "MODERN_MEMORY": MODERN_MEMORY,
    "NODE": NODE,
    "SELECTIVE_MEMORY": SELECTIVE_MEMORY,
    "SELECTIVE_NODE": SELECTIVE_NODE,
    "SELECTIVE_COUNTS": SELECTIVE_COUNTS,
    "PARAMS": PARAMS,
    "SLOT": SLOT,
    "WIDE_SLOT": WIDE_SLOT,
    "BROAD_SLOT": BROAD_SLOT,
    "TABLE": TABLE,
    "COUNTS": COUNTS,
}
MIDDLE_GAME = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 6"
DEPTH = 3


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_no_field_is_called_like_a_part_of_numpys_record(record):
    """Uncompiled, `worker.size` was NumPy's size, and every subtree had none."""
    assert [name for name in record.names or () if hasattr(np.record, name)] == []


def stored_by_scheme():
    """Return the nodes of a small search and all that it stored, by scheme."""
    engine, found = Engine(), {}
    for name, value in (("Table Positions", "1K"), ("Table PV Length", "2")):
        engine.configure(find(name), parse(find(name), value))
    for search, scheme in (
        *(("Modern", "TWOBIG1"), ("AliBaba", "TWOBIG1")),
        *(("AliBaba", "BIGALL"), ("Selective", "TWOBIG1")),
    ):
        engine.configure(find("Search"), search)
        engine.configure(find("Replacement Scheme"), scheme)
        engine.set_position(chess.Board(MIDDLE_GAME))
        engine.prepare_go()
        engine.think(Limits(depth=DEPTH - (search == "Selective")), lambda _: None)
        memory = engine._table.memory.tobytes()
        found[search, scheme] = engine.nodes, hashlib.sha256(memory).hexdigest()
    return found


def test_a_search_stores_the_same_uncompiled():
    """The twin words of the machine agree with its instructions: not a bit of the table differs."""
    program = (
        "from tests.search.shared.test_worker import stored_by_scheme; print(stored_by_scheme())"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=CHECKOUT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    assert answer.stdout.strip() == str(stored_by_scheme())
    assert answer.stderr == ""
