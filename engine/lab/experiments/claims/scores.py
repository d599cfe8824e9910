"""Scores of matches with their errors, and verdicts that know them.

The error of our scores is that of the pairs of games, which have the same opening. A printed score
has none: then it is that of games without draws, which is larger.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.stats import norm

from engine.lab.experiments.cells import Place, is_exchanged
from engine.lab.experiments.declaration import Judgement, Verdict
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.playing import PAIRS
from engine.lab.experiments.results import Results
from engine.lab.statistics.elo import NORMAL_95, elo_of
from engine.lab.statistics.pentanomial import mean_and_variance

PERCENT = 100
SURE = 0.9
"""A confidence that the thesis calls significant, one-sided."""


@dataclass(frozen=True)
class Score:
    """A score of a match, as a fraction of the points."""

    points: float
    games: float
    error: float
    """Standard error of the fraction."""

    @property
    def share(self) -> float:
        """Points by games."""
        return self.points / self.games

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return max(0.0, self.share - NORMAL_95 * self.error)

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return min(1.0, self.share + NORMAL_95 * self.error)

    @property
    def confidence(self) -> float:
        """The probability of a smaller score between equal sides."""
        return confidence(self.share - 0.5, self.error)

    @property
    def words(self) -> str:
        """Points, games, score with interval, and Elo."""
        ends = f"{PERCENT * self.low:.1f} to {PERCENT * self.high:.1f}"
        elo = f", {elo_of(self.share):+.0f} Elo" if 0 < self.share < 1 else ""
        return (
            f"{self.points:g} of {self.games:g} points, {PERCENT * self.share:.1f} % ({ends}){elo}"
        )


def confidence(difference: float, error: float) -> float:
    """Return the probability of a smaller difference if there is none."""
    if not error:
        return 0.5 if not difference else float(difference > 0)
    return float(norm.cdf(difference / error))


def without_draws(points: float, games: float) -> Score:
    """Return a score of which no more is known."""
    share = points / games
    return Score(points, games, math.sqrt(max(share * (1 - share), 0.25 / games) / games))


def score_of_pairs(pairs: Sequence[int]) -> Score:
    """Return the score of pairs that gave 0, ½, 1, 1½ and 2 points.

    One pair of each extreme is added for the error alone: few pairs may all be alike by chance.
    """
    number = sum(pairs)
    if not number:
        raise MissingError("no games")
    mean, _ = mean_and_variance(pairs)
    wider = (pairs[0] + 1, *pairs[1:4], pairs[4] + 1)
    _, variance = mean_and_variance(wider)
    return Score(2 * number * mean, 2 * number, math.sqrt(variance / number))


def counted(results: Results, place: Place) -> Counter[str]:
    """Return the counters of a match of all seeds, for the first side of the place.

    Raises
    ------
    MissingError
        If it is no match, or the first seed is not all there.
    """
    total: Counter[str] = Counter()
    names = (place.series.name, place.depth, place.row.label, place.column.label)
    for seed in range(1, results.seeds + 1):
        try:
            found = results.searched(*names, seed)
        except MissingError:
            if seed == 1:
                raise
            continue
        for searched in found.values():
            for name in searched.names:
                total[name] += searched.counter(name, 1)
    if not total["games"]:
        raise MissingError(f"{place.row.label}, {place.column.label}: no games")
    if is_exchanged(place):
        total["won"], total["lost"] = total["lost"], total["won"]
        turned = [total[name] for name in reversed(PAIRS)]
        for name, number in zip(PAIRS, turned, strict=True):
            total[name] = number
    return total


def pairs_in(counts: Counter[str]) -> tuple[int, ...]:
    """Return the counts of pairs."""
    return tuple(counts[name] for name in PAIRS)


def more(words: str, difference: float, error: float, is_small: bool = False) -> Judgement:
    """Judge whether something scores more than something else.

    Parameters
    ----------
    words
        The numbers.
    difference
        Of the two scores.
    error
        Its standard error.
    is_small
        Whether the printed difference itself is within the noise: then it only has to be there.

    Returns
    -------
    Judgement
        Reproduced if the confidence is 90 %; same shape if it is less; not reproduced if it is
        less with as much confidence; not tried if that cannot be told.
    """
    sure = confidence(difference, error)
    text = f"{words}; confidence {PERCENT * sure:.0f} %"
    if difference > 0:
        verdict = Verdict.REPRODUCED if sure >= SURE or is_small else Verdict.SAME_SHAPE
        return Judgement(verdict, text)
    if sure <= 1 - SURE:
        return Judgement(Verdict.NOT_REPRODUCED, text)
    return Judgement(Verdict.NOT_TRIED, f"{text}: too few games to tell")
