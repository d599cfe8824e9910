"""How even is a position?  Our own search tells, the same for the same position every time.

The table is empty before every search and the limit is a number of nodes, so neither the order of
the positions nor the load or number of the processors makes a difference.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import chess

from engine.lab.common.own_engine import Options, engine_with, searched
from engine.lab.common.processes import begin_worker, ignoring_interrupts
from engine.search.think import Limits

POSITIONS_AT_ONCE = 4
"""How many a process takes in one go; more would leave some without work at the end of a round."""

JudgeAll = Callable[[Iterable[str]], Iterator[int]]
"""From positions (FEN) to their scores, in order."""


class Judge:
    """An engine that scores positions.

    Parameters
    ----------
    nodes
        To be searched for each position.
    options
        Options that are not to have their defaults.
    """

    def __init__(self, nodes: int, options: Options = ()) -> None:
        self._limits = Limits(nodes=nodes)
        self._engine = engine_with(options)

    def score(self, fen: str) -> int:
        """Return the value in centipawns for the side to move, which must have a legal move."""
        self._engine.new_game()
        self._engine.set_position(chess.Board(fen))
        return searched(self._engine, self._limits)[1]


@contextmanager
def judging(nodes: int, processes: int, options: Options = ()) -> Iterator[JudgeAll]:
    """Provide the scoring of many positions, by this process or by several of their own.

    Parameters
    ----------
    nodes
        To be searched for each position.
    processes
        How many positions are searched at the same time.
    options
        Options of the engine.

    Yields
    ------
    callable
        Gives the scores of positions, in their order.
    """
    if processes == 1:
        judge = Judge(nodes, options)
        yield lambda fens: map(judge.score, fens)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (nodes, options))
    with ignoring_interrupts():
        for _ in range(processes):
            pool.submit(os.getpid)
    try:
        yield lambda fens: pool.map(_score, fens, chunksize=POSITIONS_AT_ONCE)
    finally:
        pool.shutdown(cancel_futures=True)


_judges: list[Judge] = []


def _begin(nodes: int, options: Options) -> None:
    begin_worker()
    _judges.append(Judge(nodes, options))


def _score(fen: str) -> int:
    return _judges[0].score(fen)
