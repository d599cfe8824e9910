"""What the rules about proof searches have in common: what was solved, and with how many nodes."""

from collections.abc import Mapping

from engine.lab.experiments.numbers import MissingError, Table
from engine.lab.experiments.printed import printed_table
from engine.lab.experiments.problems import mate_problems
from engine.lab.experiments.results import Results
from engine.lab.experiments.searching import Searched

SOLVED = ("proved", "disproved")
NEAR, FAR = 1.25, 2.0
"""Factors by which a number that hangs on the order of moves, or on which problems are known, may
differ from the printed one: reproduced, and of the same shape."""


class Counts(dict[str, float | None]):
    """Nodes by problem; None: not solved. One that is not in the grid was not tried."""

    def __missing__(self, row: str) -> float | None:
        """Refuse a problem that the grid does not have."""
        raise MissingError(f"problem {row}")


def the_table(results: Results) -> Table:
    """Return the only table."""
    (series,) = results.experiment.series
    (depth,) = results.grid.depths
    return results.table(series.name, depth)


def counts(results: Results, column: str) -> Counts:
    """Return the nodes of a column, problem by problem.

    Raises
    ------
    MissingError
        If a problem has not been searched.
    """
    table = the_table(results)
    found = Counts()
    for row in table.rows:
        (words,) = results.found(table.series.name, table.depth, row, column).values()
        found[row] = table.value(row, column) if words[0] == SOLVED[0] else None
    return found


def printed_counts(results: Results, column: str) -> Counts:
    """Return the printed nodes of a column for the problems of the grid."""
    table = the_table(results)
    return Counts((row, table.printed.get((row, column))) for row in table.rows)


def counts_in(searched: Mapping[str, Searched]) -> Counts:
    """Return the nodes of searches of one problem each."""
    return Counts(
        (name, float(each.counter("nodes", 1)) if each.found == SOLVED[:1] else None)
        for name, each in searched.items()
    )


def counts_known(file: str, column: str) -> Counts:
    """Return the printed nodes of a table problem by problem, for the known problems."""
    printed = printed_table(file)
    return Counts((row, printed.get((row, column))) for row in mate_problems())


def within(ours: float, printed: float, factor: float) -> bool:
    """Tell whether a number is the printed one but for a factor."""
    return printed / factor <= ours <= printed * factor


def solved(found: Counts) -> set[str]:
    """Return the problems that were solved."""
    return {row for row, nodes in found.items() if nodes is not None}


def total(found: Counts, rows: set[str]) -> float:
    """Sum the nodes of problems up."""
    return sum(found[row] or 0 for row in rows)


def percent(part: float, whole: float) -> float:
    """Return a part in percent."""
    return 100 * part / whole


def named(rows: set[str]) -> str:
    """Name problems in their order; or say that there is none."""
    return ", ".join(sorted(rows, key=lambda row: (row[0], int(row[1:])))) or "none"
