"""Openings from PGN: the first moves of games.

Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994.
"""

import io
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import chess
import chess.pgn

from engine.lab.common.positions import is_chess, start_fen, start_of_game
from engine.lab.match.records import START, Opening

CONTENT = re.compile(r"\S")


class Found(NamedTuple):
    """An opening and the position after it."""

    opening: Opening
    board: chess.Board


Entry: TypeAlias = tuple[int, Found | str]
"""A line number, and the opening there or a sentence that describes the fault."""


class MainLine(chess.pgn.BaseVisitor["MainLine"]):
    """The tags and moves of a game without variations, up to its first error."""

    def __init__(self) -> None:
        self.headers = chess.pgn.Headers({})
        self.moves: list[chess.Move] = []
        self.fault = ""

    def begin_headers(self) -> chess.pgn.Headers:
        """Share the tags with the reader."""
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Keep a tag."""
        self.headers[tagname] = tagvalue

    def begin_variation(self) -> chess.pgn.SkipType:
        """Skip a variation."""
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Keep a move."""
        self.moves.append(move)

    def handle_error(self, error: Exception) -> None:
        """Keep the first error; the reader stops there."""
        self.fault = self.fault or str(error)

    def result(self) -> "MainLine":
        """Return the game."""
        return self


def games_in(text: str, plies: int | None) -> Iterator[Entry]:
    """Read the games of a PGN file.

    Parameters
    ----------
    text
        The content of the file.
    plies
        Number of plies taken from a game; errors after them do not matter. None: all.
    """
    file = io.StringIO(text)
    number, line, place = 1, 1, 0
    while True:
        content = CONTENT.search(text, place)
        begin = content.start() if content else len(text)
        line += text.count("\n", place, begin)
        game = chess.pgn.read_game(file, Visitor=MainLine)
        if game is None:
            return
        try:
            yield line, opening_of(game, plies, number, line)
        except ValueError as fault:
            yield line, str(fault)
        place = file.tell()
        line += text.count("\n", begin, place)
        number += 1


def opening_of(game: MainLine, plies: int | None, number: int, line: int) -> Found:
    """Return the first moves of a game.

    Raises
    ------
    ValueError
        If it is not a valid game up to there; the message says why.
    """
    if not is_chess(game.headers):
        raise ValueError(f"Game {number} is of the variant {game.headers['Variant']}.")
    board = start_of_game(game.headers)
    has_position = "FEN" in game.headers
    start = start_fen(board) if has_position else START
    moves = game.moves[:plies]
    if game.fault and (plies is None or len(moves) < plies):
        raise ValueError(f"Game {number} has an error: {game.fault}.")
    if not moves and not has_position:
        raise ValueError(f"Game {number} has no moves and no position.")
    if not all(moves):
        raise ValueError(f"Game {number} has a null move.")
    names = []
    for move in moves:
        names.append(board.uci(move))
        board.push(move)
    return Found(Opening(name_of(game.headers, number), start, tuple(names), line), board)


def name_of(headers: chess.pgn.Headers, number: int) -> str:
    """Name an opening by the tags of the game, or by its number."""
    tags = (headers.get(tag, "") for tag in ("ECO", "Opening", "Variation"))
    return " ".join(tag for tag in tags if tag.strip("? ")) or f"game {number}"
