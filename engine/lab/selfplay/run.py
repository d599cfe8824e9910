"""Play games in one process or in several, and hand them over in the order of their numbers.

The order makes the outcome the same whatever the number of processes, and an interrupted run
resumable. A game that ends early waits for those before it.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager

from engine.lab.selfplay.game import Played, Player
from engine.lab.selfplay.recipe import Recipe

AHEAD = 4
"""Games for each process that are given out before their turn: lengths differ."""


@contextmanager
def playing(recipe: Recipe, first: int, last: int, processes: int) -> Iterator[Iterator[Played]]:
    """Provide the games with these numbers, in their order.

    Parameters
    ----------
    recipe
        How they are played.
    first, last
        The numbers, both included.
    processes
        How many games are played at the same time; 1 plays in this process.
    """
    if processes == 1:
        yield map(Player(recipe).play, range(first, last + 1))
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin, (recipe,))
    # Ctrl-C reaches every process of the terminal; only this one shall heed it, from the start.
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        waiting = deque(pool.submit(_play, first + i) for i in range(min(processes, last - first)))
    finally:
        signal.signal(signal.SIGINT, usual)
    try:
        yield _in_order(pool, waiting, first + len(waiting), last, processes)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor,
    waiting: deque[Future[Played]],
    number: int,
    last: int,
    processes: int,
) -> Iterator[Played]:
    """Yield games as their turn comes, and keep the processes busy."""
    while waiting or number <= last:
        while number <= last and len(waiting) < AHEAD * processes:
            waiting.append(pool.submit(_play, number))
            number += 1
        yield waiting.popleft().result()


_players: list[Player] = []


def _begin(recipe: Recipe) -> None:
    # Windows does not hand down what signals mean.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    _players.append(Player(recipe))


def _end_with_parent() -> None:
    """End this process with the one that began it, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(number: int) -> Played:
    return _players[0].play(number)
