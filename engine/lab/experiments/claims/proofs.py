"""What the rules about proof searches have in common: what was solved, and with how many nodes."""

from engine.lab.experiments.numbers import MissingError, Table
from engine.lab.experiments.results import Results

SOLVED = ("proved", "disproved")


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
