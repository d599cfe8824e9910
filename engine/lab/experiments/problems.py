"""What proof searches are asked in the experiments: mate problems, and tic-tac-toe.

Of the 117 problems of Breuker (1998) 95 are known with their position: docs/results-proof.md.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.game_positions import FEN, GamePositions
from engine.lab.experiments.keyed_suites import MATES_WITH_MOVES, keyed_parts, keyed_problems
from engine.lab.experiments.openings import blocks_of, is_opening_set
from engine.lab.experiments.position_sets import EmptyBoard, games_of, title_of

ORDERS = 100
"""Random orders of moves of Schijf (1993), section 4.3."""
TIC_TAC_TOE = "tic-tac-toe"
OWN_MATES = "own mates"
PAWN_ENDING_SQUARES = sum(1 << 8 * rank + file for rank in range(3, 8) for file in range(5))
"""Breuker 1998, figure 5.1: a4 to e8."""
PAWN_ENDINGS = {
    "G1": "8/p7/8/2P1k3/K7/8/8/8 w - - 0 1",
    "G2": "8/p7/8/2P1k3/1K6/8/8/8 w - - 0 1",
}
"""The diagram is lost; the text leaves one structure, with the king on either square."""


@dataclass(frozen=True)
class ProofSet:
    """What is asked."""

    title: str
    by_row: bool = False
    """Whether a row of a table has one problem, which its option Problem names; else all."""
    alpha_beta: bool = False
    """Whether some columns are searches by alpha-beta, on which the numbers depend too."""


PROOFS = {
    "mate problems": ProofSet("95 mate problems of Krabbé and Reinfeld (appendix D)"),
    "mate problems one by one": ProofSet("95 mate problems of Krabbé and Reinfeld", by_row=True),
    "mate problems against alpha-beta": ProofSet(
        "95 mate problems of Krabbé and Reinfeld", by_row=True, alpha_beta=True
    ),
    "pawn endings one by one": ProofSet(
        "the pawn ending of figure 5.1, with its king on a4 or b4", by_row=True
    ),
    OWN_MATES: ProofSet("mates in 3 to 12 from our own games", alpha_beta=True),
    TIC_TAC_TOE: ProofSet("the empty board of tic-tac-toe, moves in 100 random orders"),
}


class OwnMate(NamedTuple):
    """A mate, and in how many moves; none is shorter."""

    problem: GamePositions
    moves: int


def rows_of(name: str) -> list[dict[str, str]]:
    """Read a file of positions."""
    place = files("engine.lab.experiments") / "data" / "positions" / f"{name}.csv"
    return list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))


def problem_rows() -> list[dict[str, str]]:
    """Read the file of the problems.

    Its columns are id, book, number, fen, the counts of table G.1, and the moves of the shortest
    mate, as far as it is known that none is shorter.
    """
    return rows_of("mate-problems")


def one_position(name: str, fen: str) -> GamePositions:
    """Make a problem of a position."""
    return GamePositions(name, (name,), (FEN + fen,))


@cache
def mate_problems() -> dict[str, GamePositions]:
    """Return the problems by their names, which are those of the thesis: K35, R217."""
    return {row["id"]: one_position(row["id"], row["fen"]) for row in problem_rows()}


@cache
def pawn_endings() -> dict[str, GamePositions]:
    """Return the two readings of figure 5.1."""
    return {name: one_position(name, fen) for name, fen in PAWN_ENDINGS.items()}


@cache
def own_mates() -> dict[str, OwnMate]:
    """Return our own collection by name."""
    return {
        row["id"]: OwnMate(one_position(row["id"], row["fen"]), int(row["moves"]))
        for row in rows_of("own-mates")
    }


@cache
def problem_mates() -> dict[str, OwnMate]:
    """Return the problems of which the shortest mate is known."""
    return {
        row["id"]: OwnMate(mate_problems()[row["id"]], int(row["shortest"]))
        for row in problem_rows()
        if row["shortest"]
    }


@cache
def all_problems() -> dict[str, GamePositions]:
    """Return whatever a proof search is asked of chess, by name."""
    own = {name: mate.problem for name, mate in own_mates().items()}
    return mate_problems() | pawn_endings() | own


@cache
def random_orders() -> tuple[EmptyBoard, ...]:
    """Return the searches of tic-tac-toe."""
    return tuple(EmptyBoard(str(number), kind=TIC_TAC_TOE) for number in range(1, ORDERS + 1))


def questions(name: str, problem: str | None = None) -> Iterator[GamePositions | EmptyBoard]:
    """Yield what is asked of a set, or the one problem of a row."""
    if name == TIC_TAC_TOE:
        yield from random_orders()
    elif problem is not None:
        yield all_problems()[problem]
    elif name == OWN_MATES:
        yield from (mate.problem for mate in own_mates().values())
    else:
        yield from mate_problems().values()


def searched_of(name: str) -> tuple[GamePositions | EmptyBoard, ...]:
    """Return what is searched of any set: of proofs, positions or openings."""
    if is_opening_set(name):
        return blocks_of(name)
    if name == MATES_WITH_MOVES:
        return keyed_parts(name)
    return tuple(questions(name)) if name in PROOFS else games_of(name)


def description_of(name: str) -> str:
    """Describe any set."""
    if is_opening_set(name):
        return f"{name} of Sesame's own, after eight plies, each with both colours"
    if name == MATES_WITH_MOVES:
        return f"{len(keyed_problems(name))} mates of two books with all moves that mate"
    return PROOFS[name].title if name in PROOFS else title_of(name)


def problem_called(name: str, digest: str) -> GamePositions:
    """Return a problem by its name.

    Raises
    ------
    LaboratoryError
        If this version of Sesame has none, or another position for it.
    """
    found = all_problems().get(name)
    if found is None or found.digest != digest:
        raise LaboratoryError(f"This version of Sesame has no problem {name} with hash {digest}.")
    return found
