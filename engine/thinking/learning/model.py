"""How many nodes a search needs, as a function of the weights of move classes, and its gradient.

A search that needed n nodes for d plies grows by B = n^(1/d) a ply; to search a path to its end,
whose depth by the weights is D, takes B^D nodes. A lower weight makes the path shorter and the tree
wider.
Source: Björnsson 2002, sections 6.3.2 to 6.3.4 and algorithm 12.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

LIGHTEST, HEAVIEST = 0.1, 2.0
"""Plies that a weight may be."""


class Sample(NamedTuple):
    """A position that should be searched to the end of a path, and what its search needed."""

    depth: int
    """Plies of the search."""
    nodes: int
    """Nodes that it needed, but those of quiescence; with the weights in force."""
    altered_nodes: tuple[int, ...]
    """By class, the nodes with its weight raised."""
    delta: float
    """Plies by which it was raised."""
    moves: tuple[int, ...]
    """By class, the moves of the path whose weight counts."""
    ordinary_moves: int
    """The other moves of the path, a ply each."""


class Gradient(NamedTuple):
    """What a sample says of the weights."""

    log_cost: float
    """The natural logarithm of the nodes that it takes to search the path to its end."""
    relative: tuple[float, ...]
    """By class: the derivative of the cost by the weight, divided by the cost."""


def growth(nodes: float, depth: float) -> float:
    """Return the growth rate per ply of a tree of so many nodes: at least 1."""
    return math.exp(math.log(max(nodes, 1.0)) / max(depth, 1.0))


def path_depth(sample: Sample, weights: Sequence[float]) -> float:
    """Return the depth of the path in plies, by some weights."""
    weighted = sum(number * weight for number, weight in zip(sample.moves, weights, strict=True))
    return sample.ordinary_moves + weighted


def gradient(sample: Sample, weights: Sequence[float]) -> Gradient:
    """Return the cost of a sample and its derivative by each weight.

    Parameters
    ----------
    sample : Sample
    weights : sequence of float
        Plies by class: those that the sample was searched with.

    Returns
    -------
    Gradient
        Formula 6.2 of the thesis, divided by the cost, which may be too large for a number.
    """
    base = growth(sample.nodes, sample.depth)
    depth, log_base = path_depth(sample, weights), math.log(base)
    relative = []
    for number, altered in zip(sample.moves, sample.altered_nodes, strict=True):
        slope = (growth(altered, sample.depth) - base) / sample.delta
        relative.append(depth / base * slope + log_base * number)
    return Gradient(depth * log_base, tuple(relative))


def stepped(weight: float, slope: float, rate: float, step_max: float) -> float:
    """Return a weight one step against its relative gradient: that of the cost, by the cost.

    Source: Björnsson 2002, algorithm 12.
    """
    return weight - rate * step_max * slope


def updated(
    weights: Sequence[float], gradients: Sequence[Gradient], rate: float, step_max: float
) -> tuple[float, ...]:
    """Return weights one step down the gradient of the cost of all samples together.

    Parameters
    ----------
    weights : sequence of float
        Plies by class.
    gradients : sequence of Gradient
        One at least.
    rate : float
        The learning rate.
    step_max : float
        The change of a weight that answers to twice the nodes at the rate 1.
    """
    highest = max(each.log_cost for each in gradients)
    costs = [math.exp(each.log_cost - highest) for each in gradients]
    total = sum(costs)
    new = []
    for place, weight in enumerate(weights):
        slopes = (cost * each.relative[place] for cost, each in zip(costs, gradients, strict=True))
        moved = stepped(weight, sum(slopes) / total, rate, step_max)
        new.append(min(max(moved, LIGHTEST), HEAVIEST))
    return tuple(new)
