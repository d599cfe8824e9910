"""Uncertainty cut-offs: the root keeps its value, and an unsure value bounds nothing.

Witnesses: the same search without them, which other tests compare with minimax; hand-made entries.
"""

import pytest
from numba import njit, uint64, void

from engine.board.position import POSITION
from engine.machine.words import as_record
from engine.search.selective.memory import NODE, node_at
from engine.search.selective.uncertainty import remember_move
from engine.search.shared.score import INFINITE
from engine.search.shared.worker import WORKER
from engine.table.entry import EXACT, LOWER, UPPER, new_entry
from engine.thinking.bench import BENCH_POSITIONS
from tests.search.positions import LARGE, board_of
from tests.search.selective.asked_node import counts_of, ready
from tests.search.selective_twin import PURE
from tests.search.thinker import Thinker

RATIOS = (10, 20, 30, 40, 50, 60, 70, 80, 90)
QUICK = ("MG2.30", "EG2.36", "MG5.22", "mating attack", "Kiwipete")
UNCERTAIN = PURE | {"uncertainty_cuts": True}


@pytest.fixture(scope="module")
def kept():
    return Thinker(**PURE)


def searched(thinker, positions, depth, **settings):
    """Scores, nodes and counts of positions, each as in a new game."""
    thinker.reset(**PURE | settings)
    scores, nodes, total = [], 0, {}
    for position in positions:
        found = thinker.afresh(position, depth)
        scores.append(found.score)
        nodes += found.nodes
        for name, number in counts_of(thinker).items():
            total[name] = total.get(name, 0) + number
    return scores, nodes, total


def check_exact(thinker, positions, depth, **settings):
    """The scores of all ratios are those without uncertainty cut-offs, which are made."""
    wanted, _, _ = searched(thinker, positions, depth)
    for ratio in RATIOS:
        scores, _, counts = searched(
            thinker, positions, depth, uncertainty_cuts=True, uncertainty_ratio=ratio, **settings
        )
        assert scores == wanted, ratio
        assert counts["uncertainty_cut_offs"] > 0


def test_the_root_keeps_its_value(kept):
    """All positions of the bench, every ratio."""
    check_exact(kept, BENCH_POSITIONS, 5)


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"uncertainty_captures": False}], ids=["usual", "all"])
def test_the_root_keeps_its_value_deeper(kept, settings):
    """One ply more, captures given up as well or not."""
    check_exact(kept, BENCH_POSITIONS, 6, **settings)


def test_all_moves_are_no_cut_off(kept):
    """At a hundred per cent, or where no node is deep enough, the tree is the one without."""
    positions = [LARGE[name] for name in QUICK]
    plain = searched(kept, positions, 4)
    for settings in ({"uncertainty_ratio": 100}, {"uncertainty_min_rem": 2000}):
        assert searched(kept, positions, 4, uncertainty_cuts=True, **settings) == plain


def test_every_number_is_connected(kept):
    """Each changes the tree, and none a value."""
    positions = BENCH_POSITIONS[1:13]
    usual = searched(kept, positions, 5, uncertainty_cuts=True, uncertainty_ratio=2)
    for settings in (
        {"uncertainty_captures": False},
        {"uncertainty_min_rem": 0},
        {"uncertainty_skip_in_check": True},
    ):
        other = searched(kept, positions, 5, uncertainty_cuts=True, uncertainty_ratio=2, **settings)
        assert other[0] == usual[0]
        assert other[1] != usual[1], settings


def test_researches_grow_as_the_ratio_falls(kept):
    """Claim of figure 4.4: many at a tenth of the moves, at nine tenths as without."""

    def researches(**settings):
        counts = searched(kept, BENCH_POSITIONS[1:8], 6, **settings)[2]
        return counts["unsure_researches"] + counts["better_researches"]

    few, half, most = (
        researches(uncertainty_cuts=True, uncertainty_ratio=ratio) for ratio in (10, 50, 90)
    )
    assert few > 1.5 * half
    assert most < 1.1 * researches()


@njit(void(uint64, uint64))
def remember_move_by(where, move):
    """Store the move of the root's position as that of an unsure node."""
    worker = as_record(where, WORKER)
    pos, node = as_record(worker.root, POSITION), as_record(node_at(worker, 0), NODE)
    remember_move(worker, pos, node, 0, move)


@pytest.mark.parametrize("bound", [EXACT, LOWER, UPPER])
def test_what_is_known_stays(kept, bound):
    """An unsure node changes the move of an entry and nothing else."""
    kept.reset(**UNCERTAIN)
    board = board_of(LARGE["MG4.28"])
    kept.put(board, 5, bound, 123, 77)
    known = kept.entry(board)
    node = ready(kept, board)
    node.depth = 900
    node.entry = new_entry(0, 123, 5, bound, 77)
    move = int(kept.engine.thread.worker.root_move[3])
    remember_move_by(kept.engine.thread.where, move)
    found = kept.entry(board)
    assert found.move == move & 4095 != known.move
    assert found[1:] == known[1:]


def test_nothing_known_gives_a_move_and_no_bound(kept):
    """The entry says that the value is above the lowest of all: it can settle no window."""
    kept.reset(**UNCERTAIN)
    board = board_of(LARGE["MG4.28"])
    ready(kept, board).depth = 900
    move = int(kept.engine.thread.worker.root_move[3])
    remember_move_by(kept.engine.thread.where, move)
    found = kept.entry(board)
    assert (found.move, found.bound, found.score) == (move & 4095, LOWER, -INFINITE)
    plain = kept.reset(**PURE).afresh(board, 3)
    kept.engine.new_game()
    remember_move_by(kept.engine.thread.where, move)
    assert kept.think(board, 3).score == plain.score
