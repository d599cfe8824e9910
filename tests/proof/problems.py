"""The mate problems with a known position, and what the sources print of them."""

import csv
from importlib.resources import files
from typing import NamedTuple

import chess

from engine.proof.search import ProofSearch
from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import ChessGame, Question

LIMIT = 500_000
"""Nodes in memory of Breuker 1998, chapter 5."""


class Problem(NamedTuple):
    """A position that White or Black, who is to move, mates in."""

    name: str
    fen: str
    printed: dict[str, int | None]
    """Nodes by variant, table G.1; None: not solved."""


def read() -> dict[str, Problem]:
    """Read the problems."""
    place = files("engine.lab.experiments") / "data" / "positions" / "mate-problems.csv"
    rows = csv.DictReader(place.read_text(encoding="utf-8").splitlines())
    return {
        row["id"]: Problem(
            row["id"],
            row["fen"],
            {name: int(row[name]) if row[name] else None for name in ("tree", "dag", "dcg", "bta")},
        )
        for row in rows
    }


PROBLEMS = read()
SAMPLE = ("K35", "K196", "K208", "K211", "K214", "R1", "R5", "R6", "R14", "R55", "R104", "R217")
"""A dozen for the fast tests: both books, short and long, R6 with an en-passant square, K196 that
needs the reset of end nodes, K208 that DCG misses."""


def searched(name: str, **settings: object) -> ProofSearch:
    """Make the search of a problem by the rules of the papers."""
    game = ChessGame(chess.Board(PROBLEMS[name].fen), Question(printed=True))
    wanted: dict[str, object] = {"node_limit": LIMIT, **settings}
    return ProofSearch(game, Settings(**wanted))  # type: ignore[arg-type]
