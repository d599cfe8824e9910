"""Read opening positions: EPD, lists of FEN, PGN.

Invalid lines are skipped, reported and counted. Transpositions are duplicates.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import chess

from engine.board.fen import LONGEST_CLOCK
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.positions import parsed_start, start_fen
from engine.lab.common.texts import open_text
from engine.lab.match.records import START, Opening
from engine.lab.openings.epd import operations
from engine.lab.openings.games import Entry, Found, games_in

COMMENTS = ("#", "%", ";", "//")
"""First characters of comment lines."""

FIELDS = re.compile(r"\s*((?:\S+\s+){3}\S+)(?:\s+([+-]?\d+)\s+([+-]?\d+)(?=[\s;]|$))?(.*)")
"""The four fields of an EPD, the two counters of a FEN, the rest."""

MOVES = "moves "
"""The beginning of comments with moves, see `write`."""


class OpeningFile(NamedTuple):
    """The openings of a file, and what was skipped."""

    openings: list[Opening]
    faults: list[str]
    """A sentence for each invalid line, "line 17: …"."""
    duplicates: int
    """Lines whose position occurred before."""


def read(path: Path, plies: int | None = None) -> OpeningFile:
    """Read the openings of a file.

    Parameters
    ----------
    path
        PGN by its suffix or if it begins with a tag; otherwise one position per line. Lines that
        begin with #, %, ; or // are comments.
    plies
        Number of plies taken from a PGN game; None: all.

    Raises
    ------
    LaboratoryError
        If the file cannot be read or has no valid opening.
    """
    try:
        with open_text(path) as file:
            text = file.read()
    except OSError as failure:
        raise LaboratoryError(f"The openings {path} cannot be read: {failure.strerror}.") from None
    is_pgn = path.suffix.lower() == ".pgn" or text.lstrip().startswith("[")
    book = gathered(games_in(text, plies) if is_pgn else positions_in(text))
    if not book.openings and not book.faults:
        raise LaboratoryError(f"There are no openings in {path}.")
    if not book.openings:
        raise LaboratoryError(
            f"There are no valid openings in {path}: {len(book.faults)} invalid lines, the first: "
            f"{book.faults[0]}"
        )
    return book


def gathered(entries: Iterable[Entry]) -> OpeningFile:
    """Collect valid openings without duplicates."""
    book, duplicates = OpeningFile([], [], 0), 0
    seen: set[str] = set()
    for line, found in entries:
        fault = found if isinstance(found, str) else fault_of(found.board)
        if isinstance(found, str) or fault:
            book.faults.append(f"line {line}: {fault}")
        elif (position := found.board.epd()) in seen:
            duplicates += 1
        else:
            seen.add(position)
            book.openings.append(found.opening)
    return book._replace(duplicates=duplicates)


def fault_of(board: chess.Board) -> str:
    """Say why a position is not an opening; empty if it is."""
    if board.is_game_over() or board.halfmove_clock >= LONGEST_CLOCK:
        return "The game is over."
    return ""


def positions_in(text: str) -> Iterator[Entry]:
    """Read one position per line, in EPD or FEN."""
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if content and not content.startswith(COMMENTS):
            try:
                yield number, position_of(content, number)
            except ValueError as fault:
                yield number, str(fault)


def position_of(content: str, number: int) -> Found:
    """Read a line of EPD or FEN.

    Raises
    ------
    ValueError
        If the position is invalid; the message says why.
    """
    parts = FIELDS.fullmatch(content)
    if parts is None:
        raise ValueError("A position has at least 4 fields (FEN or EPD).")
    known = operations(parts[4])  # id: name, c0: comment, hmvc and fmvn: the counters
    counters = parts[2] or known.get("hmvc", "0"), parts[3] or known.get("fmvn", "1")
    board = parsed_start(" ".join((parts[1], *counters)))
    name, comment = known.get("id") or f"line {number}", known.get("c0", "")
    if not comment.startswith(MOVES):
        return Found(Opening(name, start_fen(board), (), number), board)
    moves = tuple(comment.removeprefix(MOVES).split())
    played = played_from_start(moves)
    if played.epd() != board.epd():
        raise ValueError("The moves in the comment lead to another position.")
    return Found(Opening(name, START, moves, number), played)


def played_from_start(moves: Iterable[str]) -> chess.Board:
    """Play moves from the start position; raises a ValueError if one is illegal."""
    board = chess.Board()
    for move in moves:
        try:
            board.push_uci(move)
        except ValueError:
            raise ValueError(f"The move {move} in the comment is illegal.") from None
    return board
