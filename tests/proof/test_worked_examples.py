"""The worked examples of Schijf 1993 and Breuker 1998, number by number."""

import os
import subprocess
import sys

import pytest

from engine.proof.reference.complete_sets import CompleteSets, all_of
from engine.proof.reference.graphs import AndOrGraph
from engine.proof.reference.normal_forms import NormalForms
from tests.proof.graphs import EVERY, numbers, search

# An unsolved leaf of the figures: a position with children of which nothing is known.
UNKNOWN = {"?1": ["?2"], "?2": ["?1"]}


def with_unknown(children, *leaves):
    """Give the leaves of a figure a child, so that they can be searched further."""
    return {**children, **{leaf: ["?1"] for leaf in leaves}, **UNKNOWN}


FIGURE_3_1 = {"a": ["b", "c"], "b": ["d", "e", "f"], "c": ["g", "h"]}
"""Schijf: OR root with two AND children."""
FIGURE_4_2 = {"a": ["b", "c"], "b": ["d", "e", "f"], "c": ["f", "g"]}
"""Schijf: the leaf f has two parents."""


def children_by_name(found, graph, position="a"):
    return dict(zip(graph[position], found.children(found.node()), strict=True))


@pytest.mark.uncompiled
@pytest.mark.parametrize("variant", ["tree", "dag", "dcg", "bta"])
def test_schijf_figure_3_1(variant):
    """b = (3, 1), c = (2, 1), a = (2, 2)."""
    graph = with_unknown(FIGURE_3_1, *"defgh")
    found = search(AndOrGraph(graph, "a"), variant, node_limit=8)
    found.run()
    below = children_by_name(found, graph)
    assert numbers(found) == (2, 2)
    assert (below["b"].proof, below["b"].disproof) == (3, 1)
    assert (below["c"].proof, below["c"].disproof) == (2, 1)


def test_the_most_proving_node_of_figure_3_1():
    """It is g, the left-most one; h is another."""
    graph = AndOrGraph(FIGURE_3_1, "a")
    assert NormalForms(graph).most_proving_node == "g"
    assert CompleteSets(graph).most_proving_leaves() == {"g", "h"}
    searched = search(AndOrGraph(with_unknown(FIGURE_3_1, *"defgh"), "a"), "tree", node_limit=9)
    searched.run()
    c = searched.children(searched.node())[1]
    assert [bool(child.first) for child in searched.children(c)] == [True, False]


def test_breuker_figure_3_1():
    """A = (1, 3): the disproof numbers of B, C, D are 1, 2 and 0; H = (2, 1) of two leaves."""
    children = {
        **{"A": ["B", "C", "D"], "B": ["E", "F"], "C": ["G"], "D": ["L"]},
        **{"E": ["X"], "G": ["H", "J"], "H": ["M", "N"]},
    }
    graph = AndOrGraph(children, "A", {"L": False, "F": True})
    sets = CompleteSets(graph)
    assert sets.numbers("H") == (2, 1)
    assert [sets.numbers(name)[1] for name in "BCD"] == [1, 2, 0]
    assert sets.numbers() == (1, 3)
    assert NormalForms(graph).numbers() == (1, 3)


@pytest.mark.parametrize(("variant", "expected"), [("tree", (2, 2)), ("dag", (2, 2))])
def test_double_counting(variant, expected):
    """Schijf, figure 4.2: formulas of trees give (2, 2), but disproving f disproves b and c."""
    graph = with_unknown(FIGURE_4_2, *"defg")
    limit = {"tree": 8, "dag": 7}[variant]
    found = search(AndOrGraph(graph, "a"), variant, acyclic=True, node_limit=limit)
    found.run()
    assert numbers(found) == expected
    exact = AndOrGraph(FIGURE_4_2, "a")
    assert CompleteSets(exact).numbers() == NormalForms(exact).numbers() == (2, 1)


def test_losing_information_by_minimising():
    """Schijf, figure 4.3: the shared node e is disproved once for b and c: 3 and not 4."""
    children = {
        **{"a": ["b", "c"], "b": ["d", "e"], "c": ["e", "f"]},
        **{"d": ["g"], "e": ["i", "j", "k"], "f": ["h"]},
        **{"g": ["g1", "g2"], "h": ["h1", "h2"]},
    }
    for leaf in ("g1", "g2", "h1", "h2"):
        children[leaf] = [f"{leaf}x", f"{leaf}y"]
    graph = AndOrGraph(children, "a")
    # By the formulas of trees each of b and c needs two of the four disproof numbers.
    assert NormalForms(graph).numbers() == CompleteSets(graph).numbers()
    assert NormalForms(graph).numbers()[1] == 3


def test_the_tensor_union():
    """Schijf, section 3.1: each set of one with each set of the other."""
    one = frozenset(map(frozenset, ("a", "b")))
    other = frozenset(map(frozenset, ("c", "de")))
    assert all_of([one, other]) == frozenset(map(frozenset, ("ac", "ade", "bc", "bde")))


@pytest.mark.parametrize(("depth", "branching"), [(2, 2), (2, 3), (4, 2)])
def test_growth_of_complete_sets(depth, branching):
    """Schijf, section 5.3: an OR root of depth 4 with 3 children has 3^12 disproof sets of 9."""
    children: dict[str, list[str]] = {}
    layer = ["r"]
    for _ in range(depth):
        for name in layer:
            children[name] = [f"{name}{place}" for place in range(branching)]
        layer = [child for name in layer for child in children[name]]
    _, disproofs = CompleteSets(AndOrGraph(children, "r")).of()
    count = 1  # of a leaf; at an OR node the counts are multiplied, at an AND node added
    for level in range(depth):
        count = count * branching if level % 2 == 0 else count**branching
    assert len(disproofs) == count
    assert {len(leaves) for leaves in disproofs} == {branching ** (depth // 2)}


GHI = {
    **{"A": ["B"], "B": ["C", "D"], "C": ["E", "F"], "D": ["F", "G"]},
    "F": ["C"],
}
"""Breuker, figures 5.2 to 5.4: whether F is a draw depends on how it was reached."""


@pytest.mark.uncompiled
@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize(
    ("wins", "value"),
    [({"E": True, "G": True}, True), ({"E": False, "G": True}, False)],
    ids=["both win", "one wins"],
)
def test_breuker_figure_5_2(variant, wins, value):
    graph = AndOrGraph(GHI, "A", wins)
    assert search(graph, variant).run().value is value
    assert CompleteSets(graph).numbers() == ((0, None) if value else (None, 0))


TRACE = {
    **{"A": ["B"], "B": ["C"], "C": ["D", "E"], "D": ["C"]},
    **{"E": ["F"], "F": ["D", "E"]},
}
"""Breuker, figures 5.6 to 5.10: every way from C leads back to C, D or E."""


LOOK = """
from engine.machine.words import address
from engine.proof import twins
from tests.proof.graphs import search
from tests.proof.test_worked_examples import TRACE, AndOrGraph

marks, mark = [], twins.mark
def noting(prover, slot, ply):
    base = twins.base_of(prover, twins.node_at(prover, slot))
    place = next(n for n in range(1, int(prover.used)) if address(
        twins.node_at(prover, twins.U64(n))) == address(base))
    marks.append((place, int(ply)))
    mark(prover, slot, ply)
twins.mark = noting
found = search(AndOrGraph(TRACE, "A"), "bta", node_limit=100, slots=400)
assert found.run().value is False
names, waiting = {1: "A"}, [found.node()]
while waiting:
    node = waiting.pop()
    here = names[node.slot]
    for child, name in zip(found.children(node), TRACE[here]):
        if "twin" not in child.marks:
            names[child.slot] = name
            waiting.append(child)
print(*(f"{names[place]}:{ply}" for place, ply in marks[-8:]))
"""


def test_the_trace_of_possible_draws():
    """The order of the marks, with their plies; then C is a real draw, whatever led to it.

    The program runs uncompiled, where the marks can be looked at.
    """
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == "C:2 D:2 C:2 D:2 E:3 F:2 E:2 C:2".split(), done.stderr


@pytest.mark.parametrize("variant", EVERY)
def test_the_traced_graph_is_a_draw(variant):
    assert search(AndOrGraph(TRACE, "A"), variant).run().value is False
    assert search(AndOrGraph(TRACE, "A"), variant, draws_win=True).run().value is True
