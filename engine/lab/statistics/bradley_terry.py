"""The model behind the ratings: its likelihood, its maximum and the information there.

Strengths are in natural units: a difference d means odds of exp(d).
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
"""Maximum steps of Newton's method; a dozen is usual."""

LONGEST_STEP = 2.0
"""Limit of a step, since the curve is flat far from the maximum."""

SHORTEST_STEP = 1e-9
"""Invisible in Elo."""


def groups_of(beaten: NDArray[Any], free: Bools, connection: Literal["weak", "strong"]) -> Numbers:
    """Number the connected groups of sides.

    Parameters
    ----------
    beaten
        Not 0 where the row's side took points from the column's.
    free
        The sides that are not anchors; anchors are always connected.
    connection
        "weak": by any games; "strong": by a cycle of points, without which the most likely
        distance is infinite (Ford 1957).
    """
    links = (beaten != 0) | np.logical_and.outer(~free, ~free)
    return np.asarray(connected_components(links, directed=True, connection=connection)[1])


def likelihood(points: Floats, strengths: Floats) -> float:
    """Return the log-likelihood of points, row against column."""
    return float((points * log_expit(strengths[:, None] - strengths)).sum())


def information(games: Floats, strengths: Floats) -> Floats:
    """Return the negative Hessian of the log-likelihood."""
    winning = expit(strengths[:, None] - strengths)
    weights = games * winning * winning.T
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def inverted(matrix: Floats, anchored: bool) -> Floats:
    """Invert an information matrix.

    Without an anchor it is singular, since a common shift of all strengths has no effect; then it
    is inverted among the strengths with a mean of 0.
    """
    if anchored:
        return np.asarray(np.linalg.inv(matrix))
    number = len(matrix)
    weight = max(float(np.trace(matrix)), 1.0) / number**2
    return np.asarray(np.linalg.inv(matrix + weight) - 1 / (weight * number**2))


def most_likely(points: Floats, start: Floats, free: Bools) -> Floats:
    """Maximise the likelihood of the points by Newton's method.

    Parameters
    ----------
    points
        Row against column, of one strong group.
    start
        Initial strengths.
    free
        Which of them may change. If all may, their mean is kept.
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
    """Return the observed variance of results as a fraction of the model's; at most 1.

    Draws reduce it. One squared point is added for results that have not occurred yet: otherwise
    the error of draws alone would be 0.
    """
    winning = expit(strengths[:, None] - strengths)
    # A win is counted once in the tables, a draw twice.
    squares = wins * (1 - winning) ** 2 + draws / 2 * (0.5 - winning) ** 2
    assumed = (wins + draws / 2) * winning * winning.T
    relevant = np.logical_or.outer(free, free)
    return min(
        1.0, (float(squares[relevant].sum()) + 1) / max(float(assumed[relevant].sum()), 1e-300)
    )
