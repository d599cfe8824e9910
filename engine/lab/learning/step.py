"""The step of a learner, against the relative gradient of the nodes.

Source: Björnsson 2002, algorithm 12.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.thinking.learning.model import HEAVIEST, LIGHTEST, stepped

Vector: TypeAlias = npt.NDArray[np.float64]

STEP_MAX = 1.0
"""Plies by which a weight moves when its gradient doubles the nodes, at a rate of 1."""


@dataclass(frozen=True)
class Rule:
    """How far an update moves the weights."""

    rate: float = 1.0
    """The source's mu."""
    step_max: float = STEP_MAX
    """Plies of weight for a relative gradient of 1 per ply."""
    least: float = LIGHTEST
    greatest: float = HEAVIEST


def updated(weights: Vector, total: float, gradient: Vector, rule: Rule) -> Vector:
    """Return the weights after a step against the relative gradient, within their range.

    Parameters
    ----------
    weights : array of shape (N,)
        Left as they are.
    total : float
        Nodes; without any the weights stay.
    gradient : array of shape (N,)
        Nodes per ply of each weight.
    rule : Rule
    """
    if not total > 0:
        return weights.copy()
    slopes = gradient / total
    moved = [
        stepped(weight, slope, rule.rate, rule.step_max)
        for weight, slope in zip(weights, slopes, strict=True)
    ]
    clipped: Vector = np.clip(np.array(moved), rule.least, rule.greatest)
    return clipped
