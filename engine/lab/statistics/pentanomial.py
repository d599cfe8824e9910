"""The difference in strength of two sides, estimated from pairs of games.

The two games of a pair have the same opening and opposite colours, so they are not independent: an
opening that favours White gives each side a point. Pairs are independent; they score 0, ½, 1, 1½
or 2. Counting pairs removes the influence of the openings from the variance.

For the error of the mean score the variance is divided by n − 1, the unbiased estimate when the
mean is estimated too; programs that divide by n show intervals narrower by √((n − 1)/n), 2 % at 25
pairs. For normalised Elo it is divided by n, as in other programs.
Source: Van den Bergh, Comments on normalized Elo (Fishtest).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from scipy.stats import norm

from engine.lab.statistics.elo import NORMAL_95, SCALE, elo_of

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Score of a pair by its index in the counts, as a fraction of two points."""

NORMALISED_SCALE = 2 * SCALE
"""Normalised Elo per standard deviation of a game: equal to Elo without draws."""

OUTSIDE_95 = 0.025
"""The probability outside a 95 % interval on either side."""


class Estimate(NamedTuple):
    """The strength of the first side, estimated from pairs."""

    pairs: int
    score: float
    """Fraction of the points; ½ without games."""
    low: float
    high: float
    """Ends of its 95 % interval."""
    elo: float
    elo_low: float
    elo_high: float
    """Difference in rating and the ends of its 95 % interval; infinite for a score of 0 or 1."""
    normalised_elo: float
    """The score's distance from ½ in standard deviations of a game, on Elo's scale."""
    normalised_low: float
    normalised_high: float
    """Ends of its 95 % interval; infinite where all pairs scored alike."""
    los: float
    """Likelihood of superiority: the probability of a smaller score between equal sides."""

    @property
    def games(self) -> int:
        """Games in complete pairs."""
        return 2 * self.pairs


def checked(pairs: Sequence[int]) -> tuple[int, ...]:
    """Return the counts of pairs that scored 0, ½, 1, 1½ and 2 points.

    Raises
    ------
    ValueError
        If there are not five, or one is negative.
    """
    if len(pairs) != len(PAIR_SCORES) or min(pairs) < 0:
        raise ValueError(f"Pairs are five counts of at least 0, not {tuple(pairs)}.")
    return tuple(pairs)


def mean_and_variance(pairs: Sequence[int]) -> tuple[float, float]:
    """Return mean and variance of the pair scores; the variance is divided by their number."""
    number = sum(pairs)
    mean = sum(map(math.prod, zip(pairs, PAIR_SCORES, strict=True))) / number
    squares = (count * (score - mean) ** 2 for count, score in zip(pairs, PAIR_SCORES, strict=True))
    return mean, sum(squares) / number


def estimate(pairs: Sequence[int]) -> Estimate:
    """Estimate the difference in strength.

    Parameters
    ----------
    pairs
        How many pairs gave the first side 0, ½, 1, 1½ and 2 points.

    Returns
    -------
    Estimate
        The interval of the score is that of a mean, by the normal distribution. If all pairs have
        the same score, see `interval_without_spread`.

    Raises
    ------
    ValueError
        If there are not five counts, or one is negative.
    """
    number = sum(checked(pairs))
    if not number:
        return Estimate(0, 0.5, 0.0, 1.0, 0.0, -math.inf, math.inf, 0.0, -math.inf, math.inf, 0.5)
    score, variance = mean_and_variance(pairs)
    distance = score - 0.5
    if max(pairs) == number:
        low, high = interval_without_spread(score, number)
        normalised = math.copysign(math.inf, distance) if distance else 0.0
        ends = -math.inf, math.inf
        # Sign test: the probability that one of two equal sides wins every pair.
        chance = 0.5**number
        los = 0.5 if not distance else 1 - chance if distance > 0 else chance
    else:
        error = math.sqrt(variance / (number - 1))
        low = max(0.0, score - NORMAL_95 * error)
        high = min(1.0, score + NORMAL_95 * error)
        normalised = NORMALISED_SCALE * distance / math.sqrt(2 * variance)
        margin = NORMALISED_SCALE / math.sqrt(2) * NORMAL_95 * error_in_deviations(pairs)
        ends = normalised - margin, normalised + margin
        los = float(norm.cdf(distance / error))
    elos = elo_of(score), elo_of(low), elo_of(high)
    return Estimate(number, score, low, high, *elos, normalised, *ends, los)


def error_in_deviations(pairs: Sequence[int]) -> float:
    """Return the standard error of (mean − ½) / standard deviation, both of them estimated.

    By the delta method, with skewness g and kurtosis k of the pairs and their ratio t, its
    variance is (1 − t g + t² (k − 1) / 4) / (n − 1).
    """
    mean, variance = mean_and_variance(pairs)
    deviation = math.sqrt(variance)
    ratio, number = (mean - 0.5) / deviation, sum(pairs)
    skewness, kurtosis = (
        sum(
            count * ((score - mean) / deviation) ** power
            for count, score in zip(pairs, PAIR_SCORES, strict=True)
        )
        / number
        for power in (3, 4)
    )
    spread = 1 - ratio * skewness + ratio**2 * (kurtosis - 1) / 4
    return math.sqrt(spread / (number - 1))


def interval_without_spread(score: float, number: int) -> tuple[float, float]:
    """Return a 95 % interval of the mean when all pairs scored the same.

    If other scores were more frequent than 1 − 0.025^(1/number), a sample without them would be too
    unlikely. These scores may be anything from 0 to 1.
    """
    same = OUTSIDE_95 ** (1 / number)
    return same * score, same * score + (1 - same)


def mini_matches(pairs: Sequence[int]) -> tuple[int, int, int]:
    """Count the pairs that were won, drawn and lost, as Björnsson (2002) does."""
    lost_wide, lost, level, won, won_wide = checked(pairs)
    return won + won_wide, level, lost + lost_wide
