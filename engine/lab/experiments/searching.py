"""Computing a cell: a game's positions are searched by an engine in this process.

`compute` depends on its arguments alone, so it can be sent to other processes and machines.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import astuple, dataclass
from functools import cache
from typing import TypeVar

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.axes import positions_in
from engine.lab.experiments.cells import Cell, core_hash
from engine.lab.experiments.position_sets import DOMINEERING, game_called
from engine.lab.experiments.selective_counts import add_counts
from engine.options import OPTIONS, Option, OptionError, defaults, find, parse
from engine.process.deep_threads import start_deep
from engine.thinking.counters import NAMES, Counters
from engine.thinking.engine import Engine, Limits

Result = TypeVar("Result")

NODES = "Nodes"
"""Beside the options of the engine: a limit of each search."""


@dataclass(frozen=True)
class Searched:
    """The result of a cell."""

    nodes: tuple[tuple[int, ...], ...]
    """For each position the nodes of the search when depth 1, 2, … was complete."""
    names: tuple[str, ...]
    """Of the counters."""
    counters: tuple[tuple[int, ...], ...]
    """For each of these depths the counters, in this order, summed up over the positions."""
    seconds: float
    """Of processor time, for the whole cell."""
    found: tuple[str, ...] = ()
    """For each position the best move in UCI's notation, or the winner of the board."""
    scores: tuple[int, ...] = ()
    """For each position of chess the last score, in centipawns for the side to move."""
    expected: tuple[float, float] = (0.0, 0.0)
    """Clashes and collisions that formula 2.2 expects, summed up over the positions."""
    counted: tuple[tuple[str, int], ...] = ()
    """What the search Selective counts of itself: totals over the positions, at the last depth."""

    def counter(self, name: str, depth: int) -> int:
        """Return a counter, summed up over the positions, when a depth was complete."""
        return self.counters[depth - 1][self.names.index(name)]

    def check(self, depth: int) -> None:
        """Raise a ValueError if it is not that of searches of this depth."""
        if [len(row) for row in self.counters] != [len(self.names)] * depth:
            raise ValueError("a cell does not have all counters of its depths.")


def compute(cell: Cell, source: str) -> Searched:
    """Search the positions of a cell.

    Parameters
    ----------
    cell
        What to search.
    source
        Hash of the core that the numbers are wanted of.

    Raises
    ------
    LaboratoryError
        If this Sesame has another core.
    """
    own = core_hash(cell.search)
    if source != own:
        raise LaboratoryError(
            f"The worker's Sesame has another search (core {own}, wanted {source}): "
            "install the same version there."
        )
    if cell.game.startswith(DOMINEERING):
        return solved(cell)
    engine = own_engine()
    set_options(engine, {name: text for name, text in cell.options if name != NODES})
    engine.new_game()
    return in_deep_thread(lambda: searched_by(engine, cell))


def in_deep_thread(work: Callable[[], Result]) -> Result:
    """Run work in a thread whose stack is large enough for a deep search."""
    done: Future[Result] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as failure:
            done.set_exception(failure)

    start_deep(run, "cell")
    return done.result()


def searched_by(engine: Engine, cell: Cell) -> Searched:
    """Search the positions of a cell with an engine that is prepared."""
    began = time.thread_time()
    nodes_at_most = int(dict(cell.options).get(NODES, 0)) or None
    searches, moves, scores, expected = [], [], [], (0.0, 0.0)
    counted: Counter[str] = Counter()
    for board in game_called(cell.game, cell.digest).boards():
        engine.set_position(board)
        rows, move = search(engine, Limits(depth=cell.depth, nodes=nodes_at_most))
        searches.append(rows)
        moves.append(move)
        add_counts(counted, engine.selective)
        summary = engine.summary
        scores.append(summary.iterations[-1].score if summary.iterations else 0)
        expected = (
            expected[0] + summary.expected_clashes,
            expected[1] + summary.expected_collisions,
        )
    at = NAMES.index("nodes")
    nodes = tuple(tuple(row[at] for row in rows) for rows in searches)
    totals = tuple(tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*searches, strict=True))
    seconds = time.thread_time() - began
    found = tuple(moves), tuple(scores)
    return Searched(nodes, NAMES, totals, seconds, *found, expected, tuple(counted.items()))


_own = threading.local()


def own_engine() -> Engine:
    """Return the engine of this thread: a worker of a cluster may have several."""
    if not hasattr(_own, "engine"):
        _own.engine = Engine()
    engine: Engine = _own.engine
    return engine


def set_options(engine: Engine, chosen: dict[str, str]) -> None:
    """Give an engine these options and the defaults of all others.

    Raises
    ------
    LaboratoryError
        If there is no memory for a table.
    """
    wanted = defaults()
    for name, text in chosen.items():
        option = find(name)
        wanted[option.field] = parse(option, text)
    for field, value in wanted.items():
        if engine.settings[field] != value:
            try:
                engine.configure(option_of(field), value)
            except OptionError as refusal:
                raise LaboratoryError(str(refusal)) from None


@cache
def option_of(field: str) -> Option:
    """Return the row of an option by its field."""
    return next(row for row in OPTIONS if row.field == field)


def search(engine: Engine, limits: Limits) -> tuple[list[tuple[int, ...]], str]:
    """Search a position; return the counters when each depth was complete, and the best move."""
    engine.prepare_go()
    move = engine.think(limits, lambda news: None).move
    depth = limits.depth or 0
    summary = engine.summary
    rows: list[tuple[int, ...]] = [astuple(Counters())] * depth
    for iteration in summary.iterations:
        rows[iteration.depth - 1] = astuple(iteration.counters)
    # A search that ends before the last depth, since a mate is known, would count no more nodes.
    last = len(summary.iterations)
    rows[last:] = [astuple(summary.counters)] * (depth - last)
    return rows, move.uci() if move else ""


def solved(cell: Cell) -> Searched:
    """Solve a board of domineering."""
    from engine.lab.domineering.solve import Problem, solve

    chosen = dict(cell.options)
    rows, columns = map(int, chosen["Board"].split("x"))
    problem = Problem(
        rows,
        columns,
        cell.game[-1],
        chosen["Replacement Scheme"],
        positions_in(chosen["Table Positions"]),
        chosen.get("Depth", "height"),
        int(chosen.get("Hash Seed", "1")),
    )
    began = time.process_time()  # the search runs in a thread of its own
    result = solve(problem)
    seconds = time.process_time() - began
    counters = astuple(Counters(nodes=result.nodes, **result.counts))
    return Searched(((result.nodes,),), NAMES, (counters,), seconds, (result.winner,))
