"""Fit weights by L-BFGS on the training set, with early stopping by a validation set.

The result are the weights with the smallest validation loss; the search ends when it has not
decreased for some steps.
Source of the method: Liu and Nocedal, On the limited memory BFGS method, 1989 (in SciPy).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import minimize

from engine.lab.tuning.model import OutcomeLoss
from engine.lab.tuning.penalty import Penalty

REMEMBERED = 20
"""Steps from which L-BFGS estimates the curvature."""


@dataclass
class Fit:
    """A search for weights.

    Parameters
    ----------
    model
        The training set.
    penalty
        Regularises the weights.
    validation
        The validation set.
    report
        Called with the number of every step, the training loss and the validation loss.
    patience
        Steps without a better one before the search ends.

    Attributes
    ----------
    best : array of float, weights × 2
        The weights with the smallest validation loss.
    best_loss : float
        That loss.
    """

    model: OutcomeLoss
    penalty: Penalty
    validation: OutcomeLoss
    report: Callable[[int, float, float], None]
    patience: int = 20
    best: Any = field(default=None, init=False)
    best_loss: float = field(default=np.inf, init=False)
    steps: int = field(default=0, init=False)
    _best_step: int = field(default=0, init=False, repr=False)
    _loss: float = field(default=np.inf, init=False, repr=False)

    def run(self, start: Any, most_steps: int) -> None:
        """Search from these weights; after an interruption `best` is the best so far.

        Parameters
        ----------
        start : array of float, weights × 2
        most_steps
            The search ends after them in any case.
        """
        self.best, self.best_loss = start, self.validation.loss(start)
        # Scaled by its curvature, every weight has a similar gradient.
        unit = 1 / np.sqrt(self.model.curvature(start) + self.penalty.curvature())

        def objective(point: Any) -> Any:
            weights = start + point.reshape(start.shape) * unit
            loss, gradient = self.model.loss_and_gradient(weights)
            penalty, slope = self.penalty.loss_and_gradient(weights)
            self._loss = loss
            return loss + penalty, ((gradient + slope) * unit).ravel()

        def step(point: Any) -> None:
            self._watch(start + point.reshape(start.shape) * unit)

        options = {"maxiter": most_steps, "maxcor": REMEMBERED, "ftol": 0, "gtol": 0}
        search: Any = minimize  # its stubs do not know that a callback may end it
        origin = np.zeros(start.size)
        search(objective, origin, method="L-BFGS-B", jac=True, callback=step, options=options)

    def _watch(self, weights: Any) -> None:
        self.steps += 1
        loss = self.validation.loss(weights)
        if loss < self.best_loss:
            self.best, self.best_loss, self._best_step = weights, loss, self.steps
        self.report(self.steps, self._loss, loss)
        if self.steps - self._best_step >= self.patience:
            raise StopIteration
