"""Two quadratic penalties: towards the initial weights, and between neighbours in a table.

Strengths are given in positions: 50 counts as much as 50 undecided positions in which the weight
occurs once. So frequent weights are hardly affected, and weights that never occur follow their
neighbours.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from engine.evaluation.tapered.weights import WEIGHTS, WORDS

UNDECIDED = 0.25
"""Second derivative of the loss of a position by the logit, at a prediction of one half."""
RANK = 8
KING_WORD = 5
MOST_MOVES = (8, 13, 14, 27)
"""Squares that a knight, bishop, rook, queen can attack."""
BY_RANK_OF_A_PAWN = (
    *("phalanx", "supported", "passed", "passed_supported", "passed_blocked", "passed_safe"),
)
NONE_FIRST = ("shelter", "storm")
"""The first entry of these tables means that there is no pawn, and has no neighbour."""


def places_of(field: str) -> Any:
    """Return the indices of the words of a field, in its shape."""
    numbers = np.arange(WORDS, dtype=np.int64).view(WEIGHTS)
    return numbers[0][field]


def can_occur() -> Any:
    """Tell for every word whether it can occur in a position: no pawn stands on the first rank."""
    possible = np.ones(WORDS, np.int64)
    (record,) = possible.view(WEIGHTS)
    record["material"][KING_WORD] = 0
    record["piece_square"][0].reshape(RANK, RANK)[[0, -1]] = 0
    for kind, most in enumerate(MOST_MOVES):
        record["mobility"][kind, most + 1 :] = 0
    for field in BY_RANK_OF_A_PAWN:
        record[field][[0, -1]] = 0
    for field in NONE_FIRST:
        record[field][:, -1] = 0
    record["storm"][1, :2] = 0  # behind our pawn that stops it
    return possible.astype(bool)


def neighbours() -> Iterator[tuple[int, int]]:
    """Yield pairs of neighbouring words that can occur."""
    possible = can_occur()
    for one, other in pairs_in_tables():
        if possible[one] and possible[other]:
            yield one, other


def pairs_in_tables() -> Iterator[tuple[int, int]]:
    """Yield pairs of neighbouring words: in a row of a table, and on the board also in a column."""
    for field in WEIGHTS.names or ():
        places = np.atleast_2d(places_of(field))
        if field == "material" or places.shape[-1] < RANK:
            continue
        if field == "piece_square":
            squares = places.reshape(-1, RANK, RANK)
            yield from zip(squares[:, 1:].ravel(), squares[:, :-1].ravel(), strict=True)
            places = squares.reshape(-1, RANK)
        first = 1 if field in NONE_FIRST else 0
        right, left = places[:, first + 1 :], places[:, first:-1]
        yield from zip(right.ravel(), left.ravel(), strict=True)


class Penalty:
    """The penalties.

    Parameters
    ----------
    start : array of float, weights × 2
        The initial weights.
    ridge
        Strength of the penalty to the initial weights, in positions.
    smooth
        Strength of the penalty between neighbours.
    unit
        The weight of one position, 1 / (spread² × number of positions).
    """

    def __init__(self, start: Any, ridge: float, smooth: float, unit: float) -> None:
        self._start = start
        one, other = np.array(list(neighbours())).T
        links = np.arange(len(one))
        signs = np.concatenate([np.ones(len(one)), -np.ones(len(one))])
        ends = (np.concatenate([links, links]), np.concatenate([one, other]))
        self._differences = csr_array((signs, ends), shape=(len(one), WORDS))
        self._ridge, self._smooth = UNDECIDED * unit * ridge, UNDECIDED * unit * smooth

    def loss_and_gradient(self, weights: Any) -> tuple[float, Any]:
        """Return the penalty and its gradient."""
        away = weights - self._start
        bent = self._differences @ away
        loss = self._ridge * (away**2).sum() + self._smooth * (bent**2).sum()
        gradient = self._ridge * away + self._smooth * (self._differences.T @ bent)
        return float(loss) / 2, gradient

    def curvature(self) -> Any:
        """Return the diagonal of the Hessian."""
        links = abs(self._differences).sum(axis=0)
        return (self._ridge + self._smooth * links)[:, None]
