"""Cells on the workers of a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.lab.common.dask_client import DaskClient
from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.searching import Searched, compute

CLOSE_SECONDS = 5.0


class ClusterCells:
    """The workers of a cluster; each thread computes one cell at a time."""

    def __init__(self, address: str) -> None:
        self._dask = DaskClient(address)
        self._cells: dict[Any, Cell] = {}
        self._failed: list[Any] = []

    @property
    def workers(self) -> int:
        """How many cells are computed at the same time; workers may come and go."""
        return max(1, self._dask.threads(some_run=bool(self._cells)))

    def give(self, cell: Cell, core: str) -> None:
        """Submit a cell."""
        self._cells[self._dask.begin(compute, cell, core)] = cell

    def take(self) -> list[tuple[Cell, Searched]]:
        """Wait for the next cells that are finished.

        Raises
        ------
        LaboratoryError
            If a worker has another Sesame, or did not finish a cell.
        """
        ended = self._failed or self._dask.next_ended()
        good = [future for future in ended if future.status == "finished"]
        self._failed = [future for future in ended if future.status != "finished"]
        # The error of one comes after the others are stored.
        return [(self._cells.pop(future), result_of(future)) for future in good or ended]

    def close(self) -> None:
        """Cancel what is being computed, and disconnect."""
        try:
            self._dask.client.cancel(list(self._cells), force=True)
        except (TimeoutError, OSError, RuntimeError):  # also if the connection is lost
            pass
        finally:
            self._dask.client.close(timeout=CLOSE_SECONDS)


def result_of(future: Any) -> Searched:
    """Return the result of a task."""
    if future.status == "finished":
        searched: Searched = future.result()
        return searched
    if future.status != "error":
        raise LaboratoryError(f"The cluster did not finish a cell: {future.status}.")
    fault = future.exception()
    if isinstance(fault, LaboratoryError):
        raise LaboratoryError(f"A Dask worker cannot compute: {fault}")
    if isinstance(fault, ImportError):
        raise LaboratoryError(
            f"A Dask worker cannot compute: {fault}. It needs Sesame with its laboratory."
        )
    raise LaboratoryError(f"A Dask worker failed: {type(fault).__name__} {fault}.")


@contextmanager
def cluster(address: str) -> Iterator[ClusterCells]:
    """Provide the workers of a cluster."""
    pool = ClusterCells(address)
    try:
        yield pool
    finally:
        pool.close()
