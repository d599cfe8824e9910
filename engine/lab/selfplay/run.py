"""Play games in one or several processes, and yield them in the order of their numbers.

The order makes the archive independent of the number of processes, and interrupted runs resumable.
A finished game waits for those with smaller numbers.
"""

import multiprocessing
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager

from engine.lab.common.processes import begin_worker, starting_processes
from engine.lab.selfplay.game import Played, SelfPlayer
from engine.lab.selfplay.recipe import SelfplayRecipe

AHEAD = 4
"""Games per process that are started ahead, since their lengths differ."""


@contextmanager
def playing(
    recipe: SelfplayRecipe, first: int, last: int, processes: int
) -> Iterator[Iterator[Played]]:
    """Provide the games with these numbers, in order.

    Parameters
    ----------
    recipe
        Of the games.
    first, last
        The numbers, both included.
    processes
        Number of concurrent games; 1 plays in this process.
    """
    if processes == 1:
        yield map(SelfPlayer(recipe).play, range(first, last + 1))
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin, (recipe,))
    with starting_processes():
        waiting = deque(pool.submit(_play, first + i) for i in range(min(processes, last - first)))
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
    """Yield games in order, and keep the processes busy."""
    while waiting or number <= last:
        while number <= last and len(waiting) < AHEAD * processes:
            waiting.append(pool.submit(_play, number))
            number += 1
        yield waiting.popleft().result()


_players: list[SelfPlayer] = []


def _begin(recipe: SelfplayRecipe) -> None:
    begin_worker()
    _players.append(SelfPlayer(recipe))


def _play(number: int) -> Played:
    return _players[0].play(number)
