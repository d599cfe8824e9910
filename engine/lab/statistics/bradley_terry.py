"""The model behind the ratings: its likelihood, the top of it, how sharp that top is.

Strengths are in natural units here: a difference d wins with the odds of exp(d).
Sources: Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 39, 1952; Ford,
Solution of a ranking problem from binary comparisons, Am. Math. Monthly 64(8), 1957.
"""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int32]

STEPS = 200
"""Newton's, at most; a dozen is usual."""

LONGEST_STEP = 2.0
"""Farther away the curve is too flat for its tangent to be trusted."""

SHORTEST_STEP = 1e-9
"""Nothing in Elo that could be seen."""


def groups_of(beaten: NDArray[Any], free: Bools, connection: Literal["weak", "strong"]) -> Numbers:
    """Number the groups of sides that belong together.

    Parameters
    ----------
    beaten
        Not 0 where the side of the row took points from that of the column.
    free
        The sides that are no anchors; anchors belong together by themselves.
    connection
        "weak": by any games; "strong": by a circle of points taken, without which no finite
        distance is most likely (Ford 1957).
    """
    links = (beaten != 0) | np.logical_and.outer(~free, ~free)
    return np.asarray(connected_components(links, directed=True, connection=connection)[1])


def likelihood(points: Floats, strengths: Floats) -> float:
    """Return the logarithm of the likelihood of points, row against column."""
    return float((points * log_expit(strengths[:, None] - strengths)).sum())


def information(games: Floats, strengths: Floats) -> Floats:
    """Return minus the second derivatives of the likelihood."""
    winning = expit(strengths[:, None] - strengths)
    weights = games * winning * winning.T
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def inverted(matrix: Floats, anchored: bool) -> Floats:
    """Invert an information.

    Without an anchor a common shift of all strengths changes nothing; then it is the inverse
    among the strengths whose mean is 0.
    """
    if anchored:
        return np.asarray(np.linalg.inv(matrix))
    number = len(matrix)
    weight = max(float(np.trace(matrix)), 1.0) / number**2
    return np.asarray(np.linalg.inv(matrix + weight) - 1 / (weight * number**2))


def most_likely(points: Floats, start: Floats, free: Bools) -> Floats:
    """Climb to the strengths under which the points are most likely, by Newton's steps.

    Parameters
    ----------
    points
        Row against column; the sides are one strong group.
    start
        Strengths to begin with.
    free
        Which of them may change. If all may, their mean stays.
    """
    strengths, games = start.copy(), points + points.T
    height = likelihood(points, strengths)
    for _ in range(STEPS):
        winning = expit(strengths[:, None] - strengths)
        slope = (points - games * winning).sum(axis=1)[free]
        inside = information(games, strengths)[np.ix_(free, free)]
        step = np.zeros_like(strengths)
        step[free] = inverted(inside, not free.all()) @ slope
        step *= min(1.0, LONGEST_STEP / max(np.abs(step).max(), SHORTEST_STEP))
        while (higher := likelihood(points, strengths + step)) < height:
            step /= 2
            if np.abs(step).max() < SHORTEST_STEP:
                return strengths
        strengths, height = strengths + step, higher
        if np.abs(step).max() < SHORTEST_STEP:
            break
    return strengths


def dispersion(wins: Floats, draws: Floats, strengths: Floats, free: Bools) -> float:
    """Return how much results scatter, as a part of what the model supposes; at most 1.

    Draws scatter less than wins and losses. One whole squared point is added to what was seen, for
    results that did not occur yet: without it nothing but draws would make us certain.
    """
    winning = expit(strengths[:, None] - strengths)
    # A win stands in one row of the tables, a draw in two.
    squares = wins * (1 - winning) ** 2 + draws / 2 * (0.5 - winning) ** 2
    supposed = (wins + draws / 2) * winning * winning.T
    told = np.logical_or.outer(free, free)
    return min(1.0, (float(squares[told].sum()) + 1) / max(float(supposed[told].sum()), 1e-300))
