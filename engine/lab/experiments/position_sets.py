"""The test sets of the papers: positions of games, with the moves that led to them.

The history counts: a repetition is a draw, and successive positions of a game share the table. The
games were rebuilt from Breuker (1998), appendices A and B; docs/experiments.md names the doubts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import chess

from engine.lab.common.errors import LaboratoryError
from engine.machine.key import blake2b

DIGEST_BYTES = 8
FEN = "fen "
DOMINEERING = "domineering"


@dataclass(frozen=True)
class GamePositions:
    """The positions of one game that are searched one after the other."""

    name: str
    ids: tuple[str, ...]
    moves: tuple[str, ...]
    """For each position its moves from the start in UCI's notation, or `fen` and a FEN."""

    @property
    def digest(self) -> str:
        """A hash of all that was read."""
        text = "\n".join(
            f"{name} {moves}" for name, moves in zip(self.ids, self.moves, strict=True)
        )
        return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()

    def boards(self) -> Iterator[chess.Board]:
        """Yield the positions with their history."""
        return map(self.board, range(len(self.moves)))

    def board(self, place: int) -> chess.Board:
        """Return a position with its history."""
        moves = self.moves[place]
        if moves.startswith(FEN):
            return chess.Board(moves.removeprefix(FEN))
        board = chess.Board()
        for move in moves.split():
            board.push_uci(move)
        return board


@dataclass(frozen=True)
class EmptyBoard:
    """The empty board of domineering, whose size is an option of the cell, or of another game."""

    first: str
    """Who starts, V or H; of another game, what tells its searches apart."""
    ids: tuple[str, ...] = ("empty board",)
    kind: str = DOMINEERING

    @property
    def name(self) -> str:
        """The name of the cell's game."""
        return f"{self.kind} {self.first}"

    @property
    def digest(self) -> str:
        """There is nothing to hash."""
        return "empty"


@dataclass(frozen=True)
class PositionSet:
    """A test set: a file of positions, or some of its games."""

    title: str
    file: str
    games: tuple[str, ...] = ()
    """Names; all if there are none."""


SETS = {
    "middle game": PositionSet("94 positions of six Kasparov games (appendix A)", "middle-game"),
    "three games": PositionSet(
        "44 positions of the first three games (appendix A)", "middle-game", ("MG1", "MG2", "MG3")
    ),
    "Kasparov-Short": PositionSet(
        "18 positions of a game of Kasparov against Short", "middle-game", ("MG2",)
    ),
    "endgame": PositionSet("112 positions of five endgames (appendix B)", "endgame"),
    "Rabinovich-Romanovsky": PositionSet(
        "21 positions of Rabinovich–Romanovsky", "endgame", ("EG2",)
    ),
    "Fine 70": PositionSet("Fine's position no. 70, whose only winning move is Kb1", "fine-70"),
}


BOARDS = {
    "domineering": ("the empty board, either side starts; a square board once", "VH"),
    "domineering, Vertical starts": ("the empty board, Vertical starts", "V"),
}


def title_of(name: str) -> str:
    """Describe a set."""
    return BOARDS[name][0] if name in BOARDS else SETS[name].title


def games_of(name: str) -> tuple[GamePositions | EmptyBoard, ...]:
    """Return the games of a set by its name."""
    if name in BOARDS:
        return tuple(map(EmptyBoard, BOARDS[name][1]))
    chosen = SETS[name]
    games = games_in(chosen.file)
    return tuple(game for game in games if not chosen.games or game.name in chosen.games)


def game_called(name: str, digest: str) -> GamePositions:
    """Return a game by its name.

    Raises
    ------
    LaboratoryError
        If this version of Sesame has none, or one with other positions.
    """
    for file in sorted({chosen.file for chosen in SETS.values()}):
        for game in games_in(file):
            if game.name == name and game.digest == digest:
                return game
    raise LaboratoryError(f"This version of Sesame has no positions {name} with hash {digest}.")


@cache
def games_in(file: str) -> tuple[GamePositions, ...]:
    """Read a file: a line for each position, with its name, a tab, and UCI's `position` command."""
    place = files("engine.lab.experiments") / "data" / "positions" / f"{file}.uci.txt"
    found: dict[str, list[tuple[str, str]]] = {}
    for line in place.read_text(encoding="ascii").splitlines():
        name, _, command = line.partition("\t")
        moves = command.removeprefix("position startpos moves ").removeprefix("position ")
        found.setdefault(name.partition(".")[0], []).append((name, moves))
    return tuple(GamePositions(game, *zip(*rows, strict=True)) for game, rows in found.items())
