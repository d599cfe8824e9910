"""A match on disk: its settings, its tasks, and every finished game, in one SQLite file.

A game is one transaction and its number a primary key: what is stored has been played, once. The
tasks are stored when the match begins, so that it can be resumed without its openings file.

The journal is SQLite's ordinary one and every commit is synchronised: a killed process or a full
disk loses at most the game it was about to write, and the match is a single file, also afterwards.
A write-ahead log would keep games in a second file, and save a few milliseconds in seconds of play.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from engine.lab.match.claim import Claim
from engine.lab.match.records import (
    Game,
    Identity,
    MatchError,
    Settings,
    Task,
    from_json,
    to_json,
)
from engine.lab.match.rows import ADD_GAME, ADD_TASK, SCHEMA, game_of, game_row, task_of, task_row

APPLICATION = 0x5E5A3E00  # tells our files from other SQLite databases
FORMAT = 1  # raised whenever a table changes
PATIENCE_SECONDS = 30.0  # until another process has finished reading or writing
READ_AT_ONCE = 200  # games; whoever plays cannot write meanwhile, so nobody reads for long


class StoreError(MatchError):
    """A database cannot be used; the message is a sentence for the user."""


@dataclass(frozen=True)
class SequentialTest:
    """A sequential probability ratio test that may end a match between two sides."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"


@dataclass(frozen=True)
class MatchPlan:
    """What a match is before its first game."""

    settings: Settings
    tasks: tuple[Task, ...]
    runner: Identity  # the Sesame that runs the match
    test: SequentialTest | None = None
    command: str = ""  # the words after `sesame match`


class Store:
    """The database of one match."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self._claim = Claim(path)
        connection.execute("BEGIN")  # who plays the match may change its rounds between two queries
        row = self._one("SELECT settings, test, command, version, source FROM match")
        tasks = tuple(self._tasks())
        connection.execute("COMMIT")
        test = from_json(SequentialTest, row[1]) if row[1] != "null" else None
        settings, runner = from_json(Settings, row[0]), Identity(*row[3:])
        self.plan = MatchPlan(settings, tasks, runner, test, row[2])

    @staticmethod
    def create(path: Path, plan: MatchPlan) -> "Store":
        """Begin a match in a file that does not exist yet, or is empty.

        Raises
        ------
        StoreError
            If there is something already, or it cannot be written.
        """
        if path.exists() and not path.is_file():
            raise StoreError(f"{path} is no file.")
        if path.exists() and path.stat().st_size:
            raise StoreError(f"{path} exists already.")
        connection = connect(path, "rwc")
        try:
            with storing(path, "The match could not be begun", "Nothing was played."):
                # executescript commits what was begun, so the transaction is part of the script.
                connection.executescript(
                    f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id = {APPLICATION};"
                    f"PRAGMA user_version = {FORMAT};"
                )
                write_plan(connection, plan)
                connection.execute("COMMIT")
            return Store(path, connection)
        except BaseException:
            connection.close()
            raise

    @staticmethod
    def open(path: Path) -> "Store":
        """Open the database of a match.

        Raises
        ------
        StoreError
            If there is none, or it is not one that this version reads. Nothing is changed then.
        """
        if not path.is_file():
            raise StoreError(f"There is no database {path}.")
        connection = connect(path, "rw")
        try:
            with reading(path):
                check_format(path, connection)
                return Store(path, connection)
        except BaseException:
            connection.close()
            raise

    def claim(self) -> None:
        """Become the only process that plays this match, until the store is closed.

        Raises
        ------
        StoreError
            If another process plays it, or nothing can be written there.
        """
        try:
            taken = self._claim.take()
        except OSError as refusal:
            raise StoreError(f"{self.path} cannot be written: {refusal.strerror}.") from None
        if not taken:
            raise StoreError(f"Another `sesame match` is playing the match in {self.path}.")

    def add(self, game: Game) -> None:
        """Store a finished game.

        Raises
        ------
        StoreError
            If it cannot be stored, or has been already.
        """
        row = game_row(game, self.plan.settings.seed)
        safe = "What was stored before is safe; --resume goes on."
        with storing(self.path, f"Game {game.task.number} could not be stored", safe):
            self.connection.execute(ADD_GAME, row)

    def change(self, plan: MatchPlan) -> None:
        """Store a plan with more or fewer games at the end, and otherwise the same settings.

        Raises
        ------
        StoreError
            If it cannot be stored. The match is what it was then.
        """
        known = len(self.plan.tasks)
        with storing(self.path, "The rounds could not be changed", "The match is what it was."):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                settings = to_json(plan.settings)
                self.connection.execute("UPDATE match SET settings = ?", (settings,))
                self.connection.execute("DELETE FROM tasks WHERE number > ?", (len(plan.tasks),))
                self.connection.executemany(ADD_TASK, map(task_row, plan.tasks[known:]))
                self.connection.execute("COMMIT")
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
        self.plan = plan

    def played(self) -> set[int]:
        """Return the numbers of all stored games."""
        with reading(self.path):
            rows = self.connection.execute("SELECT number FROM games").fetchall()
        return {number for (number,) in rows}

    def missing(self) -> list[Task]:
        """Return the tasks that have no game yet."""
        played = self.played()
        return [task for task in self.plan.tasks if task.number not in played]

    def games(self) -> Iterator[Game]:
        """Yield the stored games of the plan by number; the match may have become longer meanwhile.

        Raises
        ------
        StoreError
            If the file is damaged, as by a game that has no task.
        """
        tasks = {task.number: task for task in self.plan.tasks}
        last = 0
        while rows := self._rows_after(last):
            for row in rows:
                with reading(self.path):
                    game = game_of(row, tasks[row[0]])
                yield game
            last = rows[-1][0]

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
        self._claim.give_up()

    def _rows_after(self, number: int) -> list[tuple[Any, ...]]:
        query = (
            "SELECT * FROM games WHERE number > ? AND (number <= ? OR number NOT IN "
            "(SELECT number FROM tasks)) ORDER BY number LIMIT ?"
        )
        where = (number, len(self.plan.tasks), READ_AT_ONCE)
        with reading(self.path):
            return self.connection.execute(query, where).fetchall()

    def _one(self, query: str) -> tuple[Any, ...]:
        row = self.connection.execute(query).fetchone()
        if row is None:
            raise StoreError(f"{self.path} holds no match.")
        return cast("tuple[Any, ...]", row)

    def _tasks(self) -> Iterator[Task]:
        rows = self.connection.execute("SELECT * FROM tasks ORDER BY number")
        return map(task_of, rows)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file; every statement is a transaction of its own unless one is begun."""
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=PATIENCE_SECONDS,
        )
    except sqlite3.Error as failure:
        raise StoreError(f"{path} cannot be opened: {failure}.") from None


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse files that are not ours, or of another version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{path} is no database of a match.")
    if found != FORMAT:
        age = "an older" if found < FORMAT else "a newer"
        raise StoreError(
            f"{path} was written by {age} version of Sesame (format {found}, this one has "
            f"{FORMAT}). Nothing was changed: use that version, or another --database."
        )


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn the faults of reading into sentences."""
    try:
        yield
    except StoreError:
        raise
    except sqlite3.Error as failure:
        raise StoreError(f"{path} cannot be read: {failure}.") from None
    except ValueError as failure:
        raise StoreError(f"{path} is damaged: {failure}") from None
    except (AttributeError, IndexError, KeyError, TypeError) as failure:
        raise StoreError(f"{path} is damaged: {type(failure).__name__} {failure}.") from None


@contextmanager
def storing(path: Path, what: str, comfort: str) -> Iterator[None]:
    """Turn the faults of writing into sentences."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise StoreError(
            f"{what}: {path} has it already. Is another `sesame match` writing there?"
        ) from None
    except sqlite3.Error as failure:
        raise StoreError(f"{what} in {path}: {failure}. {comfort}") from None


def write_plan(connection: sqlite3.Connection, plan: MatchPlan) -> None:
    """Write settings, sides and tasks."""
    test = to_json(plan.test) if plan.test else "null"
    created = datetime.now(UTC).isoformat(timespec="seconds")
    row = (to_json(plan.settings), test, plan.command, plan.runner.version, plan.runner.source)
    connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?)", (*row, created))
    for side in plan.settings.sides:
        words, options = json.dumps(side.command), json.dumps(dict(side.options))
        player = (side.name, words, side.protocol, options, side.anchor)
        connection.execute("INSERT INTO sides VALUES (?, ?, ?, ?, ?)", player)
    connection.executemany(ADD_TASK, map(task_row, plan.tasks))
