"""The printed tables of the papers, as they stand in the project's data."""

import csv
import re
from functools import cache
from importlib.resources import files

UNITS = {"knodes": 1_000, "mnodes": 1_000_000}
"""The last word of a file's name tells in what its numbers count."""
SOURCES = {
    "article1994": "1994 article",
    "lazar1995": "Lazar 1995",
    "learnoffline": "section 7.4, figure 7.2",
    "learnsuite": "section 6.5.1, figure 6.4",
    "schijf1993-chess": "Schijf 1993, tables 5.1 and B.1 to B.3",
    "schijf1993": "Schijf 1993, tables 4.1 to 4.3 and A.1",
}
LABELS = {"breuker1998-f1-proof-nodes": 3, "breuker1998-f2-proof-nodes": 2}
"""First columns that name a row together, if it is not one."""
BOUND = ">"


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
        A table with a single row of numbers has the row "". What is not printed is missing, and so
        is what is printed as a bound alone: ">1000000".
    """
    head, *rows = lines_of(file)
    unit = UNITS.get(file.rpartition("-")[2], 1)
    first = 0 if head[0].startswith("ply") else LABELS.get(file, 1)
    return {
        (", ".join(filter(None, row[:first])), column): float(number) * unit
        for row in rows
        for column, number in zip(head[first:], row[first:], strict=True)
        if number and not number.startswith(BOUND)
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
    of_the_thesis = re.match(r"breuker1998-t?(\w)-?(\d)-", file)
    if of_the_thesis is not None:
        return f"table {of_the_thesis[1].upper()}.{of_the_thesis[2]}"
    numbered = re.match(r"([ct])(\d+)-(?:(\d+)-)?", file)
    if numbered is None:
        return next((place for name, place in SOURCES.items() if file.startswith(name)), "")
    kind, first, second = numbered.groups()
    return f"table C.{int(first)}" if kind == "c" else f"table {first}.{second}"
