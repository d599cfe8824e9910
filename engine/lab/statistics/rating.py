"""Ratings of several sides at once, from all games between them.

The model is Bradley and Terry's, on Elo's logistic curve; a draw is half a win and half a loss.
This has the scale of published ratings and of `pentanomial`: with two sides the fitted difference
is the Elo difference of their score; Davidson's model of draws has another scale. Games with draws
vary less than the model assumes, so variances are multiplied by the observed dispersion:
Wedderburn, Quasi-likelihood functions, Biometrika 61(3), 1974. Colours are ignored, since in pairs
both sides have each colour equally often.
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
    """The rating of a side."""

    elo: float
    low: float
    high: float
    """Ends of the 95 % interval: both equal to elo for an anchor, infinite for a side that no
    chain of games connects to an anchor or, without anchors, to all others."""
    games: int
    score: float
    """Fraction of the points; ½ without games."""
    held: bool
    """Whether its rating is finite only because of virtual draws; the interval is infinite on that
    side."""


def fit(results: Results, anchors: Mapping[str, float] | None = None) -> dict[str, Rating]:
    """Fit the most likely ratings.

    If one group of sides took every point from another, their distance would be infinite. So a
    virtual draw is added to every pairing of the two groups, and only there.

    Parameters
    ----------
    results
        Games of each pairing.
    anchors
        Sides with known ratings, which are fixed.

    Returns
    -------
    dict
        The ratings of all sides, in descending order. Without an anchor their mean is 0; sides
        that no chain of games connects to an anchor have a mean of 0 among themselves.

    Raises
    ------
    ValueError
        If a count is negative, a side plays itself or an anchor is not finite.
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
    """Refuse invalid results and anchors."""
    for (white, black), counts in results.items():
        if white == black:
            raise ValueError(f"{white} cannot play itself.")
        if len(counts) != len(("won", "drawn", "lost")) or min(counts) < 0:
            raise ValueError(f"The results {tuple(counts)} of {white} against {black} are invalid.")
    for name, elo in anchors.items():
        if not math.isfinite(elo):
            raise ValueError(f"The rating of {name} must be finite, not {elo}.")


def crosstables(results: Results, names: list[str]) -> tuple[Floats, Floats]:
    """Count wins and draws of each row's side against each column's."""
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
        Strengths of the anchors; NaN for the others.
    virtual
        Points of virtual draws, row against column.
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
        all_points = (points + virtual)[square]
        strengths[inside] = most_likely(all_points, start, mine)
        if inside.all() or not mine.all():
            observed = information(all_points + all_points.T, strengths[inside])[np.ix_(mine, mine)]
            factor = dispersion(wins[square], draws[square], strengths[inside], mine)
            variances = np.diag(inverted(observed, not mine.all())) * factor
            errors[inside & free] = np.sqrt(variances)
    return strengths, errors


class Held:
    """Sides whose results alone would give them an infinite rating.

    A pairing needs a virtual draw if its sides are in different strong groups: no cycle of points
    leads from one side to the other and back.

    Parameters
    ----------
    points
        Row against column.
    free
        The sides that are not anchors.

    Attributes
    ----------
    virtual : array
        Half a point for both sides of every pairing that needs it.
    below, above : array
        Sides that would be infinitely weak or strong without virtual draws: those of a group that
        scored no point, or lost none, in such pairings. The main group is excluded: that of the
        anchors or else the largest, if there is a single largest.
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
    """Return the number of the main strong group of a weak group; −1 if there is none."""
    anchors = strong[connected & ~free]
    if anchors.size:
        return int(anchors[0])
    sizes = np.bincount(strong[connected])
    largest = np.flatnonzero(sizes == sizes.max())
    return int(largest[0]) if largest.size == 1 else -1
