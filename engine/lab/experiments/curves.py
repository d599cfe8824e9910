"""Lines through the rows of a table: the figures of a paper that are drawn from one table."""

from collections.abc import Mapping

from engine.lab.experiments.declaration import Curves
from engine.lab.experiments.numbers import Table


def points_of(
    numbers: Mapping[tuple[str, str], float], curves: Curves
) -> dict[tuple[int, str], float]:
    """Return what is drawn, by place on the horizontal axis and line.

    Parameters
    ----------
    numbers
        Of a whole table, by row and column; what is not known is missing.
    curves
        Which of them are drawn.
    """
    most = max(
        (number for (_, column), number in numbers.items() if column == curves.whole), default=0
    )
    return {
        (place, line): numbers[row, curves.column]
        for line, rows in curves.lines.items()
        for place, row in rows.items()
        if numbers.get((row, curves.whole)) == most and (row, curves.column) in numbers
    }


def our_points(table: Table, curves: Curves) -> dict[tuple[int, str], float]:
    """Return what is drawn of our numbers."""
    return points_of({place: number.mean for place, number in table.numbers.items()}, curves)


def places_in(*points: Mapping[tuple[int, str], float]) -> list[int]:
    """Return the places at which anything is drawn, in their order."""
    return sorted({place for each in points for place, _ in each})


def place_text(place: int) -> str:
    """Write a place in thousands: 3.75K."""
    return f"{place / 1000:g}K"
