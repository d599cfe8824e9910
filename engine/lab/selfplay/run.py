"""Play games in one process or in several, and hand them over in the order of their numbers.

The order makes the outcome the same whatever the number of processes, and an interrupted run
resumable. A game that ends early waits for those before it.
"""

import multiprocessing
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager

from engine.lab.common.processes import begin_worker, ignoring_interrupts
from engine.lab.selfplay.game import Played, SelfPlayer
from engine.lab.selfplay.recipe import SelfplayRecipe

AHEAD = 4
"""Games for each process that are given out before their turn: lengths differ."""


@contextmanager
def playing(
    recipe: SelfplayRecipe, first: int, last: int, processes: int
) -> Iterator[Iterator[Played]]:
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
        yield map(SelfPlayer(recipe).play, range(first, last + 1))
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin, (recipe,))
    with ignoring_interrupts():
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
    """Yield games as their turn comes, and keep the processes busy."""
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
