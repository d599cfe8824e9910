"""Read opening positions of others: EPD, plain FEN lists, PGN.

A file of openings may be old, large and made by many hands. So a bad line costs that line, not the
match: it is named and counted. Two ways into one position are one opening.
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
"""How lines begin that are no positions."""

FIELDS = re.compile(r"\s*((?:\S+\s+){3}\S+)(?:\s+([+-]?\d+)\s+([+-]?\d+)(?=[\s;]|$))?(.*)")
"""The four fields of an EPD, the two counters that make it a FEN, the rest."""

MOVES = "moves "
"""How our own comments begin, see `write`."""


class OpeningFile(NamedTuple):
    """The openings of a file, and what was not taken."""

    openings: list[Opening]
    complaints: list[str]
    """A sentence for each bad line, "line 17: …"."""
    duplicates: int
    """Lines left out because their position had come before."""


def read(path: Path, plies: int | None = None) -> OpeningFile:
    """Read the openings of a file.

    Parameters
    ----------
    path
        PGN if it is called so or its first line is a tag; else positions, one to a line. Lines
        that begin with #, %, ; or // are comments.
    plies
        How many half-moves of a PGN game to take; all of them if not given.

    Raises
    ------
    LaboratoryError
        If the file cannot be read or has no usable opening.
    """
    try:
        with open_text(path) as file:
            text = file.read()
    except OSError as failure:
        raise LaboratoryError(f"Cannot read the openings {path}: {failure.strerror}.") from None
    is_pgn = path.suffix.lower() == ".pgn" or text.lstrip().startswith("[")
    book = gathered(games_in(text, plies) if is_pgn else positions_in(text))
    if not book.openings and not book.complaints:
        raise LaboratoryError(f"There is no opening in {path}.")
    if not book.openings:
        raise LaboratoryError(
            f"There is no usable opening in {path}: {len(book.complaints)} bad lines, the first: "
            f"{book.complaints[0]}"
        )
    return book


def gathered(entries: Iterable[Entry]) -> OpeningFile:
    """Keep what is good and new."""
    book, duplicates = OpeningFile([], [], 0), 0
    seen: set[str] = set()
    for line, found in entries:
        fault = found if isinstance(found, str) else fault_of(found.board)
        if isinstance(found, str) or fault:
            book.complaints.append(f"line {line}: {fault}")
        elif (position := found.board.epd()) in seen:
            duplicates += 1
        else:
            seen.add(position)
            book.openings.append(found.opening)
    return book._replace(duplicates=duplicates)


def fault_of(board: chess.Board) -> str:
    """Say why no game can begin with a position; empty if one can."""
    if board.is_game_over() or board.halfmove_clock >= LONGEST_CLOCK:
        return "The game is over."
    return ""


def positions_in(text: str) -> Iterator[Entry]:
    """Read positions, one to a line, in EPD or FEN."""
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
        If it is no position that can be played; the message says why.
    """
    parts = FIELDS.fullmatch(content)
    if parts is None:
        raise ValueError("A position has at least 4 fields (FEN or EPD).")
    said = operations(parts[4])  # id: the name, c0: a comment, hmvc and fmvn: the two counters
    counters = parts[2] or said.get("hmvc", "0"), parts[3] or said.get("fmvn", "1")
    board = parsed_start(" ".join((parts[1], *counters)))
    name, comment = said.get("id") or f"line {number}", said.get("c0", "")
    if not comment.startswith(MOVES):
        return Found(Opening(name, start_fen(board), (), number), board)
    moves = tuple(comment.removeprefix(MOVES).split())
    played = played_from_start(moves)
    if played.epd() != board.epd():
        raise ValueError("The moves in its comment lead to another position.")
    return Found(Opening(name, START, moves, number), played)


def played_from_start(moves: Iterable[str]) -> chess.Board:
    """Play moves from the start position; raises a ValueError if one cannot be played."""
    board = chess.Board()
    for move in moves:
        try:
            board.push_uci(move)
        except ValueError:
            raise ValueError(f"The move {move} in its comment cannot be played.") from None
    return board
