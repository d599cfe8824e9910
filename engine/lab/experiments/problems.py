"""What proof searches are asked in the experiments: mate problems, and tic-tac-toe.

Of the 117 problems of Breuker (1998) 95 are known with their position; docs/results.md says how.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.game_positions import FEN, GamePositions
from engine.lab.experiments.keyed_suites import MATES_WITH_MOVES, keyed_parts, keyed_problems
from engine.lab.experiments.openings import blocks_of, is_opening_set
from engine.lab.experiments.position_sets import EmptyBoard, games_of, title_of

ORDERS = 100
"""Random orders of moves of Schijf (1993), section 4.3."""
TIC_TAC_TOE = "tic-tac-toe"


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
    TIC_TAC_TOE: ProofSet("the empty board of tic-tac-toe, moves in 100 random orders"),
}


def problem_rows() -> list[dict[str, str]]:
    """Read the file of the problems: id, book, number, fen, and the counts of table G.1."""
    place = files("engine.lab.experiments") / "data" / "positions" / "mate-problems.csv"
    return list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))


@cache
def mate_problems() -> dict[str, GamePositions]:
    """Return the problems by their names, which are those of the thesis: K35, R217."""
    return {
        row["id"]: GamePositions(row["id"], (row["id"],), (FEN + row["fen"],))
        for row in problem_rows()
    }


@cache
def random_orders() -> tuple[EmptyBoard, ...]:
    """Return the searches of tic-tac-toe."""
    return tuple(EmptyBoard(str(number), kind=TIC_TAC_TOE) for number in range(1, ORDERS + 1))


def questions(name: str, problem: str | None = None) -> Iterator[GamePositions | EmptyBoard]:
    """Yield what is asked of a set, or the one problem of a row."""
    if name == TIC_TAC_TOE:
        yield from random_orders()
    elif problem is not None:
        yield mate_problems()[problem]
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
    found = mate_problems().get(name)
    if found is None or found.digest != digest:
        raise LaboratoryError(f"This version of Sesame has no problem {name} with hash {digest}.")
    return found
