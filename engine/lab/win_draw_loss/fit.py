"""Fit the ordered logistic model of `engine.uci.win_draw_loss` by maximum likelihood.

Source: McCullagh, Regression models for ordinal data, Journal of the Royal Statistical Society B
42(2), 1980.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_expit

from engine.lab.win_draw_loss.samples import ScoredMoves
from engine.uci.win_draw_loss import Model

FIRST_GUESS = (np.log(100.0), 0.0, np.log(100.0), 0.0)  # a pawn, whatever the material
LEVELS, SLOPES = (0.0, 9.0), (-4.0, 4.0)  # ranges of the search: 1 to 8,100 centipawns
REGULARISATION = 1e-5  # of the slopes, for games with little change of material
SMALLEST = 1e-300  # instead of 0, for the logarithm


class FittedModel(NamedTuple):
    """The most likely model and its quality."""

    model: Model
    loss: float  # mean negative log-likelihood
    constant_loss: (
        float  # the same for a model that only knows the frequencies of wins, draws and losses
    )


def logarithms(
    numbers: NDArray[np.float64], score: NDArray[np.float64], share: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the log-probabilities of win, draw and loss, one row each.

    A draw has the probability L(a) - L(b) with L the logistic function, a = (t - s) / c and
    b = (-t - s) / c; written as L(a) L(-b) (1 - exp(b - a)) to avoid cancellation.
    """
    threshold = np.exp(numbers[0] + numbers[1] * share)
    scale = np.exp(numbers[2] + numbers[3] * share)
    above, below = (threshold - score) / scale, (-threshold - score) / scale
    gap = np.log(np.maximum(-np.expm1(below - above), SMALLEST))
    draw = log_expit(above) + log_expit(-below) + gap
    return np.stack([log_expit(-above), draw, log_expit(below)])


def fit(samples: ScoredMoves) -> FittedModel:
    """Find the most likely model.

    Raises
    ------
    ValueError
        If there are no wins, no draws or no losses.
    """
    row = 1 - samples.outcome
    happened = np.bincount(row, minlength=3)
    if not happened.all():
        raise ValueError(
            f"The fit needs wins, draws and losses; the scored positions have {happened[0]}, "
            f"{happened[1]} and {happened[2]}."
        )
    place = np.arange(len(row))

    def loss(numbers: NDArray[np.float64]) -> float:
        logs = logarithms(numbers, samples.score, samples.share)
        return float(
            -logs[row, place].mean() + REGULARISATION * (numbers[1] ** 2 + numbers[3] ** 2)
        )

    best = minimize(
        loss,
        np.array(FIRST_GUESS),
        method="Nelder-Mead",
        bounds=(LEVELS, SLOPES, LEVELS, SLOPES),
        options={"xatol": 1e-5, "fatol": 1e-9, "maxfev": 4000},
    )
    first, second, third, fourth = (round(float(number), 4) for number in best.x)
    shares = happened / happened.sum()
    constant = float(-(shares * np.log(shares)).sum())
    return FittedModel(Model((first, second), (third, fourth)), float(best.fun), constant)
