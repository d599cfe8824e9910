"""The database of a match: settings, tasks and finished games in one SQLite file.

Each game is one transaction and its number the primary key, so no game is stored twice. The tasks
are stored when the match begins, so that it can be resumed without its openings file.

A killed process or a full disk loses at most the game that was being written
(`lab/common/database.py`).
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from engine.lab.common.database import Format, StoreError, connect, reading, storing
from engine.lab.match.claim import Claim
from engine.lab.match.records import (
    Game,
    Identity,
    Settings,
    Task,
    from_json,
    to_json,
)
from engine.lab.match.rows import ADD_GAME, ADD_TASK, SCHEMA, game_of, game_row, task_of, task_row

FORMAT = Format("a match", application=0x5E5A3E00, number=1)
READ_AT_ONCE = 200  # games; a reader blocks the writer, so each read is short


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
    """A match before its first game."""

    settings: Settings
    tasks: tuple[Task, ...]
    runner: Identity  # the Sesame that runs the match
    test: SequentialTest | None = None
    command: str = ""  # the arguments of `sesame match`


class Store:
    """The database of one match."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self._claim = Claim(path)
        connection.execute(
            "BEGIN"
        )  # the player of the match may change its rounds between two queries
        row = self._one("SELECT settings, test, command, version, source FROM match")
        tasks = tuple(self._tasks())
        connection.execute("COMMIT")
        test = from_json(SequentialTest, row[1]) if row[1] != "null" else None
        settings, runner = from_json(Settings, row[0]), Identity(*row[3:])
        self.plan = MatchPlan(settings, tasks, runner, test, row[2])

    @staticmethod
    def create(path: Path, plan: MatchPlan) -> "Store":
        """Create the database of a match in a file that does not exist or is empty.

        Raises
        ------
        StoreError
            If the file has a content, or cannot be written.
        """
        if path.exists() and not path.is_file():
            raise StoreError(f"{path} is not a file.")
        if path.exists() and path.stat().st_size:
            raise StoreError(f"{path} already exists.")
        connection = connect(path, "rwc")
        try:
            with storing(path, "The match could not be created", "Nothing was played."):
                # executescript commits a pending transaction, so it has to begin its own.
                connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} {FORMAT.pragmas()}")
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
            If there is none, or this version cannot read it. It is left unchanged.
        """
        if not path.is_file():
            raise StoreError(f"There is no database {path}.")
        connection = connect(path, "rw")
        try:
            with reading(path):
                FORMAT.check(path, connection)
                return Store(path, connection)
        except BaseException:
            connection.close()
            raise

    def claim(self) -> None:
        """Become the only process that plays this match, until `close`.

        Raises
        ------
        StoreError
            If another process plays it, or the folder cannot be written.
        """
        try:
            taken = self._claim.take()
        except OSError as refusal:
            raise StoreError(f"{self.path} cannot be written: {refusal.strerror}.") from None
        if not taken:
            raise StoreError(f"Another `sesame match` is playing {self.path}.")

    def add(self, game: Game) -> None:
        """Store a finished game.

        Raises
        ------
        StoreError
            If it cannot be stored, or is stored already.
        """
        row = game_row(game, self.plan.settings.seed)
        safe = "Games stored before are safe; --resume continues."
        with storing(self.path, f"Game {game.task.number} could not be stored", safe):
            self.connection.execute(ADD_GAME, row)

    def change(self, plan: MatchPlan) -> None:
        """Store a plan with more or fewer rounds.

        Raises
        ------
        StoreError
            If it cannot be stored. The match is unchanged then.
        """
        known = len(self.plan.tasks)
        with storing(self.path, "The rounds could not be changed", "The match is unchanged."):
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
        """Return the numbers of the stored games."""
        with reading(self.path):
            rows = self.connection.execute("SELECT number FROM games").fetchall()
        return {number for (number,) in rows}

    def missing(self) -> list[Task]:
        """Return the tasks that have not been played."""
        played = self.played()
        return [task for task in self.plan.tasks if task.number not in played]

    def games(self) -> Iterator[Game]:
        """Yield the stored games of the plan in order; another process may have added some.

        Raises
        ------
        StoreError
            If the file is damaged, such as by a game without a task.
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
            raise StoreError(f"{self.path} does not contain a match.")
        return cast("tuple[Any, ...]", row)

    def _tasks(self) -> Iterator[Task]:
        rows = self.connection.execute("SELECT * FROM tasks ORDER BY number")
        return map(task_of, rows)


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
