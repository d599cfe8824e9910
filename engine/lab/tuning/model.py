"""The loss of weights: how well static values predict the outcomes of positions.

A value v for the side to move predicts a score of 1 / (1 + exp(-v / spread)). The loss is the mean
cross-entropy with the targets, convex in the weights; its gradient takes two products with the
matrix of counts.
Source of tuning by logistic regression on outcomes: Österlund, Texel's tuning method, 2014.
"""

from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import expit

from engine.lab.tuning.samples import TuningSamples

NARROWEST, WIDEST = 20.0, 2000.0  # centipawns
"""The range of the spread."""


def fitted_spread(score: Any, result: Any) -> float:
    """Fit the scale, in centipawns, that converts scores of the search to expected results.

    Parameters
    ----------
    score : array of float
        Centipawns.
    result : array of float
        0, 0.5 or 1, from the same side.
    """
    found = minimize_scalar(
        lambda logarithm: cross_entropy(score * np.exp(-logarithm), result),
        bounds=(np.log(NARROWEST), np.log(WIDEST)),
        method="bounded",
    )
    return float(np.exp(found.x))


def cross_entropy(logits: Any, targets: Any) -> float:
    """Return the mean cross-entropy between predictions, given as logits, and targets."""
    return float(np.mean(np.logaddexp(0, logits) - targets * logits))


class OutcomeLoss:
    """The loss on some positions.

    Parameters
    ----------
    samples
        The positions.
    spread
        Centipawns.
    result_share
        The share of the game's result in a target; the rest is predicted by the score.
    """

    def __init__(self, samples: TuningSamples, spread: float, result_share: float) -> None:
        self._samples, self._spread = samples, spread
        chance = expit(samples.score / spread)
        self._targets = result_share * samples.result + (1 - result_share) * chance
        self._tapers = np.stack([samples.middle, 1 - samples.middle], axis=1)
        self._counts_by_weight = samples.counts.T.tocsr()

    def values(self, weights: Any) -> Any:
        """Evaluate all positions.

        Parameters
        ----------
        weights : array of float, weights × 2
            Centipawns for middle game and endgame.

        Returns
        -------
        array of float
            Centipawns for the side to move.
        """
        values = self._untapered(weights)
        return values * self._scale(values)

    def loss(self, weights: Any) -> float:
        """Return the mean loss."""
        return cross_entropy(self.values(weights) / self._spread, self._targets)

    def loss_and_gradient(self, weights: Any) -> tuple[float, Any]:
        """Return the mean loss and its gradient."""
        values = self._untapered(weights)
        scale = self._scale(values)
        logits = values * scale / self._spread
        wrong = (expit(logits) - self._targets) * scale / (self._spread * len(values))
        by_half = (self._tapers * wrong[:, None]).astype(np.float32)
        gradient = (self._counts_by_weight @ by_half).astype(np.float64)
        return cross_entropy(logits, self._targets), gradient

    def curvature(self, weights: Any) -> Any:
        """Estimate the diagonal of the Hessian, to scale the weights."""
        values = self._untapered(weights)
        chance = expit(values / self._spread)
        bend = chance * (1 - chance) / (self._spread**2 * len(values))
        by_half = (self._tapers**2 * bend[:, None]).astype(np.float32)
        return (self._counts_by_weight.power(2) @ by_half).astype(np.float64)

    def _untapered(self, weights: Any) -> Any:
        halves = self._samples.counts @ weights.astype(np.float32)
        return (halves * self._tapers).sum(axis=1)

    def _scale(self, values: Any) -> Any:
        return np.where(values > 0, self._samples.ahead, self._samples.behind)
