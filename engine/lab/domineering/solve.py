"""Solve a board of domineering in this process: plain data in, plain data out.

The counts follow the thesis: see docs/domineering.md.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, NamedTuple

import numpy as np

from engine.games.domineering import rules, search
from engine.games.domineering.counting import BY_LINE
from engine.games.domineering.position import (
    LONGEST,
    MOST_PLIES,
    NODE,
    POSITION,
    TABLES,
    fill_tables,
    set_up,
)
from engine.games.games import DOMINEERING
from engine.lab.common.errors import LaboratoryError
from engine.machine.words import address
from engine.options import POSITION_COUNTS, defaults
from engine.process.deep_threads import start_deep
from engine.table.memory import TableError, TranspositionTable
from engine.table.replacement import SCHEMES
from engine.table.statistics import COUNTS
from engine.thinking.loading import load_part

PLAYERS = "VH"
"""Vertical and Horizontal, by their numbers in the core."""
HEIGHT, REMAINING = "height", "remaining"
DEPTHS = (HEIGHT, REMAINING)
"""What DEEP compares (X26): the height of the searched subtree, or the plies left at most."""
NO_LIMIT = 2**62
SECONDS_BETWEEN_REPORTS = 0.2


class Problem(NamedTuple):
    """A board, who starts, and the table: one cell of an experiment."""

    rows: int
    columns: int
    first: str = "V"
    """Who starts, V or H."""
    scheme: str = "TWOBIG1"
    """A replacement scheme by name; empty: without a table."""
    positions: int = 2048 * 1024
    """Size of the table."""
    depth: str = HEIGHT
    """One of DEPTHS."""
    seed: int = 1
    """Of the Zobrist numbers."""


class Move(NamedTuple):
    """A domino."""

    player: str
    """V or H."""
    row: int
    """Of its upper or left cell, from 0 at the top."""
    column: int


class Result(NamedTuple):
    """What a search found, or had found when it was stopped."""

    winner: str
    """V or H; empty if the search was stopped."""
    move: Move | None
    """The move that wins, if the first player does."""
    nodes: int
    """Entries of the search, those that the table answered included."""
    seconds: float
    moves: int
    """Moves that the first player has."""
    replies: int
    """Moves that the second player has after the winning one; 0 if there is none."""
    counts: dict[str, int]
    """The counters of the table, see `engine/table/statistics.py`."""


class State(NamedTuple):
    """How far a search is."""

    nodes: int
    seconds: float
    tried: int
    """Moves of the first position that were begun."""
    moves: int
    """Its moves that have to be searched."""


class Solver:
    """A search of a board, which may run in any thread and be stopped from any other.

    Parameters
    ----------
    problem
        What is asked.
    node_limit
        Nodes after which it stops; 0 for none.

    Raises
    ------
    LaboratoryError
        If the problem has an unknown part, or the table does not fit into memory.
    """

    def __init__(self, problem: Problem, node_limit: int = 0) -> None:
        check(problem)
        self.problem = problem
        self._table = table_for(problem)
        kinds = (TABLES, COUNTS, BY_LINE, search.WORKER)
        tables, counts, by_line, worker = (np.zeros(1, kind).view(np.recarray) for kind in kinds)
        positions, nodes = (
            np.zeros(MOST_PLIES + 2, kind).view(np.recarray) for kind in (POSITION, NODE)
        )
        fill_tables(tables[0], problem.rows, problem.columns, problem.seed)
        set_up(positions[0], problem.rows, problem.columns, PLAYERS.index(problem.first))
        self._worker, self._counts, self._nodes = worker[0], counts[0], nodes
        for field, record in (
            *(("tables", tables[0]), ("table", self._table.header[0]), ("counts", counts[0])),
            *(("by_line", by_line[0]), ("root", positions[0]), ("node", nodes[0])),
        ):
            self._worker[field] = address(record)
        self._worker.node_limit = node_limit or NO_LIMIT
        if problem.depth == REMAINING:
            self._worker.most_plies = problem.rows * problem.columns // 2
        self._alive = (
            tables,
            by_line,
        )  # of these the core has the addresses, and nobody the arrays
        self._positions = positions
        self._began = time.monotonic()

    def run(self) -> Result:
        """Search until the board is solved, the limit reached, or `stop` called."""
        self._began = time.monotonic()
        value = int(search.solve_root(address(self._worker)))
        seconds = time.monotonic() - self._began
        first, wins = self.problem.first, value == search.WIN
        other = PLAYERS[1 - PLAYERS.index(first)]
        best, nodes = int(self._nodes[0].best), int(self._worker.nodes)
        return Result(
            {search.WIN: first, search.LOSS: other}.get(value, ""),
            move_of(first, best) if wins else None,
            nodes,
            seconds,
            self._mobility(0),
            self._replies(best) if wins else 0,
            {name: int(self._counts[name]) for name in COUNTS.names or ()},
        )

    def _mobility(self, ply: int) -> int:
        """Count the moves in the position of a ply."""
        where, tables = address(self._positions[ply]), self._worker.tables
        return int(rules.list_moves(where, tables, address(self._nodes[ply])))

    def _replies(self, move: int) -> int:
        rules.play(address(self._positions[0]), self._worker.tables, move)
        return self._mobility(1)

    def stop(self) -> None:
        """Let the search end within some thousand nodes, whatever thread it runs in."""
        self._worker.stop = 1

    def state(self) -> State:
        """Tell how far the search is."""
        root = self._nodes[0]
        seconds = time.monotonic() - self._began
        return State(int(self._worker.nodes), seconds, int(root.tried), int(root.count))


def move_of(player: str, move: int) -> Move:
    """Read a move of the core."""
    line, place = move >> 4, move & 15
    return Move(player, place, line) if player == "V" else Move(player, line, place)


def check(problem: Problem) -> None:
    """Raise a LaboratoryError for a part of a problem that is not known."""
    if not (1 <= problem.rows <= LONGEST and 1 <= problem.columns <= LONGEST):
        raise LaboratoryError(f"A board has 1 to {LONGEST} rows and 1 to {LONGEST} columns.")
    for name, value, choices in (
        ("First player", problem.first, PLAYERS),
        ("Replacement scheme", problem.scheme, ("", *(scheme.name for scheme in SCHEMES))),
        ("Depth", problem.depth, DEPTHS),
        ("Table positions", problem.positions, tuple(POSITION_COUNTS.values())),
    ):
        if value not in choices:
            raise LaboratoryError(f"{name} must be one of {', '.join(map(str, choices))}.")


def table_for(problem: Problem) -> TranspositionTable:
    """Allocate the table of a problem."""
    choice = next(name for name, count in POSITION_COUNTS.items() if count == problem.positions)
    settings: dict[str, Any] = {
        **defaults(),
        "table_positions": choice,
        "replacement_scheme": problem.scheme or SCHEMES[0].name,
        "table_use": "full" if problem.scheme else "nothing",
    }
    try:
        return TranspositionTable(settings)
    except TableError as refusal:
        raise LaboratoryError(str(refusal)) from None


def solve(
    problem: Problem,
    node_limit: int = 0,
    report: Callable[[State], object] = lambda _: None,
    say: Callable[[str], object] = lambda _: None,
) -> Result:
    """Solve a board. An exception that `report` raises, or Ctrl-C, stops the search and passes.

    Parameters
    ----------
    problem
        What is asked.
    node_limit
        Nodes after which the search stops without a winner; 0 for none.
    report
        Called some times a second with the state of the search.
    say
        Called with a sentence if the core has to be compiled first.

    Returns
    -------
    Result
        What was found.

    Raises
    ------
    LaboratoryError
        As `Solver` does.
    """
    solver = Solver(problem, node_limit)
    load_part(DOMINEERING.name, say)
    found: Future[Result] = Future()

    def work() -> None:
        try:
            found.set_result(solver.run())
        except BaseException as fault:
            found.set_exception(fault)

    thread = start_deep(work, "domineering")
    try:
        while not wait((found,), SECONDS_BETWEEN_REPORTS).done:
            report(solver.state())
    finally:
        solver.stop()
        thread.join()
    return found.result()
