"""How even is a position?  Our own search tells, the same for the same position every time.

The table is empty before every search and the limit is a number of nodes, so neither the order of
the positions nor the load or number of the processors makes a difference.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeAlias

import chess

from engine import options
from engine.lab.match.records import MatchError
from engine.lab.match.sides import settings_in as written_in
from engine.search.think import Engine, Info, Limits, Progress

TABLE_POSITIONS = "64K"
"""Small, because clearing it for every position costs time too."""

POSITIONS_AT_ONCE = 4
"""How many a process takes in one go; more would leave some without work at the end of a round."""

JudgeAll = Callable[[Iterable[str]], Iterator[int]]
"""From positions (FEN) to their scores, in order."""


Settings: TypeAlias = tuple[tuple[str, str], ...]
"""Options of the engine and their values, as they are written."""


def settings_in(texts: Iterable[str]) -> Settings:
    """Read options, each as option=value.

    Raises
    ------
    MatchError
        If the engine has no such option, or it does not take the value.
    """
    found = []
    for name, value in written_in(texts, "--option").items():
        try:
            option = options.find(name)
            if isinstance(option, options.Button):
                raise MatchError(f"{option.name} is a button and takes no value.")
            options.parse(option, value)
        except options.OptionError as refusal:
            raise MatchError(str(refusal)) from None
        found.append((option.name, value))
    return tuple(found)


class Judge:
    """An engine that scores positions.

    Parameters
    ----------
    nodes
        To be searched for each position.
    settings
        Options that are not to have their defaults.
    """

    def __init__(self, nodes: int, settings: Settings = ()) -> None:
        self._limits = Limits(nodes=nodes)
        self._engine = Engine()
        for name, value in (("Table Positions", TABLE_POSITIONS), *settings):
            option = options.find(name)
            self._engine.configure(option, options.parse(option, value))

    def score(self, fen: str) -> int:
        """Return the value in centipawns for the side to move, which must have a legal move."""
        scores: list[int] = []

        def note(news: Info | Progress) -> None:
            if isinstance(news, Info) and not news.bound:
                scores.append(news.score)

        self._engine.new_game()
        self._engine.set_position(chess.Board(fen))
        self._engine.prepare_go()
        self._engine.think(self._limits, note)
        return scores[-1]


@contextmanager
def judging(nodes: int, processes: int, settings: Settings = ()) -> Iterator[JudgeAll]:
    """Provide the scoring of many positions, by this process or by several of their own.

    Parameters
    ----------
    nodes
        To be searched for each position.
    processes
        How many positions are searched at the same time.
    settings
        Options of the engine.

    Yields
    ------
    callable
        Gives the scores of positions, in their order.
    """
    if processes == 1:
        judge = Judge(nodes, settings)
        yield lambda fens: map(judge.score, fens)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (nodes, settings))
    # Ctrl-C reaches every process of the terminal; only this one shall heed it, from the start.
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(processes):
            pool.submit(os.getpid)
    finally:
        signal.signal(signal.SIGINT, usual)
    try:
        yield lambda fens: pool.map(_score, fens, chunksize=POSITIONS_AT_ONCE)
    finally:
        pool.shutdown(cancel_futures=True)


_judges: list[Judge] = []


def _begin(nodes: int, settings: Settings) -> None:
    # Windows does not hand down what signals mean.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _judges.append(Judge(nodes, settings))


def _score(fen: str) -> int:
    return _judges[0].score(fen)
