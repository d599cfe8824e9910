"""Computing cells in several processes of this machine, or on the workers of a Dask cluster."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Protocol

from engine.lab.common.processes import begin_worker, ignoring_interrupts
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.searching import Searched, compute
from engine.lab.experiments.store import CellStore

AHEAD = 2
"""Cells for each worker that are given out before it asks."""


class CellPool(Protocol):
    """Computes cells."""

    @property
    def workers(self) -> int:
        """How many cells are computed at the same time."""

    def give(self, cell: Cell, core: str) -> None:
        """Begin a cell, or keep it for the next worker that is free."""

    def take(self) -> list[tuple[Cell, Searched]]:
        """Wait for the next cells that are finished; at least one must have been given."""


class LocalCells:
    """Processes of this machine."""

    def __init__(self, processes: int) -> None:
        self.workers = processes
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, context, begin_worker)
        self._cells: dict[Future[Searched], Cell] = {}

    def give(self, cell: Cell, core: str) -> None:
        """Begin a cell, or keep it for the next process that is free."""
        with ignoring_interrupts():  # it may start a process
            self._cells[self._pool.submit(compute, cell, core)] = cell

    def take(self) -> list[tuple[Cell, Searched]]:
        """Wait for the next cells that are finished."""
        finished, _ = wait(self._cells, return_when=FIRST_COMPLETED)
        good = [future for future in finished if future.exception() is None]
        # The error of one comes after the others are stored.
        return [(self._cells.pop(future), future.result()) for future in good or finished]

    def close(self) -> None:
        """End the processes at once: what they were computing is lost."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def local(processes: int) -> Iterator[LocalCells]:
    """Provide processes of this machine."""
    pool = LocalCells(processes)
    try:
        yield pool
    finally:
        pool.close()


def run(
    cells: list[Cell],
    store: CellStore,
    core: str,
    pool: CellPool,
    finished: Callable[[Cell, Searched | None], None],
) -> None:
    """Compute the cells that are not stored, and store each when it is finished.

    Parameters
    ----------
    cells
        In the order in which they are begun.
    store
        Another run may be storing cells meanwhile: these are not computed again.
    core
        Hash of the core.
    pool
        Who computes.
    finished
        Called for each cell, with None if it was there already.
    """
    waiting = iter(cells)
    given = 0
    while True:
        for cell in waiting:
            if store.has(cell, core):
                finished(cell, None)
                continue
            pool.give(cell, core)
            given += 1
            if given >= AHEAD * pool.workers:
                break
        if not given:
            return
        for cell, searched in pool.take():
            given -= 1
            store.add(cell, core, searched)
            finished(cell, searched)
