"""Internal iterative deepening: another first move, and the same value."""

import pytest

from tests.search.positions import LARGE, board_of
from tests.search.selective.asked_node import pv_search_by, ready
from tests.search.selective_twin import ALGORITHMS, PURE
from tests.search.thinker import Thinker

DEEPENING = PURE | {"internal_iterative_deepening": True}


@pytest.fixture(scope="module")
def kept():
    return Thinker(**PURE)


@pytest.mark.parametrize("title", ["MG2.30", "EG2.36", "Kiwipete"])
def test_values_stay(kept, title):
    """With the table and without: what alpha-beta finds, which deepens nothing."""
    expected = kept.reset(**PURE, algorithm="AlphaBeta").think(LARGE[title], 4).score
    for use in ("full", "nothing"):
        assert kept.reset(**DEEPENING, table_use=use).think(LARGE[title], 4).score == expected


def nodes_of(thinker, depth=400, **settings):
    """Nodes of one pv-node that the table does not know."""
    thinker.reset(**settings)
    ready(thinker, board_of(LARGE["MG5.22"]))
    value = pv_search_by(thinker.engine.thread.where, depth, -3000, 3000)
    return int(thinker.engine.thread.worker.nodes), int(value)


def test_where_it_is_done(kept):
    """From three plies on, without a table move, in PVS."""
    plain, value = nodes_of(kept, **PURE)
    nodes, same = nodes_of(kept, **DEEPENING)
    assert nodes != plain and same == value
    assert nodes_of(kept, 299, **DEEPENING) == nodes_of(kept, 299, **PURE)
    alpha_beta = {"algorithm": "AlphaBeta"}
    assert nodes_of(kept, 300, **DEEPENING | alpha_beta) == nodes_of(kept, 300, **PURE | alpha_beta)


def test_it_ends_when_the_search_does(kept):
    """Stopped within the shallow search, or anywhere: the move is legal, the line can be played."""
    for nodes in (150, 1500, 9000):
        for algorithm in ALGORITHMS:
            kept.reset(search="Selective", internal_iterative_deepening=True, algorithm=algorithm)
            kept.set(table_use="nothing", learn_aux=True)
            board = board_of(LARGE["Kiwipete"])
            found = kept.think(board, nodes=nodes)
            assert found.result.move in board.legal_moves
            for move in found.last.pv:
                assert move in board.legal_moves
                board.push(move)


def test_the_growth_of_the_tree_is_counted_on(kept):
    """Raised weights lead to no more nodes than those in force."""
    kept.reset(search="Selective", internal_iterative_deepening=True, learn_aux=True)
    kept.think(LARGE["MG2.30"], 6)
    memory = kept.engine.thread.memory
    assert 0 < max(memory["altered_nodes"]) <= int(memory["own_nodes"])
