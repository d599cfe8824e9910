"""Where games are played: what every pool can do, and the processes of this machine.

A pool takes tasks and gives back outcomes in the order in which games end. A process that dies is
an outcome too.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Protocol

from engine.lab.common.processes import ignoring_interrupts
from engine.lab.match.records import Game, MatchError, Settings, Task, to_json

END_SECONDS = 5.0  # for a process to close its engines before it is killed
LEAVE_SECONDS = 2.0  # of these, to end its engines in the middle of a game


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
        """Wait for the next games that end; there must be one under way.

        Raises
        ------
        MatchError
            If the match cannot be played there at all.
        """

    def close(self) -> None:
        """End everything at once, games under way included."""


class PlayingProcess:
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
        with ignoring_interrupts():
            self.process.start()
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
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(END_SECONDS)
            status = self.process.exitcode
            self.restart()
            return Outcome(task, None, f"The process that played it died with status {status}.")
        return outcome_of(task, answer)

    def restart(self) -> None:
        """Replace the dead process."""
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
    """As many processes as games at a time, started when they are needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workers: list[PlayingProcess] = []

    def has_room(self) -> bool:
        """Tell whether a process waits for a task, or may be started."""
        return self.idle() is not None or len(self.workers) < self.settings.concurrency

    def idle(self) -> PlayingProcess | None:
        """Find a process without a task."""
        return next((worker for worker in self.workers if worker.task is None), None)

    def give(self, task: Task) -> None:
        """Begin a game in a process that has none."""
        worker = self.idle()
        if worker is None:
            worker = PlayingProcess(self.settings)
            self.workers.append(worker)
        worker.give(task)

    def take(self) -> list[Outcome]:
        """Wait for the next games that end."""
        busy = [worker for worker in self.workers if worker.task]
        ready = wait([worker.pipe for worker in busy])
        return [worker.take() for worker in busy if worker.pipe in ready]

    def close(self) -> None:
        """End all processes, at the same time."""
        workers, self.workers = self.workers, []
        for worker in workers:
            worker.ask_to_stop()
        for worker in workers:
            worker.stop()


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
            pipe.send(answer_to(play_task, settings, task))
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


def answer_to(
    play: Callable[[str, Task], Game], settings: str, task: Task
) -> Game | MatchError | str:
    """Play; if nothing comes of it, return why: a MatchError for all games, a sentence for one."""
    try:
        return play(settings, task)
    except MatchError as refusal:
        return refusal
    except Exception as fault:
        return told(fault)


def outcome_of(task: Task, answer: Game | MatchError | str) -> Outcome:
    """Read what a process says; raises a MatchError if it is one."""
    if isinstance(answer, MatchError):
        raise answer
    if isinstance(answer, Game):
        return Outcome(task, answer)
    return Outcome(task, None, answer)


def told(fault: BaseException) -> str:
    """Say why a game was not played."""
    return f"{type(fault).__name__}: {fault}."
