"""The printed tables of the papers, as they stand in the project's data."""

import csv
import re
from functools import cache
from importlib.resources import files

UNITS = {"knodes": 1_000, "mnodes": 1_000_000}
"""The last word of a file's name tells in what its numbers count."""
SOURCES = {"article1994": "1994 article", "lazar1995": "Lazar 1995"}


@cache
def printed_table(file: str) -> dict[tuple[str, str], float]:
    """Read a table.

    Parameters
    ----------
    file
        Its name without the ending.

    Returns
    -------
    dict
        Numbers by row and column; in single nodes where the table counts in thousands or millions.
        A table with a single row of numbers has the row "".
    """
    head, *rows = lines_of(file)
    unit = UNITS.get(file.rpartition("-")[2], 1)
    first = 0 if head[0].startswith("ply") else 1
    return {
        (row[0] if first else "", column): float(number) * unit
        for row in rows
        for column, number in zip(head[first:], row[first:], strict=True)
    }


@cache
def printed_words(file: str) -> dict[str, dict[str, str]]:
    """Read a table of words: by row, then by column."""
    head, *rows = lines_of(file)
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def lines_of(file: str) -> list[list[str]]:
    """Read a file of comma-separated values."""
    place = files("engine.lab.experiments") / "data" / "printed" / f"{file}.csv"
    return list(csv.reader(place.read_text(encoding="utf-8").splitlines()))


def rounding(file: str) -> int:
    """Return the unit of a table's numbers."""
    return UNITS.get(file.rpartition("-")[2], 1)


def place_of(file: str) -> str:
    """Return where a table is printed, in words; the name of its file begins with it."""
    numbered = re.match(r"([ct])(\d+)-(?:(\d+)-)?", file)
    if numbered is None:
        return SOURCES.get(file.partition("-")[0], "")
    kind, first, second = numbered.groups()
    return f"table C.{int(first)}" if kind == "c" else f"table {first}.{second}"
