"""Read finished games: databases of `sesame match`, and PGN with or without scores.

Games that cannot be used are skipped and counted.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994; the
comments {score/depth time} are those of cutechess and of our own PGN.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.positions import is_chess, start_of_game
from engine.lab.common.texts import open_text
from engine.lab.match.records import Game
from engine.lab.match.store import Store
from engine.process.version import NAME

DATABASE_HEAD = b"SQLite format 3\x00"
BOOK_COMMENT = "book"
SCORE = re.compile(r"([+-]?\d+\.\d+)/\d+\b")
"""At the beginning of a comment: pawns for the side to move, then plies. Mates have an M."""

RESULTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


class PlayedMove(NamedTuple):
    """A move with the score of its player."""

    move: chess.Move
    score: int | None  # centipawns, for the side to move; None: no score, or a mate
    given: bool  # by the opening of a match


class PlayedGame(NamedTuple):
    """A game with a result."""

    start: chess.Board
    moves: tuple[PlayedMove, ...]
    points: float  # of White: 1, 0.5 or 0
    names: tuple[str, str]  # White's and Black's
    versions: tuple[str, str]  # the names that the programs gave; empty if unknown

    def side(self, colour: chess.Color) -> int:
        """Return the index of a colour in names and versions."""
        return 0 if colour == chess.WHITE else 1

    def points_of(self, colour: chess.Color) -> float:
        """Return the points of a colour."""
        return self.points if colour == chess.WHITE else 1 - self.points

    def is_by(self, colour: chess.Color, players: frozenset[str]) -> bool:
        """Tell whether a colour was played by one of these players or, if empty, by Sesame."""
        place = self.side(colour)
        if players:
            return self.names[place] in players
        return (self.versions[place] or self.names[place]).startswith(NAME)


def read_games(paths: Iterable[Path], skipped: Counter[str]) -> Iterator[PlayedGame]:
    """Read the games of several files.

    Parameters
    ----------
    paths
        Databases and PGN files, distinguished by their content.
    skipped
        Counts the skipped games by reason.

    Raises
    ------
    LaboratoryError
        If a file cannot be read.
    """
    for path in paths:
        try:
            with path.open("rb") as file:
                is_database = file.read(len(DATABASE_HEAD)) == DATABASE_HEAD
        except OSError as failure:
            raise LaboratoryError(f"Cannot read {path}: {failure.strerror}.") from None
        yield from games_of_database(path, skipped) if is_database else games_of_pgn(path, skipped)


def games_of_database(path: Path, skipped: Counter[str]) -> Iterator[PlayedGame]:
    """Read the games of a match; those that ended by a fault of an engine are skipped."""
    with closing(Store.open(path)) as store:
        for game in store.games():
            if game.result not in RESULTS or game.reason.is_fault:
                skipped[game.reason.value] += 1
            else:
                yield played(game)


def played(game: Game) -> PlayedGame:
    """Convert the record of a match."""
    task, opening = game.task, game.task.opening
    given = (PlayedMove(chess.Move.from_uci(text), None, True) for text in opening.moves)
    chosen = (
        PlayedMove(chess.Move.from_uci(record.uci), record.score_cp, False) for record in game.moves
    )
    return PlayedGame(
        chess.Board(opening.fen, chess960=opening.chess960),
        (*given, *chosen),
        RESULTS[game.result],
        (task.white, task.black),
        (game.white.version, game.black.version),
    )


def games_of_pgn(path: Path, skipped: Counter[str]) -> Iterator[PlayedGame]:
    """Read the games of a PGN file that are chess and have a result."""
    with open_text(path) as file:
        while True:
            game = chess.pgn.read_game(file)
            if game is None:
                return
            fault = fault_of(game)
            if fault:
                skipped[fault] += 1
            else:
                yield game_of_pgn(game)


def fault_of(game: chess.pgn.Game) -> str:
    """Say why a game cannot be used; empty if it can."""
    if game.errors:
        return "an illegal move"
    if game.headers.get("Result") not in RESULTS:
        return "no result"
    if not is_chess(game.headers):
        return "another variant"
    try:
        start_of_game(game.headers)
    except ValueError:
        return "an illegal start position"
    return ""


def game_of_pgn(game: chess.pgn.Game) -> PlayedGame:
    """Convert the main line of a game."""
    tags = game.headers
    moves = tuple(
        PlayedMove(node.move, score_in(node.comment), node.comment.strip() == BOOK_COMMENT)
        for node in game.mainline()
    )
    return PlayedGame(
        start_of_game(tags),
        moves,
        RESULTS[tags["Result"]],
        (tags.get("White", "?"), tags.get("Black", "?")),
        (tags.get("WhiteVersion", ""), tags.get("BlackVersion", "")),
    )


def score_in(comment: str) -> int | None:
    """Read the score at the beginning of a comment, in centipawns."""
    found = SCORE.match(comment.strip())
    return round(100 * float(found[1])) if found else None
