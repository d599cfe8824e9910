"""Counting the trees of raised weights in one search.

Witnesses: the worked example of Björnsson 2002, appendix B, on a tree found to have its numbers;
the full binary tree, counted by hand; true searches with raised weights.
"""

import pytest
from numba import int64, njit, uint64, void

from engine.machine.words import as_record, at
from engine.search.selective.growth import begin_counting, count_node_by_weights, lead_on
from engine.search.selective.memory import NODE, node_at
from engine.search.shared.worker import WORKER
from tests.search.positions import LARGE, board_of
from tests.search.selective.asked_node import ready
from tests.search.thinker import Thinker

FIRST, SECOND = 0b0001, 0b0010
"""Two of the four classes."""
WEIGHTS = {FIRST: 40, SECOND: 100}
LIMIT = 200
A, B = FIRST, SECOND
# A tree with the counts of the appendix: pairs of a move's class and what follows it.
THESIS_TREE = (
    (
        A,
        (
            (B, ((B, ()),)),
            (A, ((A, ((B, ()), (B, ()))), (B, ((A, ()), (B, ()), (B, ()))))),
            (A, ((B, ((A, ()), (B, ()), (A, ()))),)),
        ),
    ),
)


def binary(depth):
    """Every node has a child of each class."""
    return ((A, binary(depth - 1)), (B, binary(depth - 1))) if depth else ()


@njit(void(uint64, int64))
def begin_by(where, depth):
    """Enter the root."""
    worker = as_record(where, WORKER)
    begin_counting(worker, as_record(node_at(worker, 0), NODE), depth)


@njit(void(uint64, int64, uint64, int64))
def step_by(where, ply, classes, used):
    """From a node to its child, which is entered."""
    worker = as_record(where, WORKER)
    node = as_record(node_at(worker, ply), NODE)
    node.classes = classes
    lead_on(worker, node, used)
    count_node_by_weights(worker, at(node, 1))


def walk(thread, tree, ply, left):
    """Enter what lies below a node that has some depth left."""
    if left <= 0:
        return
    for kind, below in tree:
        step_by(thread.where, ply, kind, WEIGHTS[kind])
        walk(thread, below, ply + 1, left - WEIGHTS[kind])


@pytest.mark.parametrize(
    ("tree", "counts"),
    [(THESIS_TREE, (17, 11, 17)), (binary(6), (23, 15, 23))],
    ids=["the thesis", "binary"],
)
def test_worked_trees(tree, counts):
    """Nodes of the search, with the first weight raised, with the second."""
    thinker = Thinker(search="Selective", learn_delta=10)
    ready(thinker, board_of(LARGE["MG4.28"]))
    thread = thinker.engine.thread
    begin_by(thread.where, LIMIT)
    walk(thread, tree, 0, LIMIT)
    found = [int(number) for number in thread.memory.altered_nodes]
    assert (int(thread.memory.own_nodes), *found[:2]) == counts
    assert found[2:] == [counts[0]] * 2, "no move is of these classes"


@pytest.mark.parametrize("algorithm", ["PVS", "AlphaBeta", "NegaScout", "MTD(f)"])
def test_counting_changes_nothing(algorithm):
    """The same search; its own nodes are all but those of quiescence."""
    settings = {"search": "Selective", "multi_cut": True, "algorithm": algorithm}
    plain, counting = Thinker(**settings), Thinker(**settings, learn_aux=True)
    for name in ("Kiwipete", "MG2.30", "mating attack"):
        one, other = (thinker.afresh(LARGE[name], 4) for thinker in (plain, counting))
        assert (one.worker, one.counts, one.score) == (other.worker, other.counts, other.score)
        memory = counting.engine.thread.memory
        assert int(memory.own_nodes) == other.worker["full_width"] + other.worker["horizon"]
        assert not int(plain.engine.thread.memory.own_nodes)


def test_the_estimate_is_near_the_truth():
    """Raising the weight of checks by half a ply: half way from the present tree at least."""
    settings = {
        "search": "Selective",
        "evaluation": "AliBaba",
        "weight_check": 50,
        "weight_recapture": 100,
        "weight_forced": 100,
        "weight_passed_push": 100,
    }
    counting = Thinker(**settings, learn_aux=True, learn_delta=50)
    raised = Thinker(**settings | {"weight_check": 100})
    own = estimate = truth = 0
    for name in ("Kiwipete", "MG2.30", "MG5.22", "mating attack", "MG4.28"):
        counting.afresh(LARGE[name], 5)
        memory = counting.engine.thread.memory
        own += int(memory.own_nodes)
        estimate += int(memory.altered_nodes[1])
        found = raised.afresh(LARGE[name], 5).worker
        truth += found["full_width"] + found["horizon"]
    assert truth < own
    assert abs(estimate - truth) < abs(own - truth) / 2
