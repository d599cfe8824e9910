"""The trees that SELECTIVE writes, against its own counters, the rules and the thesis."""

import itertools

import numpy as np
import pytest

from engine.search.shared import tree_log as flags
from tests.search.positions import LARGE, SMALL
from tests.search.thinker import Thinker
from tests.trees import read_tree

FENS = SMALL | LARGE
MULTI_CUT = {"multi_cut": True, "null_move": False, "extensions": "None"}
UNCERTAINTY = {"uncertainty_cuts": True, "uncertainty_ratio": 20, "null_move": False}
SETTINGS = {
    "multi-cut": (MULTI_CUT, 5),
    "multi-cut, an extension of the only good move": (MULTI_CUT | {"multi_cut_singular": True}, 5),
    "uncertainty cut-offs": (UNCERTAINTY, 4),
    "all": (MULTI_CUT | UNCERTAINTY | {"null_move": True, "extensions": "Fractional"}, 5),
    "NegaScout": ({"algorithm": "NegaScout"}, 3),
    "MTD(f)": ({"algorithm": "MTD(f)"}, 4),
    "AlphaBeta": ({"algorithm": "AlphaBeta"}, 3),
    "searches that measure": (MULTI_CUT | {"prune_audit": 1, "cut_stats": True}, 5),
    "nodes for raised weights": ({"learn_aux": True}, 4),
}


@pytest.fixture(scope="module")
def thinker():
    return Thinker(search="Selective")


def logged(thinker, folder, position, depth, **settings):
    """Search a position as in a new game; the counters, and the files by iteration."""
    thinker.reset(search="Selective", tree_log=str(folder), **settings)
    thinker.think(FENS[position], depth)
    return thinker.engine.selective.counts, [read_tree(path) for path in sorted(folder.iterdir())]


def marked(files, mark, *others):
    """How many nodes have a mark, and these others too."""
    marks = np.concatenate([each.nodes["marks"] for each in files])
    return int(sum((marks & mark > 0) & np.all([marks & other > 0 for other in others], axis=0)))


@pytest.mark.parametrize("name", SETTINGS)
def test_every_node_that_the_engine_counts_is_in_the_file(thinker, tmp_path, name):
    """And the tree below each is complete and legal; logging changes nothing."""
    settings, depth = SETTINGS[name]
    _, files = logged(thinker, tmp_path, "MG2.30", depth, **settings)
    counted = [each.counters.nodes for each in thinker.engine.summary.iterations]
    assert [len(each.nodes) for each in files] == np.diff([0, *counted]).tolist()
    for each in files:
        assert (each.nodes["records"] == each.nodes["nodes"]).all()
        assert sum(1 for _ in each.walk()) == len(each.nodes)
        for root, window in zip(each.roots(), each.about["windows"], strict=True):
            found = [int(each.nodes[root][field]) for field in ("alpha", "beta", "value", "nodes")]
            assert found == [window[field] for field in ("alpha", "beta", "score", "nodes")]
            assert window["records"] == window["nodes"]
    thinker.reset(search="Selective", **settings)
    assert thinker.think(FENS["MG2.30"], depth).nodes == counted[-1]


def test_mtd_f_writes_a_tree_for_each_of_its_zero_windows(thinker, tmp_path):
    _, files = logged(thinker, tmp_path, "MG2.30", 4, algorithm="MTD(f)")
    for each in files:
        windows = each.about["windows"]
        assert len(windows) > 1 and all(w["beta"] - w["alpha"] == 1 for w in windows)
        low = max(w["score"] for w in windows if w["score"] >= w["beta"])
        assert low == min(w["score"] for w in windows if w["score"] < w["beta"])


def test_mtd_f_with_a_log_that_is_full(thinker, tmp_path):
    thinker.reset(search="Selective", tree_log=str(tmp_path), tree_log_nodes=60, algorithm="MTD(f)")
    nodes = thinker.think(FENS["MG2.30"], 3).nodes
    files = [read_tree(path) for path in sorted(tmp_path.iterdir())]
    assert sum(w["nodes"] for each in files for w in each.about["windows"]) == nodes
    last = files[-1]
    assert len(last.nodes) == sum(w["records"] for w in last.about["windows"]) == 60
    assert len(list(last.roots())) == len(last.about["windows"])


def test_the_tries_of_multi_cut(thinker, tmp_path):
    """Each try is a probe: C of them fail high below a node that is cut, with R plies less."""
    counts, files = logged(thinker, tmp_path, "MG2.30", 5, **MULTI_CUT)
    assert marked(files, flags.MULTI_CUT) == counts["multi_cuts"] > 20
    assert marked(files, flags.MULTI_CUT_PROBE) == counts["multi_cut_tries"] > 60
    for each in files:
        for place in np.flatnonzero(each.nodes["marks"] & flags.MULTI_CUT):
            node = each.nodes[place]
            tries = [each.nodes[child] for child in each.children(place)]
            assert node["value"] == node["beta"] and node["marks"] & flags.EXPECTS_CUT
            assert all(one["marks"] & flags.MULTI_CUT_PROBE for one in tries)
            assert sum(-int(one["value"]) >= int(node["beta"]) for one in tries) == 3
            moves = [one["move"] for one in tries]
            assert len(set(moves)) == len(moves)
            below = [one for one in tries if not one["marks"] & flags.QUIESCENCE]
            assert all(one["depth"] == node["depth"] - 300 for one in below)


def test_unsure_nodes(thinker, tmp_path):
    """A given-up node is unsure; an open window never is, and searches the move again."""
    counts, files = logged(thinker, tmp_path, "MG2.30", 4, **UNCERTAINTY)
    unsure = marked(files, flags.UNSURE)
    assert unsure >= counts["uncertainty_cut_offs"] > 10
    again = 0
    for each in files:
        for place in np.flatnonzero(each.nodes["marks"] & flags.UNSURE):
            node = each.nodes[place]
            assert node["beta"] - node["alpha"] == 1
        for place, _, _ in each.walk():
            node = each.nodes[place]
            if int(node["beta"]) - int(node["alpha"]) == 1 or node["marks"] & flags.QUIESCENCE:
                continue
            children = [each.nodes[child] for child in each.children(place)]
            for one, following in itertools.zip_longest(children, children[1:]):
                if one["marks"] & flags.UNSURE:
                    assert following["marks"] & flags.RE_SEARCH
                    again += 1
    assert again == counts["unsure_researches"] > 0


def test_passes(thinker, tmp_path):
    counts, files = logged(thinker, tmp_path, "MG2.30", 5)
    assert marked(files, flags.NULL_MOVE) == counts["passes"] > 20
    assert marked(files, flags.NULL_MOVE_CUT) == counts["pass_cut_offs"] > 10
    for each in files:
        for place in np.flatnonzero(each.nodes["marks"] & flags.NULL_MOVE_CUT):
            (passed,) = each.children(place)
            assert each.nodes[passed]["marks"] & flags.NULL_MOVE
