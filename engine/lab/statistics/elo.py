"""Ratings and expected scores: the logistic curve, where 400 points are odds of ten to one.

Source: Elo, The Rating of Chessplayers, Past and Present, 1978, with the logistic curve in place of
the normal one.
"""

import math

SCALE = 400 / math.log(10)
"""Rating points per unit of the log-odds."""

NORMAL_95 = 1.959963984540054
"""Standard deviations on either side that contain 95 % of a normal distribution."""


def expected_score(elo: float) -> float:
    """Return the expected score of a side that is stronger by this difference."""
    return 0.5 + 0.5 * math.tanh(elo / SCALE / 2)


def elo_of(score: float) -> float:
    """Return the difference in rating of a score.

    Parameters
    ----------
    score
        The fraction of the points, 0 to 1.

    Returns
    -------
    float
        Infinite for a score of 0 or 1.

    Raises
    ------
    ValueError
        If the score is outside its range.
    """
    if not 0 <= score <= 1:
        raise ValueError(f"A score is a fraction from 0 to 1, not {score}.")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return SCALE * math.log(score / (1 - score))
