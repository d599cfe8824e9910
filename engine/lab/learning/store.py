"""The database of learning: a SQLite file, one transaction for each finished search or pair.

Learning is computed anew from the stored results whenever it is run, which takes no time; so what
is stored is never repeated, whatever stops a run. Two runs at once share the file: of what both
have done, the first that is stored counts for both.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from engine.lab.common.database import Format, StoreError, opened, reading, storing
from engine.lab.common.json_form import from_json, to_json
from engine.lab.experiments.store import machine
from engine.process.version import version

FORMAT = Format("learning", application=0x5E5A3E04, number=1)
SCHEMA = """
CREATE TABLE runs (
    key TEXT PRIMARY KEY,   -- hash of the plan
    plan TEXT NOT NULL,     -- JSON: method, parameters, suite or openings, limits, gains
    begun TEXT NOT NULL     -- UTC
) STRICT;
CREATE TABLE results (
    key TEXT PRIMARY KEY,   -- hash of task and program
    task TEXT NOT NULL,     -- JSON: a search, or a pair of games
    result TEXT NOT NULL,   -- JSON
    version TEXT NOT NULL,  -- of Sesame
    machine TEXT NOT NULL,  -- processor and system
    finished TEXT NOT NULL  -- UTC
) STRICT;
CREATE TABLE iterations (
    run TEXT NOT NULL REFERENCES runs,
    number INTEGER NOT NULL,
    content TEXT NOT NULL,  -- JSON
    PRIMARY KEY (run, number)
) STRICT;
"""
ADD = "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?)"
PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")
"""A search may take milliseconds; a synchronous commit takes 23, this one 0.02 (measured). Whoever
is killed loses nothing that was stored; when the power fails, the last moments may be lost."""
SAFE = "What was stored before is safe; the same command continues."


class Keyed(Protocol):
    """A task whose key names everything that decides its result."""

    def key(self, source: str) -> str:
        """Return the key for a program with this hash of its sources."""


Task = TypeVar("Task", bound=Keyed)
Outcome = TypeVar("Outcome")


class LearnStore:
    """A database of learning.

    Parameters
    ----------
    path
        The file; it is created if there is none.

    Raises
    ------
    StoreError
        If it is something else, or of another version, or cannot be used. It is left unchanged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = opened(path, SCHEMA, FORMAT)
        try:
            with storing(path, "The database could not be prepared", "Nothing was changed."):
                for pragma in PRAGMAS:
                    self.connection.execute(pragma)
        except StoreError:
            self.connection.close()
            raise

    def begin(self, key: str, plan: str) -> None:
        """Note a run, which may have begun before."""
        with storing(self.path, "The run could not be stored", SAFE):
            self.connection.execute(
                "INSERT OR IGNORE INTO runs VALUES (?, ?, ?)", (key, plan, now())
            )

    def note(self, run: str, number: int, content: str) -> None:
        """Store an iteration of a run, for whoever looks into the file."""
        with storing(self.path, "An iteration could not be stored", SAFE):
            self.connection.execute(
                "INSERT OR REPLACE INTO iterations VALUES (?, ?, ?)", (run, number, content)
            )

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


class Results(Generic[Task, Outcome]):
    """The stored results of tasks of one kind.

    Parameters
    ----------
    store
        The database.
    kind
        The class of the results.
    """

    def __init__(self, store: LearnStore, kind: type[Outcome]) -> None:
        self._store, self._kind = store, kind

    def has(self, task: Task, source: str) -> bool:
        """Tell whether a result is stored; another run may have stored it meanwhile."""
        return self._row(task, source) is not None

    def add(self, task: Task, source: str, outcome: Outcome) -> None:
        """Store a result, unless another run has.

        Raises
        ------
        StoreError
            If it cannot be stored.
        """
        row = (task.key(source), to_json(task), to_json(outcome), version(), machine(), now())
        with storing(self._store.path, "A result could not be stored", SAFE):
            self._store.connection.execute(ADD, row)

    def found(self, tasks: Iterable[Task], source: str) -> list[Outcome]:
        """Return the results of tasks that are all stored, in their order.

        Raises
        ------
        StoreError
            If one is missing or damaged.
        """
        outcomes = []
        for task in tasks:
            row = self._row(task, source)
            with reading(self._store.path):
                if row is None:
                    raise StoreError(f"{self._store.path} has lost a result.")
                outcomes.append(from_json(self._kind, row))
        return outcomes

    def _row(self, task: Task, source: str) -> Any:
        with reading(self._store.path):
            row = self._store.connection.execute(
                "SELECT result FROM results WHERE key = ?", (task.key(source),)
            ).fetchone()
            return row and row[0]


def now() -> str:
    """Return the present time in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
