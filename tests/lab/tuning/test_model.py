"""The loss and its gradient: formulas against numbers worked out in another way."""

import math

import numpy as np
import pytest

from engine.lab.tuning.model import OutcomeLoss, cross_entropy, fitted_spread
from tests.lab.tuning.synthetic import SPREAD, known_weights, random_samples, with_chances


@pytest.fixture(scope="module")
def samples():
    values = OutcomeLoss(random_samples(), SPREAD, 1).values(known_weights())
    return with_chances(random_samples(), values)


def test_cross_entropy_by_hand():
    """A chance of 3/4 that wins, and one of 1/2 that is drawn."""
    logits = np.array([math.log(3), 0.0])
    expected = (-math.log(3 / 4) - math.log(1 / 2)) / 2
    assert cross_entropy(logits, np.array([1.0, 0.5])) == pytest.approx(expected)


@pytest.mark.parametrize("share", [1.0, 0.6, 0.0])
def test_gradient(samples, share):
    """Against differences of the loss, for the weights that occur most and least."""
    model = OutcomeLoss(samples._replace(score=np.linspace(-300, 300, 4000)), SPREAD, share)
    weights = known_weights(5)
    loss, gradient = model.loss_and_gradient(weights)
    assert loss == pytest.approx(model.loss(weights))
    steepest = np.argsort(-np.abs(gradient).sum(axis=1))[:25]
    for place in steepest:
        for half in range(2):
            step = np.zeros_like(weights)
            step[place, half] = 2.0
            difference = (model.loss(weights + step) - model.loss(weights - step)) / 4
            assert gradient[place, half] == pytest.approx(difference, rel=0.02, abs=2e-7)


def test_curvature(samples):
    """Against differences of the gradient."""
    model = OutcomeLoss(samples, SPREAD, 1)
    weights = known_weights(5)
    curvature = model.curvature(weights)
    for place in np.argsort(-curvature.sum(axis=1))[:10]:
        step = np.zeros_like(weights)
        step[place, 0] = 4.0
        gradients = [model.loss_and_gradient(weights + sign * step)[1] for sign in (1, -1)]
        difference = (gradients[0] - gradients[1])[place, 0] / 8
        # Drawish endgames are scaled in the gradient and not in the estimate.
        assert curvature[place, 0] == pytest.approx(difference, rel=0.25)


def test_the_loss_is_least_at_the_truth(samples):
    """When the targets are the chances of known weights, any step from them costs."""
    model = OutcomeLoss(samples, SPREAD, 1)
    truth = known_weights()
    _, gradient = model.loss_and_gradient(truth)
    assert np.abs(gradient).max() < 1e-8
    least = model.loss(truth)
    for seed in range(5):
        step = np.random.default_rng(seed).normal(0, 3, truth.shape)
        assert model.loss(truth + step) > least


@pytest.mark.parametrize("spread", [60.0, 170.0, 900.0])
def test_spread(spread):
    """Found again from results that were drawn with it."""
    chance = np.random.default_rng(1)
    score = chance.normal(0, 2 * spread, 200_000)
    won = (chance.random(len(score)) < 1 / (1 + np.exp(-score / spread))).astype(float)
    assert fitted_spread(score, won) == pytest.approx(spread, rel=0.02)
