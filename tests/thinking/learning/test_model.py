"""The cost model and its gradient.

Witnesses: a numerical derivative; the printed growth rates of Björnsson 2002, appendix B; a problem
whose best weight is known.
"""

import math
import random

import pytest

from engine.thinking.learning.model import (
    HEAVIEST,
    LIGHTEST,
    Gradient,
    Sample,
    gradient,
    growth,
    path_depth,
    updated,
)


def random_sample(chance):
    """Some sample, its search of a few plies and its path of a few more."""
    nodes = chance.randrange(1000, 10_000_000)
    altered = tuple(int(nodes * chance.uniform(0.3, 1.0)) for _ in range(4))
    moves = tuple(chance.randrange(5) for _ in range(4))
    return Sample(chance.randrange(3, 12), nodes, altered, 0.1, moves, chance.randrange(1, 12))


def test_printed_growth_rates():
    """17 and 11 nodes within a depth of two."""
    assert growth(17, 2) == pytest.approx(4.123, abs=0.0005)
    assert growth(11, 2) == pytest.approx(3.317, abs=0.0005)
    assert growth(0, 0) == 1


@pytest.mark.parametrize("seed", range(20))
def test_the_gradient_is_the_derivative(seed):
    """To a millionth, by each weight; the growth rate is linear in each, as in the model."""
    chance = random.Random(seed)
    sample = random_sample(chance)
    weights = tuple(chance.uniform(LIGHTEST, HEAVIEST) for _ in range(4))
    base, found = growth(sample.nodes, sample.depth), gradient(sample, weights)
    depth = path_depth(sample, weights)
    assert found.log_cost == pytest.approx(math.log(base**depth))
    for place in range(4):
        slope = (growth(sample.altered_nodes[place], sample.depth) - base) / sample.delta

        def cost(step, place=place, slope=slope):
            moved = [*weights]
            moved[place] += step
            return (base + slope * step) ** path_depth(sample, moved)

        step = 1e-6
        derivative = (cost(step) - cost(-step)) / (2 * step) / cost(0)
        assert found.relative[place] == pytest.approx(derivative, rel=1e-6, abs=1e-9)


def test_two_effects():
    """A move on the path pulls its weight down; a tree that shrinks with it pushes it up."""
    on_path = Sample(5, 10_000, (10_000,) * 4, 0.1, (2, 0, 0, 0), 5)
    assert gradient(on_path, (1.0,) * 4).relative[0] > 0
    assert gradient(on_path, (1.0,) * 4).relative[1] == 0
    shrinks = Sample(5, 10_000, (8_000, 10_000, 10_000, 10_000), 0.1, (0, 0, 0, 0), 5)
    assert gradient(shrinks, (1.0,) * 4).relative[0] < 0


def test_a_step_by_hand():
    """Two samples, one of three times the cost: 1.0 - 0.5 x 0.2 x (1 x 2 + 3 x 1) / 4."""
    gradients = [Gradient(10.0, (2.0,)), Gradient(10.0 + math.log(3), (1.0,))]
    assert updated((1.0,), gradients, 0.5, 0.2) == pytest.approx((0.875,))
    assert updated((0.11,), gradients, 1.0, 1.0) == (LIGHTEST,)
    assert updated((1.9,), [Gradient(0.0, (-5.0,))], 1.0, 1.0) == (HEAVIEST,)
    huge = [Gradient(100_000.0, (1.0,)), Gradient(1.0, (9.0,))]
    assert updated((1.0,), huge, 1.0, 0.1) == pytest.approx((0.9,))


def test_the_best_weight_is_found():
    """A tree whose growth falls with the weight of its checks, as a power: the least cost is known.

    B = 5 w^-0.4 and D = 4 + 6 w: the derivative of D ln B is 0 at the weight that is found.
    """

    def base(weight):
        return 5 * weight**-0.4

    def log_cost(weight):
        return (4 + 6 * weight) * math.log(base(weight))

    best = min((place / 1000 for place in range(100, 2001)), key=log_cost)
    weight, delta, depth = 1.0, 0.01, 8
    for _ in range(400):
        nodes = tuple(round(base(weight + step) ** depth) for step in (0, delta))
        sample = Sample(depth, nodes[0], (nodes[1],), delta, (6,), 4)
        (weight,) = updated((weight,), [gradient(sample, (weight,))], 0.005, 1.0)
    assert weight == pytest.approx(best, abs=0.02)
