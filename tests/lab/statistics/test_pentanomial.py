"""Elo and the estimate from pairs: values worked by hand, edges, and how often intervals hold."""

import math

import numpy as np
import pytest

from engine.lab.statistics.elo import elo_of, expected_score
from engine.lab.statistics.pentanomial import estimate, mean_and_variance, mini_matches

CURVE = {
    "equal": (0, 0.5),
    "ten to one": (400, 10 / 11),
    "three quarters": (400 * math.log10(3), 0.75),
    "a third": (-400 * math.log10(2), 1 / 3),
    "everything": (math.inf, 1),
    "nothing": (-math.inf, 0),
}


@pytest.mark.parametrize(("elo", "score"), CURVE.values(), ids=CURVE)
def test_curve(elo, score):
    """Points of the logistic curve; 400 points are ten to one by definition."""
    assert expected_score(elo) == pytest.approx(score, abs=1e-15)
    assert elo_of(score) == pytest.approx(elo, abs=1e-9)


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan])
def test_no_score(score):
    """What is no part of the points has no Elo."""
    with pytest.raises(ValueError, match="A score is a fraction"):
        elo_of(score)


# Worked by hand: the squared distances from the mean, times the counts, over the number.
VARIANCES = {
    "spread evenly about the middle": ((1, 2, 4, 2, 1), 0.5, 0.075),
    "half a point here and there": ((0, 0, 2, 2, 0), 0.625, 1 / 64),
    "all or nothing": ((1, 0, 0, 0, 3), 0.75, 3 / 16),
    "all alike": ((0, 7, 0, 0, 0), 0.25, 0),
    # independent games, each won or lost: half the variance ¼ of one game
    "two coins": ((25, 0, 50, 0, 25), 0.5, 1 / 8),
    # openings that White always wins: every pair is level, however decided its games are
    "the opening decides": ((0, 0, 9, 0, 0), 0.5, 0),
}


@pytest.mark.parametrize(("pairs", "mean", "variance"), VARIANCES.values(), ids=VARIANCES)
def test_variance(pairs, mean, variance):
    """The unit is the pair, so what an opening gives to both sides is no scatter."""
    assert mean_and_variance(pairs) == pytest.approx((mean, variance), abs=1e-15)


def test_worked_estimate():
    """Four pairs, ½ and ¾ twice: the error of the mean is √(1/64 / 3), so ⅛ is √3 of it."""
    found = estimate((0, 0, 2, 2, 0))
    error = math.sqrt(1 / 192)
    assert (found.pairs, found.games, found.score) == (4, 8, 0.625)
    assert found.low == pytest.approx(0.625 - 1.959964 * error)
    assert found.high == pytest.approx(0.625 + 1.959964 * error)
    assert found.elo == pytest.approx(88.7395, abs=1e-4)
    assert found.elo_low == pytest.approx(elo_of(found.low))
    assert found.elo_high == pytest.approx(elo_of(found.high))
    # ⅛ is 1/√2 standard deviations of a game, √(2/64); one is 800 / ln 10
    assert found.normalised_elo == pytest.approx(800 / math.log(10) / math.sqrt(2))
    assert found.los == pytest.approx(0.9583677, abs=1e-7)  # the normal distribution at √3


def test_an_estimate_from_its_definitions():
    """Every figure from the list of scores, by NumPy: mean, deviations by n − 1 and by n."""
    pairs = (1, 2, 10, 9, 3)
    scores = np.repeat([0, 0.25, 0.5, 0.75, 1], pairs)
    found = estimate(pairs)
    half = 1.959964 * scores.std(ddof=1) / 5
    assert found.score == scores.mean() == 0.61
    assert (found.low, found.high) == pytest.approx((0.61 - half, 0.61 + half))
    elos = [-400 * math.log10(1 / score - 1) for score in (0.61, 0.61 - half, 0.61 + half)]
    assert (found.elo, found.elo_low, found.elo_high) == pytest.approx(elos)
    assert found.elo == pytest.approx(77.7, abs=0.05)
    game = scores.std() * math.sqrt(2)
    assert found.normalised_elo == pytest.approx(0.11 / game * 800 / math.log(10))
    assert found.normalised_elo == pytest.approx(114.8, abs=0.05)


@pytest.mark.parametrize("pairs", [(1, 2, 10, 9, 3), (0, 0, 2, 2, 0), (9, 3, 2, 1, 1)])
def test_the_error_of_normalised_elo(pairs):
    """As wide as what many matches with these chances would scatter, far from equality too."""
    many = np.array(pairs) * (2000 // sum(pairs))
    number = int(many.sum())
    drawn = np.random.default_rng(7).multinomial(number, many / number, size=4000)
    scores = np.array([0, 0.25, 0.5, 0.75, 1])
    means = drawn @ scores / number
    deviations = np.sqrt(drawn @ scores**2 / number - means**2)
    scattered = ((means - 0.5) / deviations).std() * 800 / math.log(10) / math.sqrt(2)
    found = estimate([int(count) for count in many])
    width = found.normalised_high - found.normalised_low
    assert width == pytest.approx(2 * 1.959964 * scattered, rel=0.05)
    assert found.normalised_high - found.normalised_elo == pytest.approx(width / 2)


def test_normalised_elo_without_draws():
    """Both kinds of Elo agree near 0 when every game is won or lost."""
    found = estimate((2450, 0, 5000, 0, 2550))
    assert found.normalised_elo == pytest.approx(found.elo, rel=1e-3)


def test_nothing_played():
    """Everything is possible."""
    found = estimate((0, 0, 0, 0, 0))
    assert (found.games, found.score, found.low, found.high) == (0, 0.5, 0, 1)
    assert (found.elo, found.elo_low, found.elo_high) == (0, -math.inf, math.inf)
    assert found.los == 0.5


def test_all_won():
    """The other scores are at most so frequent that ten pairs without one have 2.5 % left."""
    found = estimate((0, 0, 0, 0, 10))
    assert found.low == pytest.approx(0.025**0.1)
    assert (found.high, found.elo, found.elo_high) == (1, math.inf, math.inf)
    assert found.elo_low == pytest.approx(140.2, abs=0.1)
    assert found.normalised_elo == math.inf
    assert (found.normalised_low, found.normalised_high) == (-math.inf, math.inf)
    assert found.los == 1 - 1 / 1024


def test_all_lost():
    """The mirror image of all won."""
    won, lost = estimate((0, 0, 0, 0, 10)), estimate((10, 0, 0, 0, 0))
    assert (lost.elo, lost.elo_low) == (-math.inf, -math.inf)
    assert lost.elo_high == pytest.approx(-won.elo_low)
    assert lost.los == pytest.approx(1 - won.los)


def test_all_level():
    """Five level pairs do not prove equality: the interval is not a point."""
    found = estimate((0, 0, 5, 0, 0))
    outside = (1 - 0.025**0.2) / 2
    assert (found.low, found.high) == pytest.approx((0.5 - outside, 0.5 + outside))
    assert (found.elo, found.normalised_elo, found.los) == (0, 0, 0.5)
    wide = estimate((0, 0, 1, 0, 0))
    assert wide.low < 0.02 and wide.high > 0.98


@pytest.mark.parametrize("pairs", [(1, 2, 3), (1, 0, -1, 0, 0)], ids=["three", "negative"])
def test_no_counts(pairs):
    """Pairs are five counts."""
    with pytest.raises(ValueError, match="five counts"):
        estimate(pairs)


def test_interval_holds():
    """95 % of the intervals contain the truth, whatever openings and colours do to pairs.

    Each game is won by White with a chance that the opening decides, so that the games of a pair
    pull in opposite directions; counting games instead of pairs would give 99 % and more.
    """
    chance = np.random.default_rng(20)
    matches, pairs, strength = 1000, 200, 0.06
    white = chance.uniform(0.2, 0.9, (matches, pairs))
    won = chance.random((matches, pairs)) < white + strength
    kept = chance.random((matches, pairs)) > white - strength  # not lost with Black
    scores = won.astype(int) * 2 + kept * 2
    truth = 0.5 + strength
    held = 0
    for row in scores:
        found = estimate([int(n) for n in np.bincount(row, minlength=5)])
        held += found.low <= truth <= found.high
    assert 0.93 < held / matches < 0.97


def test_mini_matches():
    """A pair is won by 1½ as by 2 points."""
    assert mini_matches((1, 2, 4, 8, 16)) == (24, 4, 3)
