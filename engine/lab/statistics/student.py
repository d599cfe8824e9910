"""Student's t-test of two samples, and the mini-matches of Björnsson (2002), chapter 5.

Two games from one opening are a mini-match: 1 if won, 0 if drawn, −1 if lost. The test compares
these with as many zeros, the results of equal sides. The variance of both samples is pooled, so
the zeros count in the degrees of freedom.
Source: Student, The probable error of a mean, Biometrika 6(1), 1908.
"""

import math
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from scipy.stats import t as student_distribution

FEWEST = 2
"""Size of a sample that has a variance."""


class TTest(NamedTuple):
    """The outcome of a test."""

    t: float
    """Difference of the means in standard errors; infinite if the variance is 0."""
    df: int
    """Degrees of freedom."""
    p: float  # as it is called everywhere
    """Two-sided probability of a difference at least as large by chance."""


def two_sample(first: Sequence[float], second: Sequence[float]) -> TTest:
    """Test whether two samples have the same mean, assuming equal variances.

    Parameters
    ----------
    first, second
        Independent values, at least two of each.

    Returns
    -------
    TTest
        `t` is positive if the first mean is greater.

    Raises
    ------
    ValueError
        If a sample is too small.
    """
    numbers = len(first), len(second)
    if min(numbers) < FEWEST:
        raise ValueError(f"A t-test needs at least two values in each sample, not {min(numbers)}.")
    means = fmean(first), fmean(second)
    squares = sum(
        sum((value - mean) ** 2 for value in sample)
        for sample, mean in zip((first, second), means, strict=True)
    )
    freedom = sum(numbers) - 2
    error = math.sqrt(squares / freedom * sum(1 / number for number in numbers))
    difference = means[0] - means[1]
    if error:
        distance = difference / error
    else:
        distance = math.copysign(math.inf, difference) if difference else 0.0
    return TTest(distance, freedom, float(2 * student_distribution.sf(abs(distance), freedom)))


def mini_match_test(won: int, drawn: int, lost: int) -> TTest:
    """Test whether mini-matches show a difference between the sides.

    Parameters
    ----------
    won, drawn, lost
        Mini-matches of the first side, at least two together.

    Returns
    -------
    TTest
        `t` is positive if the first side is better.

    Raises
    ------
    ValueError
        If there are fewer than two mini-matches.
    """
    sample = [1.0] * won + [0.0] * drawn + [-1.0] * lost
    return two_sample(sample, [0.0] * len(sample))
