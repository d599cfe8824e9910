"""Independent tasks on the workers of a Dask cluster; see `scheduling`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic

from engine.lab.common.dask_client import DaskClient
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.scheduling import Outcome, Task

CLOSE_SECONDS = 5.0


class ClusterTasks(Generic[Task, Outcome]):
    """The workers of a cluster; each thread does one task at a time.

    Parameters
    ----------
    work
        Does a task; a function of a module.
    address
        Of the scheduler.
    at_end
        Called in each worker when the tasks are done.
    """

    def __init__(
        self,
        work: Callable[[Task, str], Outcome],
        address: str,
        at_end: Callable[[], object] | None = None,
    ) -> None:
        self._dask = DaskClient(address)
        self._work, self._at_end = work, at_end
        self._tasks: dict[Any, Task] = {}
        self._failed: list[Any] = []

    @property
    def workers(self) -> int:
        """How many tasks are done at the same time; workers may come and go."""
        return max(1, self._dask.threads(some_run=bool(self._tasks)))

    def give(self, task: Task, source: str) -> None:
        """Submit a task."""
        self._tasks[self._dask.begin(self._work, task, source)] = task

    def take(self) -> list[tuple[Task, Outcome]]:
        """Wait for the next tasks that are finished.

        Raises
        ------
        LaboratoryError
            If a worker has another Sesame, or did not finish a task.
        """
        ended = self._failed or self._dask.next_ended()
        good = [future for future in ended if future.status == "finished"]
        self._failed = [future for future in ended if future.status != "finished"]
        # The error of one comes after the others are stored.
        return [(self._tasks.pop(future), result_of(future)) for future in good or ended]

    def close(self) -> None:
        """Cancel what is being done, and disconnect."""
        dask = self._dask
        try:
            dask.client.cancel(list(self._tasks), force=True)
            if self._at_end is not None:
                ends = [dask.submit(self._at_end, workers=[name]) for name in dask.client.ncores()]
                dask.distributed.fire_and_forget(ends)
                dask.distributed.wait(ends, timeout=CLOSE_SECONDS)
        except (TimeoutError, OSError, RuntimeError):  # also if the connection is lost
            pass
        finally:
            dask.client.close(timeout=CLOSE_SECONDS)


def result_of(future: Any) -> Any:
    """Return the result of a task, or raise its failure as a sentence."""
    if future.status == "finished":
        return future.result()
    if future.status != "error":
        raise LaboratoryError(f"The cluster did not finish a task: {future.status}.")
    fault = future.exception()
    if isinstance(fault, LaboratoryError):
        raise LaboratoryError(f"A Dask worker cannot compute: {fault}")
    if isinstance(fault, ImportError):
        raise LaboratoryError(
            f"A Dask worker cannot compute: {fault}. It needs Sesame with its laboratory."
        )
    raise LaboratoryError(f"A Dask worker failed: {type(fault).__name__} {fault}.")


@contextmanager
def cluster_tasks(
    work: Callable[[Task, str], Outcome],
    address: str,
    at_end: Callable[[], object] | None = None,
) -> Iterator[ClusterTasks[Task, Outcome]]:
    """Provide the workers of a cluster; see `ClusterTasks`."""
    pool = ClusterTasks(work, address, at_end)
    try:
        yield pool
    finally:
        pool.close()
