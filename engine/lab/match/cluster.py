"""Games on several machines: a pool of the workers of a Dask cluster."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from uuid import uuid4

from engine.lab.match.pools import END_SECONDS, Outcome, description_of
from engine.lab.match.records import MatchError, Settings, Task, to_json
from engine.process.texts import how_to_install

CONNECT_SECONDS = 15
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")


class DaskPool:
    """The workers of a Dask cluster; each thread plays one game at a time."""

    def __init__(self, settings: Settings, address: str) -> None:
        try:
            self.distributed: Any = import_module("distributed")  # takes a second, and has no types
        except ImportError:
            raise MatchError(f"Dask is not installed. {how_to_install('lab')}") from None
        from engine.lab.match.worker import play_task, release

        for logger in LOGGERS:  # our own message replaces theirs when the scheduler is lost
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        self.play_task, self.release = play_task, release
        self.settings = to_json(settings)
        self.address = address
        try:
            self.client = self.distributed.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError) as failure:
            raise MatchError(f"There is no Dask scheduler at {address}: {failure}.") from None
        self.tasks: dict[Any, Task] = {}
        self.ended = self.distributed.as_completed(loop=self.client.loop)

    def has_room(self) -> bool:
        """Tell whether a thread is free; workers may come and go."""
        with self.connected():
            threads = sum(self.client.ncores().values())
        if not threads and not self.tasks:
            raise MatchError("The Dask cluster has no workers; start `dask worker` on a machine.")
        return len(self.tasks) < int(threads)

    def give(self, task: Task) -> None:
        """Submit a game."""
        with self.connected():
            future = self.submit(self.play_task, self.settings, task)
        self.tasks[future] = task
        self.ended.add(future)

    def take(self) -> list[Outcome]:
        """Wait for the next games that end."""
        with self.connected():
            return [self.outcome(future) for future in self.ended.next_batch(block=True)]

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Turn errors of communication into one that says that the scheduler is lost."""
        try:
            yield
        except (OSError, RuntimeError) as failure:
            raise ConnectionError(
                f"The connection to the Dask scheduler at {self.address} was lost ({failure})."
            ) from None

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
        try:
            self.client.cancel(list(self.tasks), force=True)
            ends = [self.submit(self.release, workers=[name]) for name in self.client.ncores()]
            # A worker in the middle of a game does it later.
            self.distributed.fire_and_forget(ends)
            self.distributed.wait(ends, timeout=END_SECONDS)
        except (TimeoutError, OSError, RuntimeError):  # also if the connection is lost
            pass
        finally:
            self.client.close(timeout=END_SECONDS)

    def submit(self, function: Callable[..., object], *arguments: object, **where: object) -> Any:
        """Submit a task under a new key, so that Dask reuses no earlier result."""
        name = f"{function.__name__}-{uuid4().hex}"
        return self.client.submit(function, *arguments, key=name, pure=False, **where)
