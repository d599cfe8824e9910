"""Multi-cut in Modern: where it is tried, what a pruned node is worth, what is kept of it.

At a node with so little depth that no node below it is tried, the value tells what happened: a
pruned node is worth beta, a searched one more, since every move is better here.
"""

import chess
import pytest

from engine.search.shared.depth import PLY
from engine.table.entry import LOWER
from tests.games import board_of
from tests.search.modern_twin import BARE, negamax_by, node_of, ready
from tests.search.positions import LARGE
from tests.search.thinker import Thinker

MULTI_CUT = BARE | {"multi_cut": True}
PLIES = 2
"""Depth of a node where the tries of R = 2 begin: no node below it has so much."""
MIDDLE, LOW = board_of(LARGE["MG5.22"]), -600
"""A position in which every move reaches this value."""


@pytest.fixture(scope="module")
def kept():
    return Thinker(**BARE)


def value(thinker, board=MIDDLE, plies=PLIES, window=(LOW - 1, LOW), **settings):
    """The value of a node that is expected to cut off."""
    thinker.reset(**MULTI_CUT | settings)
    prepared(thinker, board)
    return int(negamax_by(thinker.engine.thread.where, plies, *window))


def prepared(thinker, board):
    """Make a position the node that is asked."""
    thinker.engine.thread.prepare(thinker.engine.settings)
    ready(thinker, board)
    node_of(thinker, 0).expects_cut = 1


def is_pruned(thinker, *arguments, **settings):
    """Whether the node is left with beta, less than the search finds."""
    found = value(thinker, *arguments, **settings)
    assert found >= LOW
    return found == LOW


def test_it_is_tried_at_expected_cut_nodes_only(kept):
    assert is_pruned(kept)
    assert not is_pruned(kept, multi_cut=False)
    assert not is_pruned(kept, plies=PLIES - 1)
    assert not is_pruned(kept, multi_cut_min_rem=100 * PLIES + 1)
    assert is_pruned(kept, multi_cut_min_rem=100 * PLIES)
    kept.reset(**MULTI_CUT)
    prepared(kept, MIDDLE)
    node_of(kept, 0).expects_cut = 0
    assert negamax_by(kept.engine.thread.where, PLIES, LOW - 1, LOW) > LOW


def test_not_in_an_open_window(kept):
    assert value(kept, window=(LOW - 1, 2000)) == value(
        kept, window=(LOW - 1, 2000), multi_cut=False
    )


def test_not_in_check_nor_in_endings(kept):
    """Two queens ahead the side in check reaches every value; with a rook and a knight too."""
    check = board_of("3rk3/8/8/8/8/8/PPP5/RQ1K1Q2 w - - 0 1")
    assert check.is_check()
    assert not is_pruned(kept, check, multi_cut_c=1)
    ending = board_of("4k3/8/8/8/8/4N3/PPP5/R3K3 w - - 0 1")
    assert not is_pruned(kept, ending)
    assert is_pruned(kept, ending, multi_cut_endgame_off=False)
    assert is_pruned(kept, board_of("4k3/8/8/8/8/8/PPP5/R3K2R w - - 0 1"))


@pytest.mark.parametrize("guard", [0, 3])
def test_not_after_an_extension(kept, guard):
    """One of the last three moves; the fourth does not matter."""
    for back in range(1, 5):
        kept.reset(**MULTI_CUT | {"multi_cut_ext_guard": guard})
        prepared(kept, MIDDLE)
        node_of(kept, -back).cost = PLY - 1
        pruned = negamax_by(kept.engine.thread.where, PLIES, LOW - 1, LOW) == LOW
        assert pruned == (back > guard)


@pytest.mark.parametrize(("m", "c", "pruned"), [(1, 1, True), (2, 3, False), (3, 3, True)])
def test_so_many_of_so_many_moves(kept, m, c, pruned):
    assert is_pruned(kept, multi_cut_m=m, multi_cut_c=c) == pruned


def test_hopeless_tries_change_nothing_but_the_work(kept):
    """The node is searched as if nothing had been."""
    high = 3000, 3001
    plain = value(kept, window=high, multi_cut=False, table_use="nothing")
    nodes = int(kept.engine.thread.worker.nodes)
    assert value(kept, window=high, table_use="nothing") == plain < high[0]
    assert int(kept.engine.thread.worker.nodes) > nodes


@pytest.mark.parametrize(("store", "depth"), [("none", None), ("reduced", 2), ("full", 4)])
def test_what_the_table_keeps(kept, store, depth):
    """A lower bound of beta, R plies less deep, or as deep as if it had been searched, or none."""
    assert value(kept, plies=4, multi_cut_store=store) == LOW
    entry = kept.entry(MIDDLE)
    if depth is None:
        assert entry is None
    else:
        assert (entry.depth, entry.bound, entry.score) == (depth, LOWER, LOW)
        assert entry.move


@pytest.mark.parametrize("name", ["MG2.30", "Kiwipete", "mating attack"])
def test_lines_stay_legal_with_all_ideas(kept, name):
    """Fixed nodes, with stops within tries; the line that is told can be played."""
    for nodes in (777, 5000, 30_000):
        kept.reset(search="Modern", multi_cut=True, multi_cut_c=2, table_pv_length=5)
        found = kept.think(LARGE[name], nodes=nodes)
        board: chess.Board = board_of(LARGE[name])
        assert found.result.move in board.legal_moves
        for move in found.last.pv:
            assert move in board.legal_moves
            board.push(move)
