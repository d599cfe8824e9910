"""Evaluate openings with our own search, repeatably.

The table is empty before every search and the limit is a number of nodes, so neither the order of
the positions nor the load or number of the processors matters.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import chess

from engine.lab.common.own_engine import Options, engine_with, searched
from engine.lab.common.processes import begin_worker, starting_processes
from engine.thinking.engine import Limits

POSITIONS_AT_ONCE = 4
"""Positions sent to a process at once; more would leave processes idle at the end of a round."""

JudgeAll = Callable[[Iterable[str]], Iterator[int]]
"""Returns the scores of positions (FEN), in their order."""


class Judge:
    """An engine that scores positions.

    Parameters
    ----------
    nodes
        Searched for each position.
    options
        Options of the engine.
    """

    def __init__(self, nodes: int, options: Options = ()) -> None:
        self._limits = Limits(nodes=nodes)
        self._engine = engine_with(options)

    def score(self, fen: str) -> int:
        """Return the score in centipawns for the side to move, which must have a legal move."""
        self._engine.new_game()
        self._engine.set_position(chess.Board(fen))
        return searched(self._engine, self._limits)[1]


@contextmanager
def judging(nodes: int, processes: int, options: Options = ()) -> Iterator[JudgeAll]:
    """Provide the scoring of positions in this process or in several others.

    Parameters
    ----------
    nodes
        Searched for each position.
    processes
        Number of positions searched at the same time.
    options
        Options of the engine.

    Yields
    ------
    callable
        Returns the scores of positions, in their order.
    """
    if processes == 1:
        judge = Judge(nodes, options)
        yield lambda fens: map(judge.score, fens)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (nodes, options))
    with starting_processes():
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
