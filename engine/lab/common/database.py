"""SQLite files of the laboratory: opened, checked, and their errors reported as one sentence.

With SQLite's rollback journal and synchronous commits a killed process or a full disk loses at most
what was being written, and a database stays a single file. A write-ahead log would keep a second
file and save only milliseconds per transaction.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from engine.lab.common.errors import LaboratoryError

PATIENCE_SECONDS = 30.0
"""Waiting for another process that reads or writes."""


class StoreError(LaboratoryError):
    """A database cannot be used."""


class Format(NamedTuple):
    """What a database of one kind is known by."""

    content: str
    """As in “the database of a match”."""
    application: int
    """Distinguishes our files from other SQLite databases."""
    number: int
    """Increased whenever a table changes."""

    def pragmas(self) -> str:
        """Write the statements that mark a new file."""
        return f"PRAGMA application_id = {self.application};PRAGMA user_version = {self.number};"

    def check(self, path: Path, connection: sqlite3.Connection) -> None:
        """Refuse other databases and other formats."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if application != self.application:
            raise StoreError(f"{path} is not the database of {self.content}.")
        if found != self.number:
            age = "an older" if found < self.number else "a newer"
            raise StoreError(
                f"{path} was written by {age} version of Sesame (format {found}, this version has "
                f"{self.number}). It was not changed: use that version, or another --database."
            )


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database in autocommit mode."""
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=PATIENCE_SECONDS,
        )
    except sqlite3.Error as failure:
        raise StoreError(f"{path} cannot be opened: {failure}.") from None


def opened(path: Path, schema: str, form: Format) -> sqlite3.Connection:
    """Open a database, and make it if there is none.

    Parameters
    ----------
    path
    schema
        The statements that make its tables.
    form
        What it is known by.

    Raises
    ------
    StoreError
        If it is something else, or of another version, or cannot be used. It is left unchanged.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is not a file.")
    reads = reading(path) if path.exists() and path.stat().st_size else nullcontext()
    connection = connect(path, "rwc")
    try:
        with storing(path, "The database could not be prepared", "Nothing was changed."):
            with reads:
                _prepare(path, connection, schema, form)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(path: Path, connection: sqlite3.Connection, schema: str, form: Format) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            for statement in (schema + form.pragmas()).split(";"):
                connection.execute(statement)
        form.check(path, connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn errors of reading into a StoreError."""
    try:
        yield
    except StoreError:
        raise
    except sqlite3.Error as failure:
        raise StoreError(f"{path} cannot be read: {failure}.") from None
    except ValueError as failure:
        raise StoreError(f"{path} is damaged: {failure}") from None
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError) as failure:
        raise StoreError(f"{path} is damaged: {type(failure).__name__} {failure}.") from None


@contextmanager
def storing(path: Path, what: str, advice: str) -> Iterator[None]:
    """Turn errors of writing into a StoreError."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise StoreError(
            f"{what}: {path} already has it. Is another process writing to it?"
        ) from None
    except sqlite3.Error as failure:
        raise StoreError(f"{what} in {path}: {failure}. {advice}") from None
