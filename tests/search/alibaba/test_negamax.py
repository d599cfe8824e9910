"""ALIBABA is plain minimax, whatever makes it faster: the witness is `tests/naive.py`."""

import itertools
import random

import pytest

from engine.search.alibaba.root import list_root
from engine.search.shared.score import INFINITE
from engine.thinking.deepening import search
from tests.search.positions import ALL, LARGE, SMALL, board_of
from tests.search.thinker import PLAIN, Thinker
from tests.search.twin import value_of

AIDS = {
    "pvs": {"pvs": True},
    "aspiration": {"aspiration": True},
    "refutation": {"refutation_table": True},
    "history": {"history": "depth"},
    "history squared": {"history": "depth squared"},
    "history two to the depth": {"history": "two to the depth"},
    "table": {"table_use": "full", "table_depth_match": "exact"},
    "table, move only": {"table_use": "move only"},
    "table, scores only": {"table_use": "score only", "table_depth_match": "exact"},
    "table, faithful flags": {
        "table_use": "full", "table_depth_match": "exact", "faithful_flags": True,
    },
    "main lines protected": {
        "table_use": "full", "table_depth_match": "exact", "entry_principal": True,
    },
    "proved draws": {
        "table_use": "full", "table_depth_match": "exact", "entry_draw": True,
    },
    "both bounds": {
        "table_use": "full", "table_depth_match": "exact", "entry_both_bounds": True,
    },
    "all of them": {
        "entry_principal": True, "entry_both_bounds": True,
        "pvs": True, "aspiration": True, "refutation_table": True, "history": "depth",
        "table_use": "full", "table_depth_match": "exact", "table_pv_length": 5,
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**PLAIN)


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", ALL)
def test_without_aids_it_is_minimax(thinker, name, depth):
    assert thinker.reset(**PLAIN).think(ALL[name], depth).score == value_of(ALL[name], depth)


@pytest.mark.parametrize("depth", [3, 4])
@pytest.mark.parametrize("name", SMALL)
def test_without_aids_it_is_minimax_deeper(thinker, name, depth):
    assert thinker.reset(**PLAIN).think(SMALL[name], depth).score == value_of(SMALL[name], depth)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_without_aids_it_is_minimax_in_large_positions(thinker, name):
    assert thinker.reset(**PLAIN).think(LARGE[name], 3).score == value_of(LARGE[name], 3)


@pytest.mark.parametrize("aid", AIDS)
def test_an_aid_changes_no_value(thinker, aid):
    """Nor do all together; the table answers only for the depth that was searched."""
    thinker.reset(**PLAIN | AIDS[aid])
    wrong = {}
    for name, depth in [*((name, 4) for name in SMALL), *((name, 2) for name in LARGE)]:
        found = thinker.afresh(ALL[name], depth)
        if found.score != value_of(ALL[name], depth):
            wrong[name] = found.score, value_of(ALL[name], depth)
    assert wrong == {}


@pytest.mark.slow
@pytest.mark.parametrize("aid", AIDS)
def test_an_aid_changes_no_value_in_large_positions(thinker, aid):
    """Against the search without aids, which the slow twin has confirmed at three plies."""
    plain = {name: thinker.reset(**PLAIN).think(LARGE[name], 4).score for name in LARGE}
    thinker.reset(**PLAIN | AIDS[aid])
    assert {name: thinker.afresh(LARGE[name], 4).score for name in LARGE} == plain


def test_strict_threefold_is_the_twin_too(thinker):
    """A draw needs three occurrences everywhere: four plies ahead the twin knows the difference."""
    thinker.reset(**PLAIN, strict_threefold=True)
    for name in ("two bare pawns", "blocked pawns (Fine 70)", "third occurrence in reach"):
        found, expected = thinker.think(SMALL[name], 4), value_of(SMALL[name], 4, strict=True)
        assert found.score == expected, name


def test_aids_save_nodes(thinker):
    """Otherwise one could be switched off unnoticed: nodes of four plies over twelve positions."""
    nodes = {}
    for aid, settings in {"none": {}, **AIDS}.items():
        thinker.reset(**PLAIN | settings)
        nodes[aid] = sum(thinker.afresh(LARGE[name], 4).nodes for name in list(LARGE)[:12])
    none = nodes.pop("none")
    del nodes["aspiration"]  # it costs windows where scores jump, as they do without quiescence
    assert {aid: count for aid, count in nodes.items() if count >= none} == {}


def test_a_move_for_ordering_changes_no_value_but_saves_nodes(thinker):
    """Experiment 2: moves on, scores off."""
    thinker.reset(**PLAIN)
    without = thinker.think(LARGE["Kiwipete"], 5)
    with_moves = thinker.reset(**PLAIN | {"table_use": "move only"}).think(LARGE["Kiwipete"], 5)
    assert with_moves.score == without.score
    assert with_moves.nodes < without.nodes


def values_in_windows(thinker, board, depth, windows):
    """The root's value in each window, every time as in a new game."""
    for window in windows:
        thinker.afresh(board, 1)
        list_root(thinker.engine.thread.where)
        thinker.engine.thread.worker.next_poll = thinker.engine.thread.worker.node_limit = 1 << 62
        yield search(thinker.engine.thread, depth, *window)


@pytest.mark.parametrize("settings", [PLAIN, {"table_depth_match": "exact"}], ids=["plain", "full"])
@pytest.mark.parametrize("name", ["Kiwipete", "MG4.28", "promotion with check", "EG2.36"])
def test_a_window_bounds_the_value(thinker, name, settings):
    """Fail-soft: a value in the window is the value, one outside is a bound on the right side."""
    thinker.reset(**settings, quiescence_margin=1000)
    board, chance = board_of(ALL[name]), random.Random(name)
    (whole,) = values_in_windows(thinker, board, 3, [(-INFINITE, INFINITE)])
    edges = [whole.score + chance.randint(-150, 150) for _ in range(12)]
    edges += [whole.score - 1, whole.score, whole.score + 1]
    windows = [(low, high) for low, high in itertools.combinations(sorted(set(edges)), 2)]
    windows = chance.sample(windows, 30)
    for (alpha, beta), found in zip(
        windows, values_in_windows(thinker, board, 3, windows), strict=True
    ):
        if found.bound == "":
            assert alpha < found.score == whole.score < beta
        elif found.bound == "lowerbound":
            assert beta <= found.score <= whole.score
        else:
            assert whole.score <= found.score <= alpha
