"""Games on several machines: a pool of the workers of a Dask cluster."""

from typing import Any

from engine.lab.common.dask_client import DaskClient
from engine.lab.match.pools import END_SECONDS, Outcome, description_of
from engine.lab.match.records import MatchError, Settings, Task, to_json


class DaskPool:
    """The workers of a Dask cluster; each thread plays one game at a time."""

    def __init__(self, settings: Settings, address: str) -> None:
        self.dask = DaskClient(address)
        from engine.lab.match.worker import play_task, release

        self.play_task, self.release = play_task, release
        self.settings = to_json(settings)
        self.tasks: dict[Any, Task] = {}

    def has_room(self) -> bool:
        """Tell whether a thread is free; workers may come and go."""
        return len(self.tasks) < self.dask.threads(some_run=bool(self.tasks))

    def give(self, task: Task) -> None:
        """Submit a game."""
        self.tasks[self.dask.begin(self.play_task, self.settings, task)] = task

    def take(self) -> list[Outcome]:
        """Wait for the next games that end."""
        return [self.outcome(future) for future in self.dask.next_ended()]

    def outcome(self, future: Any) -> Outcome:
        """Return the outcome of a task."""
        task = self.tasks.pop(future)
        if future.status == "finished":
            return Outcome(task, future.result())
        if future.status == "error":
            fault = future.exception()
            if isinstance(fault, MatchError):
                raise MatchError(f"A Dask worker cannot play: {fault}")
            if isinstance(fault, ImportError):
                raise MatchError(
                    f"A Dask worker cannot play: {fault}. It needs Sesame with its laboratory."
                )
            return Outcome(task, None, description_of(fault))
        return Outcome(task, None, f"The cluster did not finish the game: {future.status}.")

    def close(self) -> None:
        """Cancel the running games, let the workers quit their engines, and disconnect."""
        dask = self.dask
        try:
            dask.client.cancel(list(self.tasks), force=True)
            ends = [dask.submit(self.release, workers=[name]) for name in dask.client.ncores()]
            # A worker in the middle of a game does it later.
            dask.distributed.fire_and_forget(ends)
            dask.distributed.wait(ends, timeout=END_SECONDS)
        except (TimeoutError, OSError, RuntimeError):  # also if the connection is lost
            pass
        finally:
            dask.client.close(timeout=END_SECONDS)
