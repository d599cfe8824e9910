"""Tables as they are shown: ours and the printed ones in one form, and which belong together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.lab.experiments.claims.rules import searches
from engine.lab.experiments.declaration import Series
from engine.lab.experiments.numbers import Number, Table
from engine.lab.experiments.printed import place_of, printed_table, rounding
from engine.lab.experiments.results import Results

UNITS = {1_000_000: "millions of ", 1_000: "thousands of ", 1: ""}
DECIMALS = 2
"""Of a number that is no count of nodes."""
LEAST_SHOWN = 100
"""The unit is smaller than the printed one if the smallest number would be less than this."""


@dataclass(frozen=True)
class Shown:
    """A table to be shown; what is not known is missing."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    numbers: Mapping[tuple[str, str], Number]
    unit: int
    """What its numbers count in."""
    counter: str = "nodes"
    """What they count."""
    has_ratios: bool = True
    """Whether a number has its ratio to the best of its row."""
    decimals: int = 0
    """After the point."""
    rows_are: str = "row of the table"

    @property
    def counts(self) -> str:
        """The unit in words."""
        return UNITS[self.unit] + self.counter

    def ratio(self, row: str, column: str) -> float | None:
        """Return a number divided by the smallest of its row; None if others are missing."""
        if not self.has_ratios or not all((row, other) in self.numbers for other in self.columns):
            return None
        best = min(self.numbers[row, other].mean for other in self.columns)
        mean = self.numbers[row, column].mean
        return mean / best if best else 1.0


@dataclass(frozen=True)
class Pair:
    """A table of ours and the printed one that it is compared with; either may be missing."""

    title: str
    ours: Shown | None
    printed: Shown | None
    by_depth: bool = False
    """Whether the rows are depths."""


def pairs_of(results: Results, series: Series) -> list[Pair]:
    """Return the tables of a series, the deepest last.

    Tables of a single row are put together as one, with a row for each depth.
    """
    tables = {depth: results.table(series.name, depth) for depth in results.grid.depths}
    ours = {depth: table for depth, table in tables.items() if table.numbers}
    several_depths = len({*results.grid.depths, *series.printed}) > 1
    if len(results.grid.rows) == 1 and several_depths and not results.experiment.measure:
        return [pair_by_depth(results, series, ours)]
    matched = match_depths(tuple(ours), tuple(series.printed))
    return [
        Pair(
            title_of(results, series, own, printed),
            ours_of(results, ours[own]) if own is not None else None,
            printed_of(results, series, printed) if printed is not None else None,
        )
        for own, printed in matched
    ]


def match_depths(
    ours: tuple[int, ...], printed: tuple[int, ...]
) -> list[tuple[int | None, int | None]]:
    """Put our depths and the printed ones together, in ascending order.

    If one of ours and one of the printed ones are left over, as when the quick grid is less deep
    than the paper, these are compared too.
    """
    both = set(ours) & set(printed)
    pairs: list[tuple[int | None, int | None]] = [(depth, depth) for depth in both]
    left, right = sorted(set(ours) - both), sorted(set(printed) - both)
    if len(left) == len(right) == 1:
        pairs.append((left[0], right[0]))
    else:
        pairs += [(depth, None) for depth in left] + [(None, depth) for depth in right]
    return sorted(pairs, key=lambda pair: pair[0] or pair[1] or 0)


def title_of(results: Results, series: Series, own: int | None, printed: int | None) -> str:
    """Name a pair by its depths and by where it is printed."""
    place = place_of(series.printed[printed]) if printed is not None else "not printed"
    if not results.experiment.has_depths:
        return place[:1].upper() + place[1:]
    depth = f"{own if own is not None else printed} plies"
    if printed is None:
        return f"{depth}, {place}"
    return f"{depth} ({place})" if own in (None, printed) else f"{depth} ({place}: {printed} plies)"


def ours_of(results: Results, table: Table) -> Shown:
    """Show a table of ours."""
    title = f"Ours: {table.depth} plies, {searches(results)} positions"
    if not results.experiment.has_depths:
        title = "Ours"
    unit = 1 if results.experiment.is_exact else unit_of(table.numbers, table.series)
    shown = Shown(title, table.rows, table.columns, table.numbers, unit)
    return replace(shown, **form_of(results))


def unit_of(numbers: Mapping[tuple[str, str], Number], series: Series) -> int:
    """Choose the unit of our numbers: that of the paper, or a smaller one for smaller numbers."""
    smallest = min(number.mean for number in numbers.values())
    largest = max(map(rounding, series.printed.values()), default=max(UNITS))
    return next((unit for unit in UNITS if LEAST_SHOWN * unit <= smallest and unit <= largest), 1)


def printed_of(results: Results, series: Series, depth: int) -> Shown:
    """Show a printed table."""
    file = series.printed[depth]
    numbers = printed_numbers(file)
    rows, columns = (tuple(dict.fromkeys(labels)) for labels in zip(*numbers, strict=True))
    # Ours come first: the first row may lack the number of the first column.
    ours = [column.label for column in results.experiment.columns if column.label in columns]
    columns = (*ours, *(column for column in columns if column not in ours))
    depth_text = f"{depth} plies, " if results.experiment.has_depths else ""
    title = f"Printed: {depth_text}{place_of(file)}"
    form = form_of(results) | ({} if results.experiment.measure else {"counter": "nodes"})
    return replace(Shown(title, rows, columns, numbers, rounding(file)), **form)


def form_of(results: Results) -> dict[str, Any]:
    """Return how numbers are shown: counters, or what an experiment measures itself."""
    experiment = results.experiment
    if experiment.measure is None:
        return {"counter": experiment.counter, "has_ratios": not experiment.is_exact}
    return {
        "counter": experiment.counter,
        "has_ratios": False,
        "decimals": 0 if experiment.is_exact else DECIMALS,
        "unit": 1,
        "rows_are": experiment.rows_are,
    }


def printed_numbers(file: str) -> dict[tuple[str, str], Number]:
    """Read a printed table."""
    return {place: Number(value, 0.0, 1) for place, value in printed_table(file).items()}


def pair_by_depth(results: Results, series: Series, ours: Mapping[int, Table]) -> Pair:
    """Put tables of a single row together."""
    columns = tuple(column.label for column in results.experiment.columns)
    own = {
        (row_of(depth), column): number
        for depth, table in ours.items()
        for (_, column), number in table.numbers.items()
    }
    printed = {
        (row_of(depth), column): number
        for depth, file in series.printed.items()
        for (_, column), number in printed_numbers(file).items()
    }
    (size,) = (row.label for row in results.grid.rows)
    rows = tuple(map(row_of, results.grid.depths))
    title = f"Ours: table {size}, {searches(results)} positions"
    places = ", ".join(dict.fromkeys(map(place_of, series.printed.values())))
    printed_rows = tuple(map(row_of, series.printed))
    unit = max(map(rounding, series.printed.values()), default=1)
    return Pair(
        "By depth",
        Shown(title, rows, columns, own, unit_of(own, series), results.experiment.counter)
        if own
        else None,
        Shown(f"Printed: {places}", printed_rows, columns, printed, unit) if printed else None,
        by_depth=True,
    )


def row_of(depth: int) -> str:
    """Label the row of a depth."""
    return f"{depth} plies"
