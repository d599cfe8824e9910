"""What the rules have in common: pressure on a table, order and spread of schemes, and verdicts.

The pressure of a cell is the nodes of a search for each position of the table. It decides how much
the schemes differ, so a smaller search in a smaller table shows what the printed one shows.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.lab.experiments.axes import positions_in
from engine.lab.experiments.declaration import Judgement, Verdict
from engine.lab.experiments.numbers import MissingError, Number, Table
from engine.lab.experiments.problems import searched_of
from engine.lab.experiments.results import Results

PERCENT = 100


def judged(words: str, reproduced: bool, same_shape: bool = False) -> Judgement:
    """Return a judgement: the stricter of two tests that holds."""
    if reproduced:
        return Judgement(Verdict.REPRODUCED, words)
    verdict = Verdict.SAME_SHAPE if same_shape else Verdict.NOT_REPRODUCED
    return Judgement(verdict, words)


def by_share(
    words: str, holds: Sequence[bool | None], reproduced: float, shape: float
) -> Judgement:
    """Judge by the share of cases in which something holds.

    Parameters
    ----------
    words
        What holds in them.
    holds
        By case; None if the noise of the seeds hides it: these cases do not count.
    reproduced, shape
        The shares that it takes.

    Raises
    ------
    MissingError
        If there is no case.
    """
    if not holds:
        raise MissingError("no size of the grid is under enough pressure")
    told = [one for one in holds if one is not None]
    hidden = len(holds) - len(told)
    if not told:
        raise MissingError(f"differences beyond the noise of the seeds, in all {hidden} cases")
    share = sum(told) / len(told)
    text = f"{sum(told)} of {len(told)} {words}"
    text += f"; {hidden} more are within the noise of the seeds" if hidden else ""
    return judged(text, share >= reproduced, share >= shape)


def all_hold(holds: Iterable[bool | None]) -> bool | None:
    """Tell whether several comparisons hold together; None if the noise hides it."""
    known = list(holds)
    if False in known:
        return False
    return None if None in known else True


def deepest(results: Results, series: str) -> Table:
    """Return the table of the greatest depth, which is under the highest pressure."""
    return results.table(series, max(results.grid.depths))


def searches(results: Results) -> int:
    """Return the number of positions of the test set."""
    return sum(len(game.ids) for game in searched_of(results.grid.positions))


def pressure(results: Results, table: Table, row: str, column: str = "TWOBIG1") -> float:
    """Return the nodes of a search for each position of the table."""
    return table.value(row, column) / searches(results) / positions_in(row)


def under_pressure(results: Results, table: Table, least: float) -> list[str]:
    """Return the rows with at least this pressure, the highest first."""
    rows = sorted(table.rows, key=positions_in)
    return [row for row in rows if pressure(results, table, row) >= least]


def nearest(results: Results, table: Table, wanted: float) -> str:
    """Return the row whose pressure is nearest, as a ratio."""

    def distance(row: str) -> float:
        found = pressure(results, table, row) / wanted
        return max(found, 1 / found)

    return min(table.rows, key=distance)


def spread(values: Iterable[float]) -> float:
    """Return how much smaller the smallest is than the largest, in percent of the largest."""
    known = list(values)
    return PERCENT * (1 - min(known) / max(known))


def saving(less: float, more: float) -> float:
    """Return by how much `less` is smaller than `more`, in percent; negative if it is larger."""
    return PERCENT * (1 - less / more)


def rank_correlation(numbers: Sequence[Number]) -> float:
    """Return Kendall's rank correlation with the given order; pairs within the noise count half."""
    pairs = list(combinations(numbers, 2))
    agreeing = sum(
        (later.mean > earlier.mean) - (later.mean < earlier.mean)
        for earlier, later in pairs
        if later.differs(earlier)
    )
    return agreeing / len(pairs)


def kendall_tau(values: Sequence[float]) -> float:
    """Return how well values are in ascending order: 1 wholly, 0 as by chance, -1 reversed.

    Kendall's rank correlation with the order in which they are given; equal values count half.
    """
    pairs = list(combinations(values, 2))
    agreeing = sum((later > earlier) - (later < earlier) for earlier, later in pairs)
    return agreeing / len(pairs)
