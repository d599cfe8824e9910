"""Where games are played: the interface of a pool, and a pool of processes on this machine.

A pool takes tasks and returns outcomes in the order in which games end. A process that dies is an
outcome too.
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

END_SECONDS = 5.0  # for a process to quit its engines before it is killed
LEAVE_SECONDS = 2.0  # of these, to quit its engines in the middle of a game


@dataclass(frozen=True)
class Outcome:
    """The result of a task."""

    task: Task
    game: Game | None
    failure: str = ""  # a sentence, if there is no game


class Pool(Protocol):
    """Plays games."""

    def has_room(self) -> bool:
        """Tell whether another task would be played at once."""

    def give(self, task: Task) -> None:
        """Begin a game."""

    def take(self) -> list[Outcome]:
        """Wait for the next games that end; at least one must be running.

        Raises
        ------
        MatchError
            If the match cannot be played there.
        """

    def close(self) -> None:
        """Stop at once, also in the middle of games."""


class PlayingProcess:
    """A process of this machine that plays one game after another."""

    def __init__(self, settings: Settings) -> None:
        self.settings = to_json(settings)
        self.task: Task | None = None
        self.start()

    def start(self) -> None:
        """Start the process; spawned, since each needs engines of its own."""
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
        """Receive the result of the task."""
        task, self.task = self.task, None
        assert task is not None
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(END_SECONDS)
            status = self.process.exitcode
            self.restart()
            return Outcome(
                task, None, f"The process that played the game died with status {status}."
            )
        return outcome_of(task, answer)

    def restart(self) -> None:
        """Replace the dead process."""
        self.stop()
        self.start()

    def ask_to_stop(self) -> None:
        """Let the process quit its engines and end; in the middle of a game it gets a signal."""
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
    """One process for each concurrent game, started when it is needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workers: list[PlayingProcess] = []

    def has_room(self) -> bool:
        """Tell whether a process is idle, or may be started."""
        return self.idle() is not None or len(self.workers) < self.settings.concurrency

    def idle(self) -> PlayingProcess | None:
        """Find an idle process."""
        return next((worker for worker in self.workers if worker.task is None), None)

    def give(self, task: Task) -> None:
        """Begin a game in an idle process."""
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
        """End all processes, in parallel."""
        workers, self.workers = self.workers, []
        for worker in workers:
            worker.ask_to_stop()
        for worker in workers:
            worker.stop()


def serve(pipe: Connection, settings: str) -> None:
    """Play the tasks of a pipe until it is closed: the main function of a process."""
    from engine.lab.match.worker import begin_process, end_all, play_task

    def leave(*_: object) -> None:
        # An exception could be raised anywhere in the game, and be reported as a fault of it.
        ending = threading.Thread(target=end_all, daemon=True)
        ending.start()
        ending.join(LEAVE_SECONDS)
        os._exit(128 + signal.SIGTERM)

    begin_process()
    signal.signal(signal.SIGTERM, leave)
    try:
        for task in received(pipe):
            pipe.send(answer_to(play_task, settings, task))
    except OSError:  # the parent has ended
        pass
    finally:
        end_all()


def received(pipe: Connection) -> Iterator[Task]:
    """Yield tasks until the pipe is closed at the other end."""
    while True:
        try:
            yield pipe.recv()
        except EOFError:
            return


def answer_to(
    play: Callable[[str, Task], Game], settings: str, task: Task
) -> Game | MatchError | str:
    """Play a game; after an error return a MatchError for the match, or a sentence for the game."""
    try:
        return play(settings, task)
    except MatchError as refusal:
        return refusal
    except Exception as fault:
        return description_of(fault)


def outcome_of(task: Task, answer: Game | MatchError | str) -> Outcome:
    """Read the answer of a process; a MatchError is raised."""
    if isinstance(answer, MatchError):
        raise answer
    if isinstance(answer, Game):
        return Outcome(task, answer)
    return Outcome(task, None, answer)


def description_of(fault: BaseException) -> str:
    """Describe why a game was not played."""
    return f"{type(fault).__name__}: {fault}."
