"""What a learner of extension weights computes: predicted nodes, their gradient, and the update.

A weight is the cost of a move of its class in plies, so a smaller one extends more. Of a search
that reached depth d with n nodes, the growth rate is B = n^(1/d), and searching the same position
to the depth D of its solution would need B^D nodes. A smaller weight makes the solution shallower
and the growth rate larger; the gradient weighs one against the other.
Source: Björnsson 2002, chapter 6, formulas 6.2 to 6.4, algorithm 12, appendix B.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.float64]

LEAST_WEIGHT, GREATEST_WEIGHT = 0.1, 2.0
"""Plies; the range in which the source lets weights move."""
STEP_MAX = 1.0
"""Plies by which a weight moves when its gradient doubles the nodes, at a rate of 1."""


@dataclass(frozen=True)
class Sample:
    """One search of a position, and the path of its solution; N is the number of weights."""

    nodes: int
    """Of the last complete iteration and all before it, at least 1; without quiescence."""
    depth: float
    """Plies that this iteration reached, above 0."""
    altered_nodes: tuple[int, ...]
    """N: what would have been counted had each weight been larger by its delta."""
    path_counts: tuple[int, ...]
    """N: the moves of each class on the solution path."""
    other_moves: int = 0
    """Moves of the path that cost a whole ply."""

    def __post_init__(self) -> None:
        """Refuse what has no growth rate."""
        if not (self.nodes >= 1 and self.depth > 0 and min(self.altered_nodes, default=1) >= 1):
            raise ValueError("a sample needs at least one node and a depth above 0.")
        if len(self.altered_nodes) != len(self.path_counts):
            raise ValueError(
                f"a sample has {len(self.altered_nodes)} counts of nodes and "
                f"{len(self.path_counts)} of moves."
            )


def growth_rate(nodes: float, depth: float) -> float:
    """Return B, by which the nodes are multiplied with each ply (formula 6.3)."""
    return float(nodes ** (1 / depth))


def path_depth(sample: Sample, weights: Vector) -> float:
    """Return the depth of the solution path in plies under weights of shape (N,)."""
    return float(sample.other_moves + np.dot(sample.path_counts, weights))


def predicted_nodes(sample: Sample, weights: Vector) -> float:
    """Return the nodes of a search as deep as the solution path: B^D."""
    return float(growth_rate(sample.nodes, sample.depth) ** path_depth(sample, weights))


def growth_slopes(sample: Sample, deltas: Vector) -> Vector:
    """Return the change of B per ply of each weight, shape (N,) (formula 6.4).

    Parameters
    ----------
    sample : Sample
    deltas : array of shape (N,)
        By which the weights were larger in `altered_nodes`; none is 0.
    """
    altered = np.power(np.asarray(sample.altered_nodes, float), 1 / sample.depth)
    slopes: Vector = (altered - growth_rate(sample.nodes, sample.depth)) / deltas
    return slopes


def nodes_and_gradient(sample: Sample, weights: Vector, deltas: Vector) -> tuple[float, Vector]:
    """Return the predicted nodes C = B^D and their gradient, shape (N,) (formula 6.2).

    The derivative of C is C · (D/B · B' + ln B · D'), where D' is the number of moves of the class.
    """
    rate, depth = growth_rate(sample.nodes, sample.depth), path_depth(sample, weights)
    nodes = rate**depth
    by_growth = depth / rate * growth_slopes(sample, deltas)
    by_depth = np.log(rate) * np.asarray(sample.path_counts, float)
    gradient: Vector = nodes * (by_growth + by_depth)
    return nodes, gradient


def total_nodes_and_gradient(
    samples: list[Sample], weights: Vector, deltas: Vector
) -> tuple[float, Vector]:
    """Return predicted nodes and gradient summed up over samples; zeros if there are none."""
    total, gradient = 0.0, np.zeros(len(weights))
    for sample in samples:
        nodes, slope = nodes_and_gradient(sample, weights, deltas)
        total += nodes
        gradient += slope
    return total, gradient


@dataclass(frozen=True)
class Rule:
    """How far an update moves the weights."""

    rate: float = 1.0
    """The source's mu."""
    step_max: float = STEP_MAX
    """Plies of weight for a relative gradient of 1 per ply."""
    least: float = LEAST_WEIGHT
    greatest: float = GREATEST_WEIGHT


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
    moved = weights - rule.rate * rule.step_max * gradient / total
    clipped: Vector = np.clip(moved, rule.least, rule.greatest)
    return clipped
