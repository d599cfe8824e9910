"""The search finds known weights again from games that follow them."""

import numpy as np
import pytest

from engine.lab.tuning.command import halves_of
from engine.lab.tuning.fit import Fit
from engine.lab.tuning.model import OutcomeLoss
from engine.lab.tuning.penalty import Penalty
from engine.lab.tuning.start import starting_weights
from tests.lab.tuning.synthetic import (
    SPREAD,
    known_weights,
    random_samples,
    with_chances,
    with_games,
)

LEARNED = 3000


def fit(samples, ridge, steps=300, patience=20):
    """Learn from the first positions; the others judge."""
    start = halves_of(starting_weights())
    parts = np.arange(LEARNED), np.arange(LEARNED, len(samples.result))
    models = [OutcomeLoss(samples.of(part), SPREAD, 1) for part in parts]
    penalty = Penalty(start, ridge, ridge, 1 / (SPREAD**2 * LEARNED))
    told = []
    found = Fit(models[0], penalty, models[1], lambda *news: told.append(news), patience)
    found.run(start, steps)
    return found, models, told


@pytest.fixture(scope="module")
def truth():
    weights = known_weights()
    return weights, OutcomeLoss(random_samples(), SPREAD, 1).values(weights)


def test_known_weights_are_found(truth):
    """From exact chances: what occurs often has its weight again, and the loss is the least."""
    weights, values = truth
    found, models, _ = fit(with_chances(random_samples(), values), ridge=0.01)
    assert found.best_loss - models[1].loss(weights) < 2e-4
    occurs = np.abs(random_samples().counts).sum(axis=0)
    often = np.argsort(-occurs)[:40]
    start = halves_of(starting_weights())
    middle = 0  # random games seldom reach the endgame
    error = np.abs(found.best - weights)[often, middle].mean()
    assert error < np.abs(start - weights)[often, middle].mean() / 3


def test_games_are_told_better_than_before(truth):
    """From single results the judge gains, and no more than the truth would give it."""
    weights, values = truth
    found, (_, judge), _ = fit(with_games(random_samples(), values), ridge=50)
    before = judge.loss(halves_of(starting_weights()))
    assert found.best_loss < before
    assert found.best_loss > judge.loss(weights) - 0.02


def test_strong_penalties_hold(truth):
    """With an enormous ridge nothing moves."""
    _, values = truth
    found, _, _ = fit(with_games(random_samples(), values), ridge=1e9, steps=20)
    assert np.abs(found.best - halves_of(starting_weights())).max() < 0.01


def test_it_ends_when_the_judge_gains_no_more(truth):
    """Patience is counted in steps, and the best is kept, not the last."""
    _, values = truth
    found, (_, judge), told = fit(with_games(random_samples(), values), ridge=0.01, patience=3)
    judged = [loss for _, _, loss in told]
    assert found.steps == len(told) < 300
    assert min(judged) == found.best_loss == judge.loss(found.best)
    assert judged.index(min(judged)) == len(judged) - 1 - 3


def test_no_steps_leave_the_start(truth):
    """Interrupted at once there is still something to keep."""
    _, values = truth
    samples = with_games(random_samples(), values)
    model = OutcomeLoss(samples, SPREAD, 1)
    start = halves_of(starting_weights())

    def interrupt(*_):
        raise KeyboardInterrupt

    found = Fit(model, Penalty(start, 1, 1, 1e-9), model, interrupt)
    with pytest.raises(KeyboardInterrupt):
        found.run(start, 100)
    assert found.steps == 1
    assert found.best_loss <= model.loss(start)
