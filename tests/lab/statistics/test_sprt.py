"""The sequential test: closed forms, a general optimiser as the witness, simulated error rates."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from engine.lab.statistics.elo import expected_score
from engine.lab.statistics.sprt import (
    MODELS,
    MOST_ELO,
    Decision,
    bounds,
    decide,
    log_likelihood_ratio,
    log_likelihood_ratios,
    most_likely_by_deviations,
    most_likely_by_score,
)

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])
DEVIATION = 800 / math.log(10)
"""Normalised Elo of one standard deviation of a game."""


def distance(chances, elo, model):
    """How far probabilities of pair scores are from what a hypothesis says; 0 if they obey."""
    mean = chances @ SCORES
    if model == "logistic":
        return mean - 1 / (1 + 10 ** (-elo / 400))
    variance = 2 * (chances @ (SCORES - mean) ** 2)
    return mean - 0.5 - elo / DEVIATION * math.sqrt(variance)


def test_bounds():
    """Wald (1945): the logarithms of beta / (1 − alpha) and (1 − beta) / alpha."""
    assert bounds(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
    assert bounds(0.01, 0.2) == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


@pytest.mark.parametrize("risks", [(0, 0.1), (0.1, 0), (0.5, 0.5), (math.nan, 0.1)], ids=str)
def test_no_bounds(risks):
    """Without risk no test ends; with these together 1 it need not begin."""
    with pytest.raises(ValueError, match="Error rates"):
        bounds(*risks)


def test_decisions():
    """A bound itself decides."""
    upper = math.log(19)
    decisions = [decide(ratio, 0.05, 0.05) for ratio in (-upper, -2.9, 0, 2.9, upper)]
    go_on = Decision.CONTINUE
    assert decisions == [Decision.FIRST, go_on, go_on, go_on, Decision.SECOND]


def test_pairs_all_won_or_lost():
    """With two outcomes a hypothesis fixes their probabilities, as in Wald's own test."""
    below, above = 1 / (1 + 10 ** (-10 / 400)), 1 / (1 + 10 ** (-30 / 400))
    expected = 60 * math.log(above / below) + 40 * math.log((1 - above) / (1 - below))
    assert log_likelihood_ratio((40, 0, 0, 0, 60), 10, 30) == pytest.approx(expected)


def test_pairs_all_level():
    """Then a hypothesis must take r from the level pairs, for wins that were not seen.

    Logistic: ½ (1 − r) + r is the expected score. Normalised: for t standard deviations of a game
    r = 2 t² (1 − r), whichever score the wins have.
    """
    expected = 30 * math.log(2 - 2 / (1 + 10 ** (-50 / 400)))
    assert log_likelihood_ratio((0, 0, 30, 0, 0), 0, 50) == pytest.approx(expected)
    expected = -30 * math.log(1 + 2 * (50 / DEVIATION) ** 2)
    normalised = log_likelihood_ratio((0, 0, 30, 0, 0), 0, 50, "normalised")
    assert normalised == pytest.approx(expected)


def test_many_pairs():
    """Near ½ the ratio goes to n (s1 − s0) (2 s − s0 − s1) / (2 variance), as for a normal mean."""
    pairs = (900, 2500, 4000, 2600, 1000)
    mean = np.array(pairs) @ SCORES / 11000
    variance = np.array(pairs) @ (SCORES - mean) ** 2 / 11000
    below, above = expected_score(0), expected_score(4)
    expected = 11000 * (above - below) * (2 * mean - below - above) / (2 * variance)
    assert log_likelihood_ratio(pairs, 0, 4) == pytest.approx(expected, rel=0.01)


def likelihood_by_optimiser(pairs, elo, model):
    """Maximise the likelihood under a hypothesis by a general method, from several beginnings.

    Its own word on success depends on the processor's arithmetic; whether the constraints hold
    where it ended does not.
    """
    counts, seen = np.array(pairs, float), np.array(pairs) > 0
    draw = np.random.default_rng(1)
    outcomes = [
        minimize(
            lambda chances: -(counts[seen] * np.log(np.maximum(chances[seen], 1e-300))).sum(),
            start,
            method="SLSQP",
            bounds=[(1e-13, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda chances: chances.sum() - 1},
                {"type": "eq", "fun": distance, "args": (elo, model)},
            ],
            options={"maxiter": 2000, "ftol": 1e-13},
        )
        for start in (
            np.full(5, 0.2),
            (counts + 0.5) / (counts + 0.5).sum(),
            *draw.dirichlet(np.ones(5), 6),
        )
    ]
    return max(
        -outcome.fun
        for outcome in outcomes
        if abs(outcome.x.sum() - 1) < 1e-9 and abs(distance(outcome.x, elo, model)) < 1e-9
    )


WITNESSED = {
    "a usual match": (10, 50, 120, 60, 12),
    "a strong side": (0, 1, 5, 10, 20),
    "a weak side": (20, 10, 5, 1, 0),
    "few decided": (0, 3, 20, 5, 0),
    "ends only": (3, 0, 0, 0, 5),
    "all won": (0, 0, 0, 0, 7),
    "one pair lost": (1, 0, 0, 0, 0),
    "one half point": (0, 0, 10, 1, 0),
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("pairs", WITNESSED.values(), ids=WITNESSED)
def test_optimiser_agrees(pairs, model):
    """The ratio is that of the two greatest likelihoods, scores never seen included."""
    for elo0, elo1 in ((0, 5), (-3, 3), (20, 60)):
        below, above = (likelihood_by_optimiser(pairs, elo, model) for elo in (elo0, elo1))
        ratio = log_likelihood_ratio(pairs, elo0, elo1, model)
        assert ratio == pytest.approx(above - below, abs=1e-4)


@pytest.mark.parametrize("model", MODELS)
def test_the_other_way_round(model):
    """From the other side's view the hypotheses change places and signs."""
    mine = log_likelihood_ratio((5, 20, 40, 30, 9), -2, 8, model)
    theirs = log_likelihood_ratio((9, 30, 40, 20, 5), -8, 2, model)
    assert theirs == pytest.approx(-mine)


@pytest.mark.parametrize("model", MODELS)
def test_better_results_speak_for_the_upper_hypothesis(model):
    """Every pair that goes better raises the ratio."""
    counts = [[20 - won, 20, 40, 20, won] for won in range(21)]
    ratios = log_likelihood_ratios(np.array(counts, float), 0, 20, model)
    assert all(worse < better for worse, better in pairwise(ratios))


@pytest.mark.parametrize("model", MODELS)
def test_no_pairs(model):
    """Nothing seen is nothing said."""
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 5, model) == 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("pairs", WITNESSED.values(), ids=WITNESSED)
def test_the_farthest_hypotheses(pairs, model):
    """They have a likelihood too, and probabilities that obey them."""
    most = MOST_ELO[model]
    counts = np.array([pairs], float) / sum(pairs)
    likely = most_likely_by_score if model == "logistic" else most_likely_by_deviations
    with np.errstate(all="raise"):
        for elo in (-most, most):
            (chances,) = likely(counts, elo)
            assert chances.sum() == pytest.approx(1)
            assert distance(chances, elo, model) == pytest.approx(0, abs=1e-6)


WRONG = {
    "model": ((1, 1, 1, 1, 1), 0, 5, "bayesian"),
    "order": ((1, 1, 1, 1, 1), 5, 5, "logistic"),
    "no number": ((1, 1, 1, 1, 1), math.nan, 5, "logistic"),
    "infinitely far": ((1, 1, 1, 1, 1), 0, math.inf, "logistic"),
    "too far": ((1, 1, 1, 1, 1), 0, 201, "normalised"),
    "counts": ((1, 1, 1), 0, 5, "logistic"),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
def test_refused(arguments):
    """A test that cannot be made is refused with a sentence."""
    with pytest.raises(ValueError, match=r"model|below|five counts"):
        log_likelihood_ratio(*arguments)


MATCHES, PAIRS_AT_A_TIME, LONGEST = 600, 4, 2500
ELO0, ELO1, RISK = 0, 50, 0.05


def chances_at(elo, model):
    """Probabilities of pair scores that obey a hypothesis exactly."""
    base = np.array([0.06, 0.22, 0.42, 0.22, 0.08])

    def tilted(power):
        chances = base * np.exp(power * SCORES)
        return chances / chances.sum()

    return tilted(brentq(lambda power: distance(tilted(power), elo, model), -9, 9))


def upper_accepted(elo, model):
    """Play many matches at once; returns the part in which elo1 was accepted."""
    chance = np.random.default_rng(MODELS.index(model))
    counts, upper, chances = np.zeros((MATCHES, 5)), 0, chances_at(elo, model)
    for _ in range(LONGEST):
        counts += chance.multinomial(PAIRS_AT_A_TIME, chances, len(counts))
        ratios = log_likelihood_ratios(counts, ELO0, ELO1, model)
        decisions = [decide(ratio, RISK, RISK) for ratio in ratios]
        upper += decisions.count(Decision.SECOND)
        counts = counts[[decision is Decision.CONTINUE for decision in decisions]]
        if not len(counts):
            return upper / MATCHES
    raise AssertionError("matches without an end")


@pytest.mark.parametrize("model", MODELS)
def test_error_rates(model):
    """Either hypothesis, when true, is refused in about 5 % of matches, and hardly more.

    Three standard deviations of such a count are 2.7 %. The middle between the two goes either way.
    """
    assert 0.02 < upper_accepted(ELO0, model) < 0.077
    assert 0.02 < 1 - upper_accepted(ELO1, model) < 0.077
    assert 0.4 < upper_accepted((ELO0 + ELO1) / 2, model) < 0.6
