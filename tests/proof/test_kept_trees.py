"""pn² with kept second levels: fewer nodes, the same answers, and nothing changed without them."""

import pytest

from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import ProofError
from tests.proof.problems import searched

SLOTS = 300_000 + MOST_CHILDREN


def two_levels(name, **settings):
    wanted = {"middle": 600_000, "width": 80_000, "node_limit": 10**9, "slots": SLOTS}
    return searched(name, variant="pn2", **{**wanted, **settings}).run()


@pytest.mark.parametrize("trees", (1, 4))
@pytest.mark.parametrize("sizes", ({"middle": 0, "width": 0}, {}))
def test_kept_trees_spare_nodes(sizes, trees):
    """Over a few problems; a single one may take another way and need more."""
    names = ("R1", "R6", "R55", "K196", "K208")
    without = [two_levels(name, **sizes) for name in names]
    kept = [two_levels(name, kept_trees=trees, **sizes) for name in names]
    assert all(outcome.value is True for outcome in without + kept)
    assert sum(each.second_level for each in kept) < sum(each.second_level for each in without)


def test_their_memory_is_counted():
    plain, kept = two_levels("R6", middle=0, width=0), two_levels("R6", kept_trees=8, middle=0)
    assert kept.value is True
    assert kept.peak_slots > plain.peak_slots


def test_many_kept_trees_do_no_harm():
    """With 64 of them the mate is proved too, in no more nodes."""
    outcome = two_levels("R104", middle=0, width=0, kept_trees=64)
    assert outcome.value is True
    assert outcome.nodes <= two_levels("R104", middle=0, width=0).nodes


def test_children_evaluated_at_once_are_solved_too():
    for name in ("R1", "R104"):
        assert two_levels(name, at_once=True, node_limit=3_000_000).value is True


def test_too_many_trees_are_refused():
    with pytest.raises(ProofError, match="second levels"):
        two_levels("R1", kept_trees=10_000)


def test_the_root_keeps_what_solved_it():
    """A second level that solves the root shows its proof: there is a move to play."""
    search = searched("R104", variant="pn2", node_limit=10**6, slots=SLOTS)
    assert search.run().value is True
    assert any(child.proof == 0 for child in search.children(search.node()))
