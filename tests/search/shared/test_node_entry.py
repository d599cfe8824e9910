"""What every node does first: predicates change nothing, and what counts is counted once.

Source: Breuker 1998, section 2.3.1, tests at the entry of a node.
"""

import chess
import pytest
from numba import boolean, int64, uint64, void

from engine.board.position import MOVES, POSITION
from engine.machine.words import as_record
from engine.search.shared.node_entry import (
    count_fifty_draw,
    count_node,
    is_drawn,
    is_drawn_by_fifty_moves,
    poll_if_due,
)
from engine.search.shared.worker import WORKER
from engine.thinking.limits import NO_LIMIT
from tests.search.positions import board_of
from tests.search.thinker import Thinker
from tests.when_called import njit_when_called


@njit_when_called(boolean(uint64, int64))
def drawn_by(where, ply):
    """Whether the root's position is drawn, but by the fifty-move rule, so many plies deep."""
    worker = as_record(where, WORKER)
    return is_drawn(worker, as_record(worker.root, POSITION), ply)


@njit_when_called(boolean(uint64))
def fifty_by(where):
    """Whether the root's position is drawn by the fifty-move rule."""
    worker = as_record(where, WORKER)
    moves = as_record(worker.moves, MOVES)
    return is_drawn_by_fifty_moves(worker, as_record(worker.root, POSITION), moves)


@njit_when_called(void(uint64, int64))
def count_by(where, ply):
    """A node is entered."""
    count_node(as_record(where, WORKER), ply)


@njit_when_called(void(uint64))
def count_draw_by(where):
    """A node is drawn by the fifty-move rule."""
    count_fifty_draw(as_record(where, WORKER))


@njit_when_called(void(uint64))
def poll_by(where):
    """Look at the limits if it is time."""
    poll_if_due(as_record(where, WORKER))


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


SHUFFLE = f"{chess.STARTING_FEN} moves g1f3 g8f6 f3g1 f6g8"

# Position, ply, whether it is drawn, whether the fifty-move rule draws it.
CASES = {
    "an ordinary position": (chess.STARTING_FEN, 5, False, False),
    "seen before, within the search": (SHUFFLE, 4, True, False),
    "seen before, in the game": (SHUFFLE, 3, False, False),
    "bare kings": ("8/8/3k4/8/8/3K4/8/8 w - - 0 1", 2, True, False),
    "the hundredth ply": ("8/8/8/3k4/8/3K4/3R4/8 w - - 100 90", 2, False, True),
    "one ply before": ("8/8/8/3k4/8/3K4/3R4/8 w - - 99 90", 2, False, False),
    "mate with the hundredth ply": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", 2, False, False),
    "check with the hundredth ply": ("R5k1/5pp1/7p/8/8/8/8/6K1 b - - 100 90", 2, False, True),
}


@pytest.mark.parametrize(("text", "ply", "drawn", "by_fifty"), CASES.values(), ids=CASES)
def test_predicates_of_a_draw(thinker, text, ply, drawn, by_fifty):
    """They tell, and leave the worker as it was."""
    thread = thinker.engine.thread
    thinker.think(board_of(text), 1)
    before = thread.array.tobytes()
    assert bool(drawn_by(thread.where, ply)) == drawn
    assert bool(fifty_by(thread.where)) == by_fifty
    assert thread.array.tobytes() == before


def test_a_node_counts_once(thinker):
    """Also for the replacement scheme; the draws so far and the deepest ply are noted."""
    thread = thinker.engine.thread
    thread.reset_counters()
    worker = thread.worker
    worker.fifty_draws = 7
    for ply in (3, 5, 4):
        count_by(thread.where, ply)
    assert (worker.nodes, worker.counted, worker.deepest_ply) == (3, 3, 5)
    assert list(worker.fifty_before[3:6]) == [7, 7, 7]
    count_draw_by(thread.where)
    assert (worker.fifty_draws, worker.nodes) == (8, 3)


NODES = 50
"""Counted so far."""
# Node limit, whether the deadline is passed, nodes for which it does not count: whether to stop.
LIMITS = {
    "none": (NO_LIMIT, False, 0, False),
    "the last node": (NODES, False, 0, True),
    "one more node": (NODES + 1, False, 0, False),
    "out of time": (NO_LIMIT, True, 0, True),
    "out of time within the free nodes": (NO_LIMIT, True, NODES, False),
}


@pytest.mark.parametrize(("limit", "late", "free", "stops"), LIMITS.values(), ids=LIMITS)
def test_limits(thinker, limit, late, free, stops):
    """They are looked at when it is time, not before."""
    worker = thinker.engine.thread.worker
    worker.nodes, worker.node_limit, worker.free_nodes = NODES, limit, free
    worker.deadline = 0 if late else NO_LIMIT
    worker.stop, worker.next_poll = 0, NODES + 1
    poll_by(thinker.engine.thread.where)
    assert not worker.stop
    worker.next_poll = NODES
    poll_by(thinker.engine.thread.where)
    assert bool(worker.stop) == stops
    if not stops:
        assert NODES < worker.next_poll <= min(NODES + 32, limit)
