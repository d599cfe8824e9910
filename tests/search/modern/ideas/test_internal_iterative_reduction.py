"""When a node without a table move is searched less deep."""

import pytest
from numba import int64, njit, uint64

from engine.machine.words import U64, as_record
from engine.search.modern.ideas.internal_iterative_reduction import internal_iterative_reduction
from engine.search.shared.depth import PLY
from engine.search.shared.worker import PARAMS, WORKER

A_MOVE = 796


@njit(int64(uint64, int64, uint64))
def reduction_by(where, depth, table_move):
    """Parts of a ply, of a node of so many plies."""
    params = as_record(as_record(where, WORKER).params, PARAMS)
    return internal_iterative_reduction(params, depth * PLY, table_move)


# Depth, table move, plies.
CASES = {
    "too shallow": (3, 0, 0),
    "just deep enough": (4, 0, 1),
    "deep": (40, 0, 1),
    "with a table move": (9, A_MOVE, 0),
}


@pytest.mark.parametrize(("depth", "table_move", "plies"), CASES.values(), ids=CASES)
def test_one_ply_without_a_table_move(thinker, depth, table_move, plies):
    where = thinker.engine.thread.where
    assert int(reduction_by(where, depth, U64(table_move))) == plies * PLY
    thinker.set(internal_iterative_reduction=False)
    assert int(reduction_by(where, depth, U64(table_move))) == 0
