"""The test sets of the papers: positions of games, with the moves that led to them.

The history counts: a repetition is a draw, and successive positions of a game share the table. The
games were rebuilt from Breuker (1998), appendices A and B; docs/experiments.md names the doubts.
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.declaration import Grid, Kind
from engine.lab.experiments.game_positions import GamePositions
from engine.lab.experiments.keyed_suites import MATES_WITH_MOVES, keyed_parts
from engine.lab.experiments.openings import blocks_of, is_opening_set
from engine.lab.experiments.suites import BETWEEN, MATES, SUFFIX, is_suite, parts_of

DOMINEERING = "domineering"


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
    if name == MATES:
        return "95 mates of two books (Reinfeld, Win at Chess; Krabbé, Chess Curiosities)"
    if is_suite(name):
        return f"the positions of {name}, a dozen in a cell"
    return BOARDS[name][0] if name in BOARDS else SETS[name].title


def games_of(name: str) -> tuple[GamePositions | EmptyBoard, ...]:
    """Return the games of a set by its name."""
    if name in BOARDS:
        return tuple(map(EmptyBoard, BOARDS[name][1]))
    if is_suite(name):
        return parts_of(name)
    chosen = SETS[name]
    games = games_in(chosen.file)
    return tuple(game for game in games if not chosen.games or game.name in chosen.games)


def with_positions(grid: Grid, file: str) -> Grid:
    """Return a grid with the positions of an EPD file instead of its own.

    Raises
    ------
    LaboratoryError
        If this is no file of positions, or if the grid has boards or problems to prove. A learner
        from a suite needs best moves in it; one from games, as many openings as it plays.
    """
    if not file.lower().endswith(SUFFIX):
        raise LaboratoryError(f"--positions {file}: the name of an EPD file ends in {SUFFIX}.")
    if is_opening_set(grid.positions):
        found, wanted = (len(blocks_of(name, size=1)) for name in (file, grid.positions))
        if grid.kind is Kind.LEARNER and found < wanted:
            raise LaboratoryError(
                f"--positions {file}: it has {found} openings, and the learner plays {wanted}."
            )
    elif grid.positions == MATES_WITH_MOVES:
        keyed_parts(file)
    elif grid.positions in SETS or is_suite(grid.positions):
        parts_of(file)
    else:
        raise LaboratoryError(f"--positions {file}: {grid.positions} cannot be replaced.")
    return replace(grid, positions=file)


def game_called(name: str, digest: str) -> GamePositions:
    """Return a game by its name.

    Raises
    ------
    LaboratoryError
        If this version of Sesame has none, or one with other positions.
    """
    if is_suite(name):
        for part in parts_of(name.partition(BETWEEN)[0]):
            if part.name == name and part.digest == digest:
                return part
        raise LaboratoryError(f"The positions of {name} are not those of the run (hash {digest}).")
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
