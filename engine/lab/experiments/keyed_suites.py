"""Suites of problems whose best moves are known, for learners.

The project's own are those mates of Reinfeld (Win at Chess) and Krabbé (Chess Curiosities) that a
search can find: every move that mates is a best one. `data/positions/mate-moves.csv` has them, from
searches of Modern with 6 million nodes and four lines, which proved each move by a mate. Any EPD
file with `bm` can be used instead.
"""

import csv
from functools import cache
from importlib.resources import files

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.game_positions import FEN, GamePositions
from engine.lab.experiments.suites import MATES, PART, Problem, problems_of

MATES_WITH_MOVES = "mates with their best moves"
BETWEEN = ", best moves of problems from "
"""In the name of a cell's game, between the suite and the number of the first problem."""


def is_keyed(name: str) -> bool:
    """Tell whether the game of a cell is a part of such a suite."""
    return BETWEEN in name


@cache
def keyed_problems(name: str) -> tuple[Problem, ...]:
    """Return the problems of a suite that have best moves.

    Raises
    ------
    LaboratoryError
        If it is a file that cannot be used, or has none.
    """
    if name == MATES_WITH_MOVES:
        place = files("engine.lab.experiments") / "data" / "positions" / "mate-moves.csv"
        rows = csv.DictReader(place.read_text(encoding="utf-8").splitlines())
        moves = {row["id"]: tuple(row["moves"].split()) for row in rows}
        own = (one for one in problems_of(MATES) if one.id in moves)
        return tuple(one._replace(best=moves[one.id]) for one in own)
    found = tuple(problem for problem in problems_of(name) if problem.best)
    if not found:
        raise LaboratoryError(f"{name} has no positions with best moves (bm).")
    return found


@cache
def keyed_parts(name: str) -> tuple[GamePositions, ...]:
    """Return a suite in parts of a dozen; raises as `keyed_problems`.

    The best moves belong to the names of the positions, so that the hash of a part knows them.
    """
    problems = keyed_problems(name)
    return tuple(
        GamePositions(
            f"{name}{BETWEEN}{start + 1}",
            tuple(f"{one.id} {' '.join(one.best)}" for one in problems[start : start + PART]),
            tuple(FEN + one.fen for one in problems[start : start + PART]),
        )
        for start in range(0, len(problems), PART)
    )


def keyed_part(game: str, digest: str) -> tuple[Problem, ...]:
    """Return the problems of a part by its name.

    Raises
    ------
    LaboratoryError
        If they are not those of the run.
    """
    suite, _, first = game.partition(BETWEEN)
    for part in keyed_parts(suite):
        if (part.name, part.digest) == (game, digest):
            start = int(first) - 1
            return keyed_problems(suite)[start : start + PART]
    raise LaboratoryError(f"The positions of {game} are not those of the run (hash {digest}).")
