"""Ratings of several sides at once, from all games between them.

The model is Bradley and Terry's, on Elo's logistic curve; a draw is half a win and half a loss.
That keeps the scale of published ratings and of `pentanomial`: with two sides the fitted difference
is the Elo difference of their score. (Davidson's model of draws has a scale of its own.) Games with
draws scatter less than this supposes, so the observed information is divided by the scatter that
was observed: Wedderburn, Quasi-likelihood functions, Biometrika 61(3), 1974. Colours are not looked
at, since pairs give both sides each colour equally often.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from engine.lab.statistics.bradley_terry import (
    Bools,
    Floats,
    Numbers,
    dispersion,
    groups_of,
    information,
    inverted,
    most_likely,
)
from engine.lab.statistics.elo import NORMAL_95, SCALE

Results: TypeAlias = Mapping[tuple[str, str], tuple[int, int, int]]
"""By White and Black: games that White won, that were drawn, that Black won."""


class Rating(NamedTuple):
    """The strength of one side."""

    elo: float
    low: float
    high: float
    """Ends of the 95 % interval: both equal to elo for an anchor, infinite for a side that no
    chain of games ties to an anchor or, without anchors, to all others."""
    games: int
    score: float
    """Part of the points; ½ without games."""
    held: bool
    """Whether only virtual draws keep it at a finite distance from the others; the interval is
    infinite to that side."""


def fit(results: Results, anchors: Mapping[str, float] | None = None) -> dict[str, Rating]:
    """Fit the ratings under which the results are most likely.

    Where one group of sides took every point from another, that would be an infinite distance
    apart. So a virtual draw is added to every pairing of the two groups, and only there.

    Parameters
    ----------
    results
        Games of each pairing.
    anchors
        Sides with known ratings, which stay as they are.

    Returns
    -------
    dict
        The ratings of all sides named, the best first. Without an anchor their mean is 0; sides
        that no chain of games ties to an anchor have a mean of 0 among themselves.

    Raises
    ------
    ValueError
        If a count is negative, a side plays itself or an anchor is no finite number.
    """
    anchors = anchors or {}
    check(results, anchors)
    names = sorted({name for pairing in results for name in pairing} | set(anchors))
    wins, draws = crosstables(results, names)
    known = np.array([anchors.get(name, math.nan) for name in names])
    points = wins + draws / 2
    held = Held(points, np.isnan(known))
    strengths, errors = solve(wins, draws, known / SCALE, held.virtual)
    elos = np.where(np.isnan(known), strengths * SCALE, known)
    margins = errors * SCALE * NORMAL_95
    scored, games = points.sum(axis=1), (points + points.T).sum(axis=1)
    ratings = {
        name: Rating(
            float(elos[place]),
            -math.inf if held.below[place] else float(elos[place] - margins[place]),
            math.inf if held.above[place] else float(elos[place] + margins[place]),
            round(games[place]),
            float(scored[place] / games[place]) if games[place] else 0.5,
            bool(held.below[place] or held.above[place]),
        )
        for place, name in enumerate(names)
    }
    return dict(sorted(ratings.items(), key=lambda item: -item[1].elo))


def check(results: Results, anchors: Mapping[str, float]) -> None:
    """Refuse what is no table of results."""
    for (white, black), counts in results.items():
        if white == black:
            raise ValueError(f"{white} cannot play itself.")
        if len(counts) != len(("won", "drawn", "lost")) or min(counts) < 0:
            raise ValueError(f"{white} against {black} has no such results as {tuple(counts)}.")
    for name, elo in anchors.items():
        if not math.isfinite(elo):
            raise ValueError(f"The rating of {name} is {elo}; a known one is a finite number.")


def crosstables(results: Results, names: list[str]) -> tuple[Floats, Floats]:
    """Count wins and draws of the side of each row against that of each column."""
    place = {name: number for number, name in enumerate(names)}
    wins, draws = np.zeros((2, len(names), len(names)))
    for (white, black), (won, drawn, lost) in results.items():
        row, column = place[white], place[black]
        wins[row, column] += won
        wins[column, row] += lost
        draws[row, column] += drawn
        draws[column, row] += drawn
    return wins, draws


def solve(wins: Floats, draws: Floats, known: Floats, virtual: Floats) -> tuple[Floats, Floats]:
    """Find the strengths in natural units and their standard errors.

    Parameters
    ----------
    wins, draws
        Row against column.
    known
        Strengths of the anchors; not a number for the others.
    virtual
        Points to be added, row against column.
    """
    free = np.isnan(known)
    points = wins + draws / 2
    strengths, errors = np.where(free, 0.0, known), np.where(free, math.inf, 0.0)
    groups = groups_of(points + points.T, free, "weak")
    for group in sorted(set(groups)):
        inside = groups == group
        square, mine = np.ix_(inside, inside), free[inside]
        if not mine.any() or inside.sum() == 1:
            continue
        start = strengths[inside]
        if not mine.all():
            start[mine] = start[~mine].mean()
        believed = (points + virtual)[square]
        strengths[inside] = most_likely(believed, start, mine)
        if inside.all() or not mine.all():
            told = information(believed + believed.T, strengths[inside])[np.ix_(mine, mine)]
            scatter = dispersion(wins[square], draws[square], strengths[inside], mine)
            variances = np.diag(inverted(told, not mine.all())) * scatter
            errors[inside & free] = np.sqrt(variances)
    return strengths, errors


class Held:
    """Sides whose results alone allow them to be infinitely weak or strong.

    A pairing needs a virtual draw if its sides are in different strong groups: no circle of points
    leads from the one, over others, to the other and back.

    Parameters
    ----------
    points
        Row against column.
    free
        The sides that are no anchors.

    Attributes
    ----------
    virtual : array
        Half a point for both sides of every pairing that needs it.
    below, above : array
        Who would fall, or rise, without end but for virtual draws: those of a group that took no
        point, or gave none, in such pairings. One group is not counted, the others are seen from
        there: that of the anchors or else the largest, if there is one largest.
    """

    def __init__(self, points: Floats, free: Bools) -> None:
        games = points + points.T
        strong, weak = groups_of(points, free, "strong"), groups_of(games, free, "weak")
        needed = (games > 0) & (strong[:, None] != strong)
        self.virtual = np.where(needed, 0.5, 0.0)
        self.below, self.above = np.zeros((2, len(free)), np.bool_)
        for group in set(strong):
            members = strong == group
            connected = weak == weak[members][0]
            if group == main_group(strong, connected, free):
                continue
            self.below |= members & bool((needed & (points == 0))[members].any())
            self.above |= members & bool((needed & (points.T == 0))[members].any())


def main_group(strong: Numbers, connected: Bools, free: Bools) -> int:
    """Number the strong group from which the others of a weak group are seen; −1 if none is it."""
    anchors = strong[connected & ~free]
    if anchors.size:
        return int(anchors[0])
    sizes = np.bincount(strong[connected])
    largest = np.flatnonzero(sizes == sizes.max())
    return int(largest[0]) if largest.size == 1 else -1
