"""A match that ends itself: the sequential probability ratio test on pairs of games.

Two hypotheses name the strength of the first side. The ratio compares how likely the pairs are
under each, at the most favourable frequencies of the five pair scores that the hypothesis allows;
nothing is supposed about draws or openings. Crossing a bound decides.
Sources: Wald, Sequential tests of statistical hypotheses, Ann. Math. Stat. 16(2), 1945; M. Van den
Bergh's notes for Fishtest, The generalized maximum likelihood ratio for the expectation value of a
distribution, and Comments on normalized Elo.
"""

import math
from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.lab.statistics.elo import expected_score
from engine.lab.statistics.pentanomial import NORMALISED_SCALE, PAIR_SCORES, checked

MODELS = ("logistic", "normalised")
"""What Elo means: the expected score, or its distance from ½ in standard deviations of a game."""

MOST_ELO = {"logistic": 1000, "normalised": 200}
"""Of a hypothesis, in either direction. Beyond the first everything is won or lost; not far beyond
the second the search for a normalised hypothesis, which sets out from even chances, finds none."""

STEPS = 60
"""At most, to a multiplier; halving its interval so often is enough, Newton's steps are fewer."""

ROUNDS = 100
"""At most, of linear approximations to a normalised hypothesis; a handful is usual."""

SMALLEST_VARIANCE = 1e-12
PRECISION = 1e-12
"""Change of probabilities, or of a multiplier as a part of its range, that no longer matters."""

BEFORE_POLE = 1 - 1e-14
"""Part of the way to a pole that a multiplier may go, so that nothing is divided by 0."""

Floats: TypeAlias = NDArray[np.float64]


class Decision(Enum):
    """What a test says now."""

    CONTINUE = "continue"
    FIRST = "the lower hypothesis, elo0, is accepted"
    SECOND = "the upper hypothesis, elo1, is accepted"


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the log-likelihood ratios at which the test ends.

    Parameters
    ----------
    alpha, beta
        The risks of accepting elo1 when elo0 is true, and elo0 when elo1 is true.

    Returns
    -------
    tuple of float
        At or below the first, elo0 is accepted; at or above the second, elo1.

    Raises
    ------
    ValueError
        If the risks are not between 0 and 1, or together not below 1.
    """
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise ValueError(f"Risks are above 0 and together below 1, not {alpha} and {beta}.")
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def decide(ratio: float, alpha: float, beta: float) -> Decision:
    """Compare a log-likelihood ratio with the bounds."""
    lower, upper = bounds(alpha, beta)
    if ratio >= upper:
        return Decision.SECOND
    return Decision.FIRST if ratio <= lower else Decision.CONTINUE


def log_likelihood_ratio(
    pairs: Sequence[int], elo0: float, elo1: float, model: str = "logistic"
) -> float:
    """Compare how well two hypotheses explain the pairs of a match.

    Parameters
    ----------
    pairs
        How many pairs gave the first side 0, ½, 1, 1½ and 2 points.
    elo0, elo1
        Its strength by the two hypotheses, elo0 below elo1.
    model
        A row of `MODELS`.

    Returns
    -------
    float
        Positive when elo1 explains them better; 0 without pairs.

    Raises
    ------
    ValueError
        If the model is unknown, the hypotheses are not in order or too far away, or the counts are
        no counts.
    """
    counts = np.array([checked(pairs)], np.float64)
    return float(log_likelihood_ratios(counts, elo0, elo1, model)[0])


def log_likelihood_ratios(counts: Floats, elo0: float, elo1: float, model: str) -> Floats:
    """Return the ratios of many matches at once, one to a row of counts."""
    check_hypotheses(elo0, elo1, model)
    totals = counts.sum(axis=1, keepdims=True)
    frequencies = counts / np.maximum(totals, 1)
    likely = most_likely_by_score if model == "logistic" else most_likely_by_deviations
    seen = counts > 0
    below, above = (np.where(seen, likely(frequencies, elo), 1.0) for elo in (elo0, elo1))
    return np.asarray((counts * np.log(above / below)).sum(axis=1))


def check_hypotheses(elo0: float, elo1: float, model: str) -> None:
    """Refuse what cannot be tested.

    Raises
    ------
    ValueError
        If the model is unknown, or the hypotheses are not in order or too far away.
    """
    if model not in MODELS:
        raise ValueError(f"The model of an SPRT is {' or '.join(MODELS)}, not {model}.")
    most = MOST_ELO[model]
    if not -most <= elo0 < elo1 <= most:
        raise ValueError(
            f"elo0 lies below elo1, and both within {most} points of 0 ({model}); "
            f"{elo0:g} and {elo1:g} do not."
        )


def most_likely_by_score(frequencies: Floats, elo: float) -> Floats:
    """Return the most likely probabilities among those with the mean score that Elo expects."""
    excess = np.array(PAIR_SCORES) - expected_score(elo)
    return most_likely(frequencies, np.broadcast_to(excess, frequencies.shape))


def most_likely_by_deviations(frequencies: Floats, elo: float) -> Floats:
    """Return the most likely ones with a mean so many standard deviations of a game above ½.

    The condition is not linear in the probabilities. It is replaced by its tangent at the last
    approximation, until that stays where it is.
    """
    deviations = elo / NORMALISED_SCALE * math.sqrt(2)  # of a pair, less spread than its games
    scores = np.array(PAIR_SCORES)
    chances = np.full_like(frequencies, 1 / len(scores))
    for _ in range(ROUNDS):
        means = chances @ scores
        distances = (scores - means[:, None]) ** 2
        variances = (chances * distances).sum(axis=1, keepdims=True)
        spread = np.sqrt(np.maximum(variances, SMALLEST_VARIANCE))
        excess = scores - 0.5 - deviations * (spread + distances / spread) / 2
        before, chances = chances, most_likely(frequencies, excess)
        if np.abs(chances - before).max(initial=0) < PRECISION:
            break
    return chances


def most_likely(frequencies: Floats, excess: Floats) -> Floats:
    """Return the probabilities of greatest likelihood under which `excess` is 0 on average.

    By Lagrange they are frequency / (1 + multiplier × excess), with the multiplier between the
    poles. When the score at one end was never seen, the best multiplier may be the pole itself;
    what is then missing to 1 is the probability of that score.

    Parameters
    ----------
    frequencies
        Observed, a row for each match; they add up to 1.
    excess
        What each score has too much, in the same shape; of both signs in every row.
    """
    least = -BEFORE_POLE / excess.max(axis=1, keepdims=True)
    most = -BEFORE_POLE / excess.min(axis=1, keepdims=True)
    multiplier, close = np.zeros_like(least), PRECISION * (most - least).min(initial=1)
    for _ in range(STEPS):
        parts = with_multiplier(frequencies, excess, multiplier) * excess
        average = parts.sum(axis=1, keepdims=True)
        least = np.where(average > 0, multiplier, least)
        most = np.where(average > 0, most, multiplier)
        squares = with_multiplier(parts * excess, excess, multiplier).sum(axis=1, keepdims=True)
        before, newton = multiplier, multiplier + average / np.maximum(squares, SMALLEST_VARIANCE)
        inside = (least <= newton) & (newton <= most)
        multiplier = np.where(inside, newton, (least + most) / 2)
        if np.abs(multiplier - before).max(initial=0) < close:
            break
    chances = with_multiplier(frequencies, excess, multiplier)
    missing = 1 - chances.sum(axis=1)
    end = np.where(multiplier[:, 0] < 0, excess.argmax(axis=1), excess.argmin(axis=1))
    chances[np.arange(len(chances)), end] += np.maximum(missing, 0)
    return chances


def with_multiplier(frequencies: Floats, excess: Floats, multiplier: Floats) -> Floats:
    """Return frequency / (1 + multiplier × excess), and 0 for what was not seen."""
    return np.divide(
        frequencies,
        1 + multiplier * excess,
        out=np.zeros_like(frequencies),
        where=frequencies > 0,
    )
