"""The records of the core mean the same compiled and uncompiled."""

import hashlib

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
from tests.search.positions import LARGE, SMALL, board_of
from tests.uncompiled import printed_uncompiled

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
SEARCHES = (
    ("Modern", "TWOBIG1", chess.Board(MIDDLE_GAME), 3),
    ("AliBaba", "TWOBIG1", board_of(SMALL["promotion by capture"]), 4),
    ("AliBaba", "BIGALL", board_of(LARGE["castling, all rights"]), 3),
    ("Selective", "TWOBIG1", board_of(SMALL["en passant"]), 3),
)
"""Of some hundred nodes each, for plain Python; positions compete for the places in all of them."""


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_no_field_is_called_like_a_part_of_numpys_record(record):
    """Uncompiled, `worker.size` was NumPy's size, and every subtree had none."""
    assert [name for name in record.names or () if hasattr(np.record, name)] == []


def stored_by_scheme():
    """Return the nodes of small searches, what was lost, and all that they stored, by scheme."""
    engine, found = Engine(), {}
    for name, value in (("Table Positions", "256"), ("Table PV Length", "2")):
        engine.configure(find(name), parse(find(name), value))
    for search, scheme, board, depth in SEARCHES:
        engine.configure(find("Search"), search)
        engine.configure(find("Replacement Scheme"), scheme)
        engine.set_position(board)
        engine.prepare_go()
        engine.think(Limits(depth=depth), lambda _: None)
        memory = engine._table.memory.tobytes()
        lost = engine.summary.counters.collisions
        found[search, scheme] = engine.nodes, lost, hashlib.sha256(memory).hexdigest()
    return found


def test_a_search_stores_the_same_uncompiled():
    """The twin words of the machine agree with its instructions: not a bit of the table differs."""
    answer = printed_uncompiled(
        "from tests.search.shared.test_worker import stored_by_scheme; print(stored_by_scheme())"
    )
    here = stored_by_scheme()
    assert answer.strip() == str(here)
    assert all(lost for _, lost, _ in here.values())
