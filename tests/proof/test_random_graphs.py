"""Every form against the definition: values and numbers of small random graphs."""

import pytest

from engine.proof.reference.complete_sets import CompleteSets
from engine.proof.reference.graphs import AndOrGraph
from engine.proof.reference.normal_forms import NormalForms
from engine.proof.variants import VARIANTS
from tests.proof.graphs import EVERY, expanded, numbers, random_dag, random_dcg, search

SEEDS = range(60)
TRUE, FALSE = (0, None), (None, 0)


def value(graph) -> bool:
    """Look at every path by itself: a repetition is a loss for the attacker."""
    proof, _ = CompleteSets(graph).numbers()
    return proof == 0


@pytest.mark.parametrize("variant", EVERY)
def test_values_of_graphs_without_circles(variant):
    for seed in SEEDS:
        graph = random_dag(seed)
        assert search(graph, variant, acyclic=True).run().value is value(graph), seed


@pytest.mark.parametrize("variant", [name for name in EVERY if name != "dcg"])
def test_values_of_graphs_with_circles(variant):
    for seed in SEEDS:
        graph = random_dcg(seed)
        assert search(graph, variant).run().value is value(graph), seed


def test_a_proof_by_dcg_is_one():
    for seed in range(200):
        graph = random_dcg(seed)
        if search(graph, "dcg").run().value:
            assert value(graph), seed


def test_a_disproof_by_dcg_may_be_wrong():
    """Schijf 1993, section 5.4: the end node of a position stands for it on other paths, too.

    Of 1,500 such graphs, 879 of them disproved, this is the only one; Breuker saw it in four of
    117 problems.
    """
    graph = random_dcg(43, width=7)
    assert search(graph, "dcg").run().value is False
    assert value(graph)
    assert all(search(graph, variant).run().value for variant in EVERY if variant != "dcg")


def other_side(graph: AndOrGraph) -> AndOrGraph:
    """The goal of the other side, which is to move: it reaches the goal if this side does not."""
    children = {**graph.children, "start": [graph.root]}
    return AndOrGraph(children, "start", {name: not won for name, won in graph.values.items()})


@pytest.mark.parametrize("variant", EVERY)
def test_draws_may_win(variant):
    """Values and draws exchange, and so does the side to move."""
    for seed in SEEDS:
        graph = random_dcg(seed)
        outcome = search(other_side(graph), variant, draws_win=True).run().value
        if variant == "dcg" and outcome:
            continue  # a proof is what a disproof was
        assert outcome is not value(graph), seed


def test_a_proof_by_dcg_may_be_wrong_if_draws_win():
    """The graph of the wrong disproof, for the other side."""
    graph = random_dcg(43, width=7)
    proved = {form: search(other_side(graph), form, draws_win=True).run().value for form in EVERY}
    assert value(graph)
    assert proved == {form: not VARIANTS[form].trusts_draws for form in EVERY}
    assert proved["dcg"]


def test_numbers_of_trees_are_those_of_the_complete_sets():
    for seed in SEEDS:
        graph = random_dag(seed, layers=6)
        for limit in (5, 12, 25):
            found = search(graph, "tree", node_limit=limit)
            if found.run().value is None:
                state = expanded(found, graph, merged=False)
                assert numbers(found) == CompleteSets(state).numbers(), (seed, limit)


def test_numbers_of_dags():
    """The practical numbers are never below the true ones, which the normal forms give.

    And a most-proving node exists: every smallest proof set meets every smallest disproof set.
    """
    larger = 0
    for seed in SEEDS:
        graph = random_dag(seed, layers=6)
        for limit in (6, 9, 12):
            found = search(graph, "dag", acyclic=True, node_limit=limit)
            if found.run().value is not None:
                continue
            state = expanded(found, graph, merged=True)
            sets, forms = CompleteSets(state), NormalForms(state)
            exact = sets.numbers()
            assert forms.numbers() == exact, (seed, limit)
            assert forms.most_proving_node in sets.most_proving_leaves(), (seed, limit)
            proof, disproof = numbers(found)
            assert proof >= exact[0]
            assert disproof >= exact[1]
            larger += (proof, disproof) != exact
    assert larger


def test_minimal_sets_meet():
    """Schijf 1993, theorem 1: each minimal proof set meets each minimal disproof set."""
    for seed in SEEDS:
        graph = random_dag(seed, layers=5)
        found = search(graph, "dag", acyclic=True, node_limit=9)
        found.run()
        proofs, disproofs = CompleteSets(expanded(found, graph, merged=True)).of()
        assert all(one & other for one in proofs for other in disproofs)


@pytest.mark.parametrize("variant", ["tree", "bta", "dfpn"])
def test_initial_numbers_do_not_change_values(variant):
    for seed in range(20):
        graph = random_dcg(seed)
        for initial in ("mobility", "depth", "mobility times depth"):
            assert search(graph, variant, initial=initial).run().value is value(graph)
