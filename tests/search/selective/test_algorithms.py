"""Whatever the algorithm, the value is that of minimax; what is left out changes no value.

Witness: the slow twin on python-chess.
"""

import pytest

from tests.search.positions import LARGE, SMALL, board_of, check_played
from tests.search.selective_twin import ALGORITHMS, EVERY_MOVE, PLAIN, PURE, value_of
from tests.search.thinker import Thinker

TWIN_DEPTHS = {**dict.fromkeys(SMALL, 3), "EG4.41": 2, "EG5.63": 2, "back rank": 2}
WITHOUT_THE_WAY = ("third occurrence in reach", "two bare pawns", "EG4.41", "back rank")
"""Positions for the search without draws by repetition: the others differ little there."""
DEEPER = {"EG2.36": 5, "MG2.30": 4, "many captures": 3, "promotions everywhere": 4, "start": 5}
EVERYTHING = SMALL | LARGE


@pytest.fixture(scope="module")
def kept():
    return Thinker(**PURE)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("settings", [PLAIN, EVERY_MOVE, PURE], ids=["plain", "table", "pure"])
def test_the_value_is_that_of_minimax(kept, algorithm, settings):
    """With the rules' draws and without, with a table of equal depths and without."""
    pure, wrong = bool(settings.get("pure_search")), []
    for name, depth in TWIN_DEPTHS.items():
        if pure and name not in WITHOUT_THE_WAY:
            continue
        kept.reset(**settings, algorithm=algorithm)
        found = kept.think(EVERYTHING[name], depth)
        check_played(board_of(EVERYTHING[name]), found.last.pv)
        if found.score != value_of(EVERYTHING[name], depth, pure):
            wrong.append((name, found.score, value_of(EVERYTHING[name], depth, pure)))
    assert wrong == []


@pytest.mark.parametrize("name", DEEPER)
def test_all_algorithms_find_the_same_value(kept, name):
    """Deeper than minimax can see; and MTD(f) has a line as the others have."""
    values = {}
    for algorithm in ALGORITHMS:
        kept.reset(**PURE, algorithm=algorithm)
        found = kept.think(LARGE[name], DEEPER[name])
        values[algorithm] = found.score
        assert len(found.last.pv) > 1
    assert len(set(values.values())) == 1, values


@pytest.mark.parametrize("extensions", ["None", "Fractional"])
def test_negascout_visits_the_nodes_of_pvs(kept, extensions):
    """One routine or two: the identical tree, where no table hides the difference."""
    for name, depth in (("EG2.36", 5), ("MG2.30", 4), ("Kiwipete", 3), ("mating attack", 4)):
        nodes = []
        for algorithm in ("PVS", "NegaScout"):
            kept.reset(**PLAIN | {"extensions": extensions}, algorithm=algorithm)
            nodes.append(kept.think(LARGE[name], depth).worker)
        assert nodes[0] == nodes[1]


def test_pvs_saves_nodes_against_alpha_beta(kept):
    """And alpha-beta against minimax: the square root at best, here at least nine in ten."""
    nodes = {}
    for algorithm in ("PVS", "AlphaBeta"):
        kept.reset(**PURE, algorithm=algorithm)
        nodes[algorithm] = sum(kept.afresh(LARGE[name], 4).nodes for name in DEEPER)
    assert nodes["PVS"] < nodes["AlphaBeta"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_stop_within_an_iteration(kept, algorithm):
    """The move is that of a result that was reported, whatever the algorithm was doing."""
    for limit in range(11_000, 30_000, 3_000):
        kept.reset(search="Selective", algorithm=algorithm)
        found = kept.think(LARGE["MG4.28"], nodes=limit)
        best = [info for info in found.infos if info.bound != "upperbound"][-1]
        assert found.result.move == best.pv[0]
        assert all(abs(info.score) < 3000 for info in found.infos)


def test_the_evaluation_is_an_option():
    """Either of two, by name; the other searches keep their own."""
    thinker = Thinker(search="Selective")
    evaluations = {}
    for name in ("Usual", "Tapered", "AliBaba"):
        thinker.set(evaluation=name)
        evaluations[name] = thinker.engine.thread.core.evaluation.name
    assert evaluations == {"Usual": "Tapered", "Tapered": "Tapered", "AliBaba": "AliBaba"}
    thinker.set(search="Modern")
    assert thinker.engine.thread.core.evaluation.name == "Tapered"
