"""Suites of positions whose best moves are known: EPD with `bm`, or CSV.

Lines that cannot be used are skipped, reported and counted.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994,
section 16.2.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import chess

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.positions import parsed_start, start_fen
from engine.lab.common.texts import open_text
from engine.lab.openings.epd import operations
from engine.lab.openings.read import COMMENTS, FIELDS
from engine.process.texts import quoted

FEN, MOVES, NAME = "fen", "moves", "name"
"""Columns of a CSV file; the last may be missing."""


@dataclass(frozen=True)
class Problem:
    """A position and its best moves."""

    name: str
    fen: str
    """Shredder-FEN if it is Chess960."""
    moves: tuple[str, ...]
    """In UCI notation, sorted; one is enough."""


class Suite(NamedTuple):
    """The problems of a file, and what is wrong with it."""

    problems: list[Problem]
    faults: list[str]
    """A sentence for each line that is skipped, or of which a move is: "line 17: …"."""
    duplicates: int
    """Lines whose position occurred before."""


def read_suite(path: Path, most: int | None = None) -> Suite:
    """Read a suite.

    Parameters
    ----------
    path
        CSV by its suffix, with the columns fen, moves (separated by spaces) and perhaps name;
        otherwise EPD. Moves are SAN or UCI.
    most
        Only so many problems, from the first; None: all.

    Raises
    ------
    LaboratoryError
        If the file cannot be read or has no problem.
    """
    try:
        with open_text(path) as file:
            text = file.read()
    except OSError as failure:
        raise LaboratoryError(f"The suite {path} cannot be read: {failure.strerror}.") from None
    suite = gathered(
        rows_of_csv(text, path) if path.suffix.lower() == ".csv" else rows_of_epd(text)
    )
    if not suite.problems:
        first = f", the first: {suite.faults[0]}" if suite.faults else ""
        raise LaboratoryError(
            f"There are no positions with best moves in {path}: {len(suite.faults)} lines were "
            f"skipped{first or '.'}"
        )
    return suite._replace(problems=suite.problems[:most])


class Row(NamedTuple):
    """A line of a file; the texts may be anything."""

    line: int
    name: str
    fen: str
    moves: list[str]


def rows_of_epd(text: str) -> Iterator[Row]:
    """Read lines of EPD."""
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if not content or content.startswith(COMMENTS):
            continue
        parts = FIELDS.fullmatch(content)
        if parts is None:
            yield Row(number, "", content, [])
            continue
        known = operations(parts[4])
        counters = parts[2] or known.get("hmvc", "0"), parts[3] or known.get("fmvn", "1")
        fen = " ".join((parts[1], *counters))
        yield Row(number, known.get("id", ""), fen, known.get("bm", "").split())


def rows_of_csv(text: str, path: Path) -> Iterator[Row]:
    """Read lines of CSV.

    Raises
    ------
    LaboratoryError
        If a column is missing, or it is no CSV.
    """
    reader = csv.DictReader(text.splitlines())
    columns = [name.strip().lower() for name in reader.fieldnames or []]
    if FEN not in columns or MOVES not in columns:
        raise LaboratoryError(f"The first line of {path} must name the columns fen and moves.")
    reader.fieldnames = columns
    try:
        for row in reader:
            fen, moves = row[FEN] or "", row[MOVES] or ""
            yield Row(reader.line_num, row.get(NAME) or "", fen, moves.split())
    except csv.Error as fault:
        raise LaboratoryError(f"{path}, line {reader.line_num}: {fault}.") from None


def gathered(rows: Iterator[Row]) -> Suite:
    """Collect problems without duplicates."""
    problems: list[Problem] = []
    faults: list[str] = []
    duplicates, seen = 0, set()
    for row in rows:
        try:
            board = parsed_start(row.fen)
            moves = moves_of(row, board, faults)
        except ValueError as fault:
            faults.append(f"line {row.line}: {fault}")
            continue
        if (position := board.epd()) in seen:
            duplicates += 1
            continue
        seen.add(position)
        name = row.name or f"line {row.line}"
        problems.append(Problem(name, start_fen(board), moves))
    return Suite(problems, faults, duplicates)


def moves_of(row: Row, board: chess.Board, faults: list[str]) -> tuple[str, ...]:
    """Read the best moves of a line, each once; illegal ones beside others are only reported.

    Raises
    ------
    ValueError
        If there is no legal one; the message says why.
    """
    if not row.moves:
        raise ValueError("There is no best move (bm).")
    legal, illegal = set(), []
    for text in row.moves:
        try:
            legal.add(board.uci(read_move(board, text)))
        except ValueError:
            illegal.append(quoted(text))
    if illegal:
        verb = "is" if len(illegal) == 1 else "are"
        sentence = f"{', '.join(illegal)} {verb} not legal in {board.fen()}."
        if not legal:
            raise ValueError(sentence)
        faults.append(f"line {row.line}: {sentence}")
    return tuple(sorted(legal))


def read_move(board: chess.Board, text: str) -> chess.Move:
    """Read a move in SAN or UCI; raises a ValueError."""
    try:
        move = board.parse_san(text.rstrip("!?"))
    except ValueError:
        move = board.parse_uci(text.lower())
    if not move:
        raise ValueError("a null move")
    return move
