"""Independent tasks in several processes of this machine, each result stored when it is there.

A task and the result of its work are plain data; the work is a function of the task alone, and of a
hash of the sources on which its result depends. `dask_tasks` has the same on several machines.
"""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from engine.lab.common.processes import begin_worker, starting_processes

AHEAD = 2
"""Tasks for each worker that are given out before it asks."""

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
TaskIn = TypeVar("TaskIn", contravariant=True)
OutcomeIn = TypeVar("OutcomeIn", contravariant=True)


class TaskPool(Protocol[Task, Outcome]):
    """Does the work of tasks."""

    @property
    def workers(self) -> int:
        """How many tasks are worked on at the same time."""

    def give(self, task: Task, source: str) -> None:
        """Begin a task, or keep it for the next worker that is free."""

    def take(self) -> list[tuple[Task, Outcome]]:
        """Wait for the next tasks that are finished; at least one must have been given."""


class TaskStore(Protocol[TaskIn, OutcomeIn]):
    """Keeps results."""

    def has(self, task: TaskIn, source: str) -> bool:
        """Tell whether the result of a task is stored."""

    def add(self, task: TaskIn, source: str, outcome: OutcomeIn) -> None:
        """Store the result of a task."""


class LocalTasks(Generic[Task, Outcome]):
    """Processes of this machine.

    Parameters
    ----------
    work
        Does a task; a function of a module, called in the processes.
    processes
        How many.
    begin
        Called when a process begins.
    """

    def __init__(
        self,
        work: Callable[[Task, str], Outcome],
        processes: int,
        begin: Callable[[], None] = begin_worker,
    ) -> None:
        self.workers = processes
        context = multiprocessing.get_context("spawn")
        self._work = work
        self._pool = ProcessPoolExecutor(processes, context, begin)
        self._tasks: dict[Future[Outcome], Task] = {}

    def give(self, task: Task, source: str) -> None:
        """Begin a task, or keep it for the next process that is free."""
        with starting_processes():
            self._tasks[self._pool.submit(self._work, task, source)] = task

    def take(self) -> list[tuple[Task, Outcome]]:
        """Wait for the next tasks that are finished."""
        finished, _ = wait(self._tasks, return_when=FIRST_COMPLETED)
        good = [future for future in finished if future.exception() is None]
        # The error of one comes after the others are stored.
        return [(self._tasks.pop(future), future.result()) for future in good or finished]

    def close(self) -> None:
        """End the processes at once: what they were working on is lost."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def local_tasks(
    work: Callable[[Task, str], Outcome],
    processes: int,
    begin: Callable[[], None] = begin_worker,
) -> Iterator[LocalTasks[Task, Outcome]]:
    """Provide processes of this machine; see `LocalTasks`."""
    pool = LocalTasks(work, processes, begin)
    try:
        yield pool
    finally:
        pool.close()


def run(
    tasks: list[Task],
    store: TaskStore[Task, Outcome],
    source: str,
    pool: TaskPool[Task, Outcome],
    finished: Callable[[Task, Outcome | None], None],
) -> None:
    """Do the tasks whose results are not stored, and store each when it is finished.

    Parameters
    ----------
    tasks
        In the order in which they are begun.
    store
        Another run may be storing results meanwhile: these tasks are not done again.
    source
        Hash of what the results depend on.
    pool
        Who works.
    finished
        Called for each task, with None if its result was there already.
    """
    waiting = iter(tasks)
    given = 0
    while True:
        for task in waiting:
            if store.has(task, source):
                finished(task, None)
                continue
            pool.give(task, source)
            given += 1
            if given >= AHEAD * pool.workers:
                break
        if not given:
            return
        for task, outcome in pool.take():
            given -= 1
            store.add(task, source, outcome)
            finished(task, outcome)
