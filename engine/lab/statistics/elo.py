"""Ratings and expected scores: the logistic curve, on which 400 points are ten to one.

Source: Elo, The Rating of Chessplayers, Past and Present, 1978, with the logistic curve in place of
the normal one.
"""

import math

SCALE = 400 / math.log(10)
"""Points per unit of the natural logarithm of the odds."""

NORMAL_95 = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


def expected_score(elo: float) -> float:
    """Return the part of the points that a side so much stronger scores on average."""
    return 0.5 + 0.5 * math.tanh(elo / SCALE / 2)


def elo_of(score: float) -> float:
    """Return the difference in rating that a score means.

    Parameters
    ----------
    score
        The part of the points, 0 to 1.

    Returns
    -------
    float
        Infinite for no point at all and for all of them.

    Raises
    ------
    ValueError
        If the score is outside its range.
    """
    if not 0 <= score <= 1:
        raise ValueError(f"A score is a part of the points, 0 to 1, not {score}.")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return SCALE * math.log(score / (1 - score))
