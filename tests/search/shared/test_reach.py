"""How far the search behind an entry can reach: no further than the fiftieth move allows.

By hand: a full-width search of d plies reaches d + 1, for the check at its last ply is answered;
MODERN extends lines by up to half their depth and answers checks for eight plies.
"""

import chess
import pytest
from numba import boolean, njit, uint64

from engine.board.names import NONE
from engine.board.position import POSITION
from engine.machine.words import U64, as_record
from engine.search.shared.lookup import outlasts_fifty
from engine.search.shared.score import MATE
from engine.search.shared.worker import WORKER
from engine.table.entry import EXACT, new_entry
from tests.search.thinker import Thinker

# Search, depth and score of the entry, plies that the search can reach.
REACHES = [
    *(("AliBaba", 0, 20, 1), ("AliBaba", 7, 20, 8), ("AliBaba", 3, MATE - 9, 8)),
    *(("Modern", 0, 20, 8), ("Modern", 7, 20, 18), ("Modern", 2, -MATE + 30, 29)),
    *(("Selective", 0, 20, 9), ("Selective", 7, 20, 23)),
]


@njit(boolean(uint64, uint64))
def outlasts_by(where, entry):
    """Whether the search behind an entry for the root could reach the fiftieth move."""
    worker = as_record(where, WORKER)
    return outlasts_fifty(worker, as_record(worker.root, POSITION), entry)


@pytest.mark.parametrize(("search", "depth", "score", "reach"), REACHES)
def test_reach(search, depth, score, reach):
    """An entry tells nothing from the counter on at which its search reaches a hundred plies."""
    thinker = Thinker(search=search)
    entry = U64(new_entry(NONE, score, depth, EXACT, U64(1)))
    for fifty in (100 - reach - 1, 100 - reach):
        thinker.engine._set_up(chess.Board(f"8/8/8/3k4/8/3K4/3R4/8 w - - {fifty} 90"))
        outlasts = bool(outlasts_by(thinker.engine.thread.where, entry))
        assert outlasts == (fifty + reach >= 100)
