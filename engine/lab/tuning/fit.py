"""The search for the best weights: L-BFGS on the whole of the data, watched by positions apart.

Of all weights on the way those are kept that do best on games the search does not see; it ends
when they have not become better for a while.
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
"""Steps from which the method guesses the curvature."""


@dataclass
class Fit:
    """A search for weights.

    Parameters
    ----------
    model
        The positions to learn from.
    penalty
        What holds the weights.
    judge
        Positions of other games.
    report
        Told the number of every step, the loss, and the loss of the judge.
    patience
        Steps without a better one before the search ends.

    Attributes
    ----------
    best : array of float, weights × 2
        What does best before the judge.
    best_loss : float
        How well it does there.
    """

    model: OutcomeLoss
    penalty: Penalty
    judge: OutcomeLoss
    report: Callable[[int, float, float], None]
    patience: int = 20
    best: Any = field(default=None, init=False)
    best_loss: float = field(default=np.inf, init=False)
    steps: int = field(default=0, init=False)
    _best_step: int = field(default=0, init=False, repr=False)
    _loss: float = field(default=np.inf, init=False, repr=False)

    def run(self, start: Any, most_steps: int) -> None:
        """Search from these weights; can be interrupted, and `best` is what was found.

        Parameters
        ----------
        start : array of float, weights × 2
        most_steps
            The search ends after them in any case.
        """
        self.best, self.best_loss = start, self.judge.loss(start)
        # In units of its own certainty every weight is as steep as any other.
        unit = 1 / np.sqrt(self.model.curvature(start) + self.penalty.curvature())

        def steepness(point: Any) -> Any:
            weights = start + point.reshape(start.shape) * unit
            loss, gradient = self.model.loss_and_gradient(weights)
            energy, force = self.penalty.loss_and_gradient(weights)
            self._loss = loss
            return loss + energy, ((gradient + force) * unit).ravel()

        def step(point: Any) -> None:
            self._watch(start + point.reshape(start.shape) * unit)

        options = {"maxiter": most_steps, "maxcor": REMEMBERED, "ftol": 0, "gtol": 0}
        search: Any = minimize  # its stubs do not know that a callback may end it
        origin = np.zeros(start.size)
        search(steepness, origin, method="L-BFGS-B", jac=True, callback=step, options=options)

    def _watch(self, weights: Any) -> None:
        self.steps += 1
        judged = self.judge.loss(weights)
        if judged < self.best_loss:
            self.best, self.best_loss, self._best_step = weights, judged, self.steps
        self.report(self.steps, self._loss, judged)
        if self.steps - self._best_step >= self.patience:
            raise StopIteration
