"""Computing cells in several processes of this machine, or on the workers of a Dask cluster."""

from contextlib import AbstractContextManager
from typing import TypeAlias

from engine.lab.common.scheduling import LocalTasks, TaskPool, local_tasks, run
from engine.lab.experiments.cells import Cell, all_cells, core_for
from engine.lab.experiments.computing import compute
from engine.lab.experiments.courses import cells_wanted, next_cells, runs_of
from engine.lab.experiments.declaration import Experiment, Grid, Kind
from engine.lab.experiments.progress import CellProgress
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.store import CellStore

__all__ = ["CellPool", "compute_all", "local", "run"]

CellPool: TypeAlias = TaskPool[Cell, Searched]


def local(processes: int) -> AbstractContextManager[LocalTasks[Cell, Searched]]:
    """Provide processes of this machine."""
    return local_tasks(compute, processes)


def compute_all(
    experiment: Experiment, grid: Grid, seeds: int, store: CellStore, pool: CellPool
) -> str:
    """Compute what is missing of a grid, and show the progress; returns what was done, in words.

    Of a learner the cells of an iteration are computed when those before are stored.
    """
    core = core_for(experiment, grid)
    if grid.kind is not Kind.LEARNER:
        cells = all_cells(experiment, grid, seeds)
        with CellProgress(experiment.name, len(cells)) as progress:
            run(cells, store, core, pool, progress.finished)
        return progress.end()

    def followed() -> tuple[list[Cell], int, int]:
        """Return the cells that can be computed, and how many others are stored and wanted."""
        runs, known = runs_of(experiment, grid, seeds, lambda cells: store.found(cells, core))
        waiting = next_cells(each for each in runs.values() if not each.is_complete)
        return waiting, len(known.keys() - set(waiting)), cells_wanted(runs.values())

    waiting, known, wanted = followed()
    with CellProgress(experiment.name, wanted) as progress:
        progress.known_before(known)
        while waiting:
            run(waiting, store, core, pool, progress.finished)
            waiting, _, progress.cells = followed()
    return progress.end()
