"""The step of a learner, by hand. Source: Björnsson 2002, algorithm 12."""

import numpy as np
import pytest

from engine.lab.learning.step import Rule, updated


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
