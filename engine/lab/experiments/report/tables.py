"""Numbers laid out beside each other: each with its ratio to the best of its row."""

from engine.lab.experiments.report.pairs import Pair, Shown
from engine.lab.page.contents import Beside, Cell, Column, Table

FULL_SHADE = 1.4
"""A ratio to the best of the row that is shaded as dark as possible."""


def tables_of(pair: Pair, rows_are: str) -> Beside:
    """Lay both tables of a pair out."""
    head = "depth" if pair.by_depth else rows_are
    shown = [table for table in (pair.ours, pair.printed) if table is not None]
    return Beside(tuple(laid_out(table, head) for table in shown))


def laid_out(shown: Shown, rows_are: str) -> Table:
    """Lay a table out."""
    columns = (Column(rows_are, numbers=False), *map(Column, shown.columns))
    rows = tuple(
        (Cell(row), *(cell_of(shown, row, column) for column in shown.columns))
        for row in shown.rows
    )
    return Table(f"{shown.title}, {shown.counts}", columns, rows)


def cell_of(shown: Shown, row: str, column: str) -> Cell:
    """Write a number, its spread over the seeds and its ratio to the best of the row."""
    number = shown.numbers.get((row, column))
    if number is None:
        return Cell("–")
    text = f"{number.mean / shown.unit:,.{shown.decimals}f}"
    if number.seeds > 1:
        text += f" ± {number.spread / shown.unit:,.0f}"
    ratio = shown.ratio(row, column)
    if ratio is None:
        return Cell(text)
    shade = min((ratio - 1) / (FULL_SHADE - 1), 1.0)
    return Cell(text, f"{ratio:.2f}", shade, strong=ratio == 1)
