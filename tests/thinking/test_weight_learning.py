"""The learner's mathematics: the tree of the source's appendix, and numerical derivatives.

The growth rate of a search depends on the weights in a way that only searches know; here it is a
formula, so that the derivative of all of it can be taken by differences.
"""

import numpy as np
import pytest

from engine.thinking.weight_learning import (
    Rule,
    Sample,
    growth_rate,
    growth_slopes,
    nodes_and_gradient,
    path_depth,
    predicted_nodes,
    total_nodes_and_gradient,
    updated,
)

# A tree with a class for each move: nodes as (class, below), the root first. It gives the counts of
# appendix B (its own figure is lost): weights 0.4 and 1.0, limit 2 plies, deltas 0.1.
LIMIT, WEIGHTS, DELTA = 2.0, (0.4, 1.0), 0.1


def node(kind, *below):
    return kind, below


TREE = [
    node(
        0,
        node(1, node(1)),
        node(0, node(0, node(1), node(1)), node(1, node(0), node(1), node(1))),
        node(0, node(1, node(0), node(1), node(0))),
    )
]


def counted(moves, weights, depth=0.0):
    """Count the children of nodes that are above the limit, and what is below them."""
    return sum(
        1 + (counted(below, weights, depth + weights[kind]) if depth < LIMIT else 0)
        for kind, below in (moves if round(depth, 9) < LIMIT else ())
    )


def full_tree(levels):
    return [node(kind, *full_tree(levels - 1)) for kind in (0, 1)] if levels else []


@pytest.mark.parametrize(
    ("tree", "counts"), [(TREE, (17, 11, 17)), (full_tree(8), (23, 15, 23))], ids=["B.1", "full"]
)
def test_the_counts_of_the_trees(tree, counts):
    """So the growth rates below are those of trees that there are."""
    altered = [(0.4, 1.0), (0.5, 1.0), (0.4, 1.1)]
    assert tuple(1 + counted(tree, weights) for weights in altered) == counts


def test_growth_rates_of_appendix_b():
    """Printed there: 4.123, 3.317 and 4.123."""
    sample = Sample(17, 2.0, (11, 17), (1, 1))
    assert [round(growth_rate(nodes, 2.0), 3) for nodes in (17, 11, 17)] == [4.123, 3.317, 4.123]
    slopes = growth_slopes(sample, np.array([0.1, 0.1]))
    assert slopes == pytest.approx([(3.31662 - 4.12311) / 0.1, 0.0], rel=1e-4)


def test_the_depth_of_the_example():
    """The source's path: costs of 1, 2 and 1 plies make 4."""
    sample = Sample(10, 2.0, (10,), (1,), other_moves=2)
    assert path_depth(sample, np.array([2.0])) == 4.0


COEFFICIENTS = np.array([-0.7, -0.2, 0.0, -0.05])


def growth(weights):
    """A growth rate that falls as weights rise."""
    return 4.0 + COEFFICIENTS @ weights + 0.1 * (weights**2).sum()


def sample_at(weights, path, others, delta, depth=7.0):
    altered = []
    for place in range(len(weights)):
        changed = weights.copy()
        changed[place] += delta
        altered.append(growth(changed) ** depth)
    return Sample(growth(weights) ** depth, depth, tuple(altered), path, others)


@pytest.mark.parametrize("path", [(3, 1, 0, 2), (0, 0, 0, 0), (1, 1, 1, 1)])
@pytest.mark.parametrize("weights", [(1.0, 1.0, 1.0, 1.0), (0.1, 0.68, 0.84, 0.91)])
def test_the_gradient_is_the_numerical_derivative(path, weights):
    weights, delta, step = np.array(weights), 1e-7, 1e-5
    nodes, gradient = nodes_and_gradient(
        sample_at(weights, path, 4, delta), weights, np.full(4, delta)
    )
    assert nodes == pytest.approx(growth(weights) ** (4 + np.dot(path, weights)), rel=1e-9)
    for place in range(4):
        ends = []
        for sign in (1, -1):
            moved = weights.copy()
            moved[place] += sign * step
            ends.append(growth(moved) ** (4 + np.dot(path, moved)))
        numerical = (ends[0] - ends[1]) / (2 * step)
        assert gradient[place] == pytest.approx(numerical, rel=1e-5, abs=1e-6 * nodes)


def test_the_two_effects_oppose_each_other():
    """A class on the path wants a smaller weight; one that only grows the tree, a larger one."""
    weights, deltas = np.ones(2), np.full(2, 0.1)
    on_the_path = Sample(10_000, 6.0, (10_000, 9_000), (2, 0), 3)
    _, gradient = nodes_and_gradient(on_the_path, weights, deltas)
    assert gradient[0] > 0 > gradient[1]


def test_samples_are_summed_up():
    weights, deltas = np.ones(2), np.full(2, 0.1)
    samples = [Sample(1000, 5.0, (900, 950), (1, 0), 3), Sample(70, 3.0, (60, 70), (0, 2), 1)]
    total, gradient = total_nodes_and_gradient(samples, weights, deltas)
    singles = [nodes_and_gradient(sample, weights, deltas) for sample in samples]
    assert total == pytest.approx(sum(predicted_nodes(sample, weights) for sample in samples))
    assert gradient == pytest.approx(singles[0][1] + singles[1][1])
    assert total_nodes_and_gradient([], weights, deltas)[0] == 0


def test_the_update_by_hand():
    """A gradient of half the nodes per ply moves a weight by half a ply; and the ends hold."""
    weights = np.array([1.0, 1.0, 0.2, 1.9])
    gradient = np.array([50.0, -20.0, 100.0, -100.0])
    assert updated(weights, 100.0, gradient, Rule()) == pytest.approx([0.5, 1.2, 0.1, 2.0])
    assert updated(weights, 100.0, gradient, Rule(rate=0.1))[:2] == pytest.approx([0.95, 1.02])
    assert updated(weights, 100.0, gradient, Rule(step_max=2.0))[1] == pytest.approx(1.4)
    assert list(weights) == [1.0, 1.0, 0.2, 1.9]


def test_without_nodes_nothing_moves():
    weights = np.ones(2)
    assert list(updated(weights, 0.0, np.ones(2), Rule())) == [1.0, 1.0]


def test_descent_finds_the_least_cost():
    """With a known optimum: the sum of the growth rate to the depth of two paths."""
    weights, delta = np.ones(4), 1e-6
    paths = [((3, 0, 0, 0), 3), ((0, 2, 0, 1), 4)]

    def cost(at):
        return sum(growth(at) ** (others + np.dot(path, at)) for path, others in paths)

    for _ in range(300):
        samples = [sample_at(weights, path, others, delta) for path, others in paths]
        total, gradient = total_nodes_and_gradient(samples, weights, np.full(4, delta))
        weights = updated(weights, total, gradient, Rule(rate=0.05))
    grid = np.linspace(0.1, 2.0, 20)
    best = min(
        cost(np.array([a, b, c, d]))
        for a in grid[:8]
        for b in grid[:8]
        for c in grid
        for d in grid[:8]
    )
    assert cost(weights) <= best * 1.0001


@pytest.mark.parametrize(
    "broken",
    [
        {"nodes": 0},
        {"depth": 0.0},
        {"altered_nodes": (0, 5)},
        {"path_counts": (1,)},
    ],
)
def test_samples_without_a_growth_rate(broken):
    whole = {"nodes": 9, "depth": 2.0, "altered_nodes": (5, 5), "path_counts": (1, 1)}
    with pytest.raises(ValueError, match="a sample"):
        Sample(**{**whole, **broken})
