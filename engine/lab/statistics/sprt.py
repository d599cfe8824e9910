"""The sequential probability ratio test on pairs of games, which can end a match early.

Two hypotheses state the strength of the first side. The generalised likelihood ratio compares how
likely the pairs are under each, with the most likely frequencies of the five pair scores that the
hypothesis allows; nothing is assumed about draws or openings. Crossing a bound decides.
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
"""Elo by the expected score, or by its distance from ½ in standard deviations of a game."""

MOST_ELO = {"logistic": 1000, "normalised": 200}
"""Largest absolute Elo of a hypothesis. Beyond the first all games are won or lost; not far beyond
the second the iteration for a normalised hypothesis does not converge."""

STEPS = 60
"""Maximum iterations for a multiplier; enough for bisection, while Newton's method takes fewer."""

ROUNDS = 100
"""Maximum linear approximations to a normalised hypothesis; few are usual."""

SMALLEST_VARIANCE = 1e-12
PRECISION = 1e-12
"""Tolerance of probabilities, and of a multiplier relative to its range."""

BEFORE_POLE = 1 - 1e-14
"""Largest fraction of a multiplier to its pole, to avoid a division by 0."""

Floats: TypeAlias = NDArray[np.float64]


class Decision(Enum):
    """The present decision of a test."""

    CONTINUE = "continue"
    FIRST = "the lower hypothesis, elo0, is accepted"
    SECOND = "the upper hypothesis, elo1, is accepted"


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the log-likelihood ratios at which the test ends.

    Parameters
    ----------
    alpha, beta
        Error rates: of accepting elo1 when elo0 is true, and elo0 when elo1 is true.

    Returns
    -------
    tuple of float
        At or below the first, elo0 is accepted; at or above the second, elo1.

    Raises
    ------
    ValueError
        If they are not between 0 and 1, or their sum is not below 1.
    """
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise ValueError(
            f"Error rates are above 0 and their sum is below 1, not {alpha} and {beta}."
        )
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
    """Return the log-likelihood ratio of two hypotheses.

    Parameters
    ----------
    pairs
        How many pairs gave the first side 0, ½, 1, 1½ and 2 points.
    elo0, elo1
        Its strength under the two hypotheses, elo0 below elo1.
    model
        One of `MODELS`.

    Returns
    -------
    float
        Positive if elo1 is more likely; 0 without pairs.

    Raises
    ------
    ValueError
        If the model is unknown, the hypotheses are not ascending or too large, or the counts are
        invalid.
    """
    counts = np.array([checked(pairs)], np.float64)
    return float(log_likelihood_ratios(counts, elo0, elo1, model)[0])


def log_likelihood_ratios(counts: Floats, elo0: float, elo1: float, model: str) -> Floats:
    """Return the log-likelihood ratios of several matches, one for each row of counts."""
    check_hypotheses(elo0, elo1, model)
    totals = counts.sum(axis=1, keepdims=True)
    frequencies = counts / np.maximum(totals, 1)
    likely = most_likely_by_score if model == "logistic" else most_likely_by_deviations
    seen = counts > 0
    below, above = (np.where(seen, likely(frequencies, elo), 1.0) for elo in (elo0, elo1))
    return np.asarray((counts * np.log(above / below)).sum(axis=1))


def check_hypotheses(elo0: float, elo1: float, model: str) -> None:
    """Refuse invalid hypotheses.

    Raises
    ------
    ValueError
        If the model is unknown, or the hypotheses are not ascending or too large.
    """
    if model not in MODELS:
        raise ValueError(f"The model of an SPRT is {' or '.join(MODELS)}, not {model}.")
    most = MOST_ELO[model]
    if not -most <= elo0 < elo1 <= most:
        raise ValueError(
            f"elo0 must be below elo1, and both within {most} points of 0 ({model}), not "
            f"{elo0:g} and {elo1:g}."
        )


def most_likely_by_score(frequencies: Floats, elo: float) -> Floats:
    """Return the most likely probabilities with the expected score of this Elo."""
    excess = np.array(PAIR_SCORES) - expected_score(elo)
    return most_likely(frequencies, np.broadcast_to(excess, frequencies.shape))


def most_likely_by_deviations(frequencies: Floats, elo: float) -> Floats:
    """Return the most likely probabilities with this normalised Elo.

    The condition is not linear in the probabilities: it is linearised at the last approximation
    until that converges.
    """
    deviations = elo / NORMALISED_SCALE * math.sqrt(2)  # of a pair, whose deviation is smaller
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
    """Return the most likely probabilities for which the mean of `excess` is 0.

    By Lagrange multipliers they are frequency / (1 + multiplier × excess), with the multiplier
    between the poles. If the score at one end was never observed, the multiplier may be the pole;
    the rest to 1 is then the probability of that score.

    Parameters
    ----------
    frequencies
        Observed, a row for each match; their sum is 1.
    excess
        Excess of each score, in the same shape; both signs occur in every row.
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
    """Return frequency / (1 + multiplier × excess), and 0 for scores that were not observed."""
    return np.divide(
        frequencies,
        1 + multiplier * excess,
        out=np.zeros_like(frequencies),
        where=frequencies > 0,
    )
