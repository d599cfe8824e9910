"""Computing cells in several processes of this machine, or on the workers of a Dask cluster."""

from contextlib import AbstractContextManager
from typing import TypeAlias

from engine.lab.common.scheduling import LocalTasks, TaskPool, local_tasks, run
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.computing import compute
from engine.lab.experiments.searching import Searched

__all__ = ["CellPool", "local", "run"]

CellPool: TypeAlias = TaskPool[Cell, Searched]


def local(processes: int) -> AbstractContextManager[LocalTasks[Cell, Searched]]:
    """Provide processes of this machine."""
    return local_tasks(compute, processes)
