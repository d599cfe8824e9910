"""Suites of problems as test sets: the project's own mates, and any EPD file of the user.

A part of so many problems is searched as one cell, like a game, but nothing of a problem is left
for the next.
"""

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import NamedTuple

import chess

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.game_positions import FEN, GamePositions
from engine.process.texts import quoted, system_reason

PART = 12
"""Problems of a cell."""
MATES = "mates"
SUFFIX = ".epd"
BETWEEN = " part "
"""In the name of a cell's game, between the suite and the number of the part."""


class Problem(NamedTuple):
    """A position, and the moves that solve it: none if it is solved by seeing a mate."""

    id: str
    fen: str
    best: tuple[str, ...]


def is_suite(name: str) -> bool:
    """Tell whether a test set, or the game of a cell, is (a part of) a suite."""
    suite = name.partition(BETWEEN)[0]
    return suite == MATES or suite.lower().endswith(SUFFIX)


def parts_of(name: str) -> tuple[GamePositions, ...]:
    """Return a suite in parts.

    Raises
    ------
    LaboratoryError
        If it is a file that cannot be used.
    """
    problems = problems_of(name)
    starts = range(0, len(problems), PART)
    return tuple(
        GamePositions(
            f"{name}{BETWEEN}{number}",
            tuple(problem.id for problem in problems[start : start + PART]),
            tuple(FEN + problem.fen for problem in problems[start : start + PART]),
        )
        for number, start in zip(count(1), starts, strict=False)
    )


def best_moves(name: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return by part the best moves of each problem, in UCI's notation."""
    best = iter(problem.best for problem in problems_of(name))
    return {part.name: tuple(next(best) for _ in part.ids) for part in parts_of(name)}


@cache
def problems_of(name: str) -> tuple[Problem, ...]:
    """Read a suite; raises as `parts_of`."""
    if name == MATES:
        place = files("engine.lab.experiments") / "data" / "positions" / "mate-problems.csv"
        rows = csv.DictReader(place.read_text(encoding="utf-8").splitlines())
        return tuple(Problem(row["id"], row["fen"], ()) for row in rows)
    try:
        lines = Path(name).read_text(encoding="utf-8-sig").splitlines()
    except OSError as failure:
        raise LaboratoryError(f"{name} cannot be read: {system_reason(failure)}.") from None
    except UnicodeDecodeError:
        raise LaboratoryError(f"{name} is no EPD file.") from None
    problems = tuple(problems_in(name, lines))
    if not problems:
        raise LaboratoryError(f"{name} has no positions.")
    return problems


def problems_in(name: str, lines: list[str]) -> Iterator[Problem]:
    """Read the lines of an EPD file: `bm` has the best moves, `id` the name."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            board, operations = read_line(line)
        except ValueError:
            raise LaboratoryError(f"{name}, line {number} is no EPD: {quoted(line)}.") from None
        if not board.is_valid() or not any(board.legal_moves):
            raise LaboratoryError(f"{name}, line {number}: the position cannot be searched.")
        best = operations.get("bm")
        moves = tuple(move.uci() for move in best) if isinstance(best, list) else ()
        yield Problem(str(operations.get("id") or number), board.fen(), moves)


def read_line(line: str) -> tuple[chess.Board, dict[str, object]]:
    """Read a line of EPD, or a FEN; raises ValueError if it is neither."""
    try:
        board, operations = chess.Board.from_epd(line)
    except ValueError:
        return chess.Board(line), {}
    return board, dict(operations)
