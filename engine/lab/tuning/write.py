"""Write the weights of the evaluation as JSON: a header, and rows of at most eight numbers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.evaluation.tapered.weights import numbers_of
from engine.lab.common.files import write_lines

ROW = 8


def lines_of(head: dict[str, Any], weights: Any) -> Iterator[str]:
    """Write a data file line by line.

    Parameters
    ----------
    head : dict
        How the weights were found.
    weights : array of one WEIGHTS
    """
    yield "{"
    yield '"head": {'
    yield from joined([f"  {json.dumps(name)}: {json.dumps(fact)}" for name, fact in head.items()])
    yield "},"
    yield '"weights": {'
    fields = list(numbers_of(weights).items())
    for place, (field, pair) in enumerate(fields):
        yield f"  {json.dumps(field)}: {{"
        for half, ending in (("middle_game", ","), ("endgame", "")):
            yield f'    "{half}": {numbers_text(pair[half], 6)}{ending}'
        yield "  }" + ("," if place + 1 < len(fields) else "")
    yield "}"
    yield "}"


def joined(lines: list[str]) -> list[str]:
    """Put commas between lines."""
    return [line + "," for line in lines[:-1]] + lines[-1:]


def numbers_text(numbers: Any, indent: int) -> str:
    """Write a number, or nested lists of numbers in rows of eight."""
    if not isinstance(numbers, list):
        return str(numbers)
    margin = " " * indent
    if isinstance(numbers[0], list):
        inner = (",\n" + margin).join(numbers_text(row, indent + 2) for row in numbers)
        return f"[\n{margin}{inner}\n{margin[2:]}]"
    if len(numbers) <= ROW:
        return f"[{', '.join(map(str, numbers))}]"
    rows = (numbers[place : place + ROW] for place in range(0, len(numbers), ROW))
    inner = (",\n" + margin).join(", ".join(map(str, row)) for row in rows)
    return f"[\n{margin}{inner}\n{margin[2:]}]"


def write_weights(path: Path, head: dict[str, Any], weights: Any) -> None:
    """Write or replace a data file.

    Parameters
    ----------
    path : Path
    head : dict
    weights : array of one WEIGHTS

    Raises
    ------
    OSError
        If it cannot be written.
    """
    write_lines(path, lines_of(head, weights))
