"""Where games are played: in processes of this machine, or on the workers of a Dask cluster.

A pool takes tasks and gives back outcomes in the order in which games end. A process that dies is
an outcome too.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol
from uuid import uuid4

from engine.lab.match.records import Game, MatchError, Settings, Task, to_json

END_SECONDS = 5.0  # for a process to close its engines before it is killed
LEAVE_SECONDS = 2.0  # of these, to end its engines in the middle of a game
CONNECT_SECONDS = 15


@dataclass(frozen=True)
class Outcome:
    """What became of a task."""

    task: Task
    game: Game | None
    trouble: str = ""  # a sentence, if there is no game


class Pool(Protocol):
    """Somewhere to play."""

    def has_room(self) -> bool:
        """Tell whether one more task would be played at once."""

    def give(self, task: Task) -> None:
        """Begin a game."""

    def take(self) -> list[Outcome]:
        """Wait for the next games that end; there must be one under way."""

    def close(self) -> None:
        """End everything at once, games under way included."""


class Place:
    """A process of this machine that plays one game after another."""

    def __init__(self, settings: Settings) -> None:
        self.settings = to_json(settings)
        self.task: Task | None = None
        self.start()

    def start(self) -> None:
        """Start the process, which inherits nothing: each must have engines of its own."""
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.settings), daemon=True)
        # Ctrl-C goes to all processes of a terminal; it is this one that answers it.
        answer = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.process.start()
        finally:
            signal.signal(signal.SIGINT, answer)
        theirs.close()

    def give(self, task: Task) -> None:
        """Send a task; the process may have died since the last game."""
        self.task = task
        try:
            self.pipe.send(task)
        except OSError:
            self.restart()
            self.pipe.send(task)

    def take(self) -> Outcome:
        """Receive what became of the task."""
        task, self.task = self.task, None
        assert task is not None
        try:
            game, trouble = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(END_SECONDS)
            status = self.process.exitcode
            self.restart()
            return Outcome(task, None, f"The process that played it died with status {status}.")
        return Outcome(task, game, trouble)

    def restart(self) -> None:
        """Put a new process in the place of a dead one."""
        self.stop()
        self.start()

    def ask_to_stop(self) -> None:
        """Let the process close its engines and end; in the middle of a game it must be told."""
        self.pipe.close()
        if self.task is not None:
            self.process.terminate()

    def stop(self) -> None:
        """End the process."""
        self.ask_to_stop()
        self.process.join(END_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class LocalPool:
    """As many processes as games at a time."""

    def __init__(self, settings: Settings) -> None:
        self.places = [Place(settings) for _ in range(settings.concurrency)]

    def has_room(self) -> bool:
        """Tell whether a process waits for a task."""
        return any(place.task is None for place in self.places)

    def give(self, task: Task) -> None:
        """Begin a game in a process that has none."""
        next(place for place in self.places if place.task is None).give(task)

    def take(self) -> list[Outcome]:
        """Wait for the next games that end."""
        busy = [place for place in self.places if place.task]
        ready = wait([place.pipe for place in busy])
        return [place.take() for place in busy if place.pipe in ready]

    def close(self) -> None:
        """End all processes, at the same time."""
        places, self.places = self.places, []
        for place in places:
            place.ask_to_stop()
        for place in places:
            place.stop()


def serve(pipe: Connection, settings: str) -> None:
    """Play what comes through a pipe until it is closed; the life of a process of the pool."""
    from engine.lab.match.worker import begin_process, end_all, play_task

    def leave(*_: object) -> None:
        # An exception would come up anywhere in the game, and others there would speak of it.
        ending = threading.Thread(target=end_all, daemon=True)
        ending.start()
        ending.join(LEAVE_SECONDS)
        os._exit(128 + signal.SIGTERM)

    begin_process()
    signal.signal(signal.SIGTERM, leave)
    try:
        for task in received(pipe):
            pipe.send(outcome_of(play_task, settings, task))
    except OSError:  # the parent has gone
        pass
    finally:
        end_all()


def received(pipe: Connection) -> Iterator[Task]:
    """Yield the tasks that come until the pipe is closed at the other end."""
    while True:
        try:
            yield pipe.recv()
        except EOFError:
            return


def outcome_of(
    play: Callable[[str, Task], Game], settings: str, task: Task
) -> tuple[Game | None, str]:
    """Play, and make a sentence of what goes wrong."""
    try:
        return play(settings, task), ""
    except Exception as fault:
        return None, told(fault)


def told(fault: BaseException) -> str:
    """Say why a game was not played."""
    return str(fault) if isinstance(fault, MatchError) else f"{type(fault).__name__}: {fault}."


class DaskPool:
    """The workers of a Dask cluster; each of their threads plays a game at a time."""

    def __init__(self, settings: Settings, address: str) -> None:
        try:
            self.distributed: Any = import_module("distributed")  # takes a second, and has no types
        except ImportError:
            raise MatchError(
                "Dask is not installed; it comes with: pip install 'sesame-chess[lab]'."
            ) from None
        from engine.lab.match.worker import play_task, release

        self.play_task, self.release = play_task, release
        self.settings = to_json(settings)
        try:
            self.client = self.distributed.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError) as failure:
            raise MatchError(f"No Dask scheduler answers at {address}: {failure}.") from None
        self.tasks: dict[Any, Task] = {}
        self.ended = self.distributed.as_completed(loop=self.client.loop)

    def has_room(self) -> bool:
        """Tell whether a thread is free; workers may come and go."""
        threads = sum(self.client.ncores().values())
        if not threads and not self.tasks:
            raise MatchError("The Dask cluster has no workers: start `dask worker` on a machine.")
        return len(self.tasks) < int(threads)

    def give(self, task: Task) -> None:
        """Submit a game."""
        future = self.submit(self.play_task, self.settings, task)
        self.tasks[future] = task
        self.ended.add(future)

    def take(self) -> list[Outcome]:
        """Wait for the next games that end."""
        return [self.outcome(future) for future in self.ended.next_batch(block=True)]

    def outcome(self, future: Any) -> Outcome:
        """Read what became of a game."""
        task = self.tasks.pop(future)
        if future.status == "finished":
            return Outcome(task, future.result())
        if future.status == "error":
            fault = future.exception()
            if isinstance(fault, ImportError):
                raise MatchError(
                    f"A Dask worker cannot play: {fault}. It needs sesame-chess[lab] as here."
                )
            return Outcome(task, None, told(fault))
        return Outcome(task, None, f"The cluster gave it up: {future.status}.")

    def close(self) -> None:
        """Give up what is under way and leave the cluster, which lives on without our engines."""
        try:
            self.client.cancel(list(self.tasks), force=True)
            ends = [self.submit(self.release, workers=[name]) for name in self.client.ncores()]
            # A worker in the middle of a game does it afterwards.
            self.distributed.fire_and_forget(ends)
            self.distributed.wait(ends, timeout=END_SECONDS)
        except TimeoutError:
            pass
        finally:
            self.client.close(timeout=END_SECONDS)

    def submit(self, function: Callable[..., object], *arguments: object, **where: object) -> Any:
        """Submit work under a new name, since it is no value to be used again."""
        name = f"{function.__name__}-{uuid4().hex}"
        return self.client.submit(function, *arguments, key=name, pure=False, **where)
