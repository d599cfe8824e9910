"""The database of computed cells: a SQLite file, one transaction for each cell.

A cell is stored with everything that decides its number, and with the machine and the time that it
took. Two runs at once share the file: what both have computed is stored once.
"""

import platform
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from engine.lab.common.database import Format, opened, reading, storing
from engine.lab.common.json_form import from_json, to_json
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.searching import Searched
from engine.process.version import version

FORMAT = Format("experiments", application=0x5E5A3E02, number=1)
SCHEMA = """
CREATE TABLE cells (
    key TEXT PRIMARY KEY,   -- hash of cell and core
    core TEXT NOT NULL,     -- hash of the sources of the compiled core
    cell TEXT NOT NULL,     -- JSON: options, game, hash of its positions, depth
    searched TEXT NOT NULL, -- JSON: nodes by position and depth, counters by depth, seconds
    version TEXT NOT NULL,  -- of Sesame
    machine TEXT NOT NULL,  -- processor and system
    finished TEXT NOT NULL  -- UTC
) STRICT;
"""
ADD = "INSERT OR IGNORE INTO cells VALUES (?, ?, ?, ?, ?, ?, ?)"


class Origin(NamedTuple):
    """Where a cell was computed."""

    version: str
    machine: str
    finished: str
    """UTC, ISO 8601."""


class CellStore:
    """A database of cells.

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
        self._connection = opened(path, SCHEMA, FORMAT)

    def add(self, cell: Cell, core: str, searched: Searched) -> None:
        """Store a finished cell.

        Raises
        ------
        StoreError
            If it cannot be stored.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        row = (cell.key(core), core, to_json(cell), to_json(searched), version(), machine(), now)
        safe = "Cells stored before are safe; the same command continues."
        with storing(self.path, f"A cell of {cell.game} could not be stored", safe):
            self._connection.execute(ADD, row)

    def found(self, cells: Iterable[Cell], core: str) -> dict[Cell, Searched]:
        """Return what is stored of these cells."""
        found = {}
        for cell in cells:
            with reading(self.path):
                row = self._connection.execute(
                    "SELECT searched FROM cells WHERE key = ?", (cell.key(core),)
                ).fetchone()
                if row is not None:
                    found[cell] = from_json(Searched, row[0])
                    found[cell].check(cell.depth)
        return found

    def origins(self, cells: Iterable[Cell], core: str) -> list[Origin]:
        """Return where these cells were computed, those that are stored."""
        query = "SELECT version, machine, finished FROM cells WHERE key = ?"
        with reading(self.path):
            rows = [self._connection.execute(query, (cell.key(core),)).fetchone() for cell in cells]
        return [Origin(*row) for row in rows if row is not None]

    def has(self, cell: Cell, core: str) -> bool:
        """Tell whether a cell is stored; another run may have stored it meanwhile."""
        with reading(self.path):
            query = "SELECT 1 FROM cells WHERE key = ?"
            return self._connection.execute(query, (cell.key(core),)).fetchone() is not None

    def cores(self) -> dict[str, int]:
        """Return the number of cells by the hash of their core."""
        with reading(self.path):
            query = "SELECT core, count(*) FROM cells GROUP BY core ORDER BY max(finished) DESC"
            return dict(self._connection.execute(query).fetchall())

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield all rows, for a file that others can read."""
        with reading(self.path):
            yield from self._connection.execute("SELECT * FROM cells ORDER BY key")

    def take(self, row: tuple[str, ...]) -> bool:
        """Store a row that `rows` gave; tell whether it was new.

        Raises
        ------
        ValueError
            If it is none.
        """
        key, core, cell, searched, *_ = row
        if from_json(Cell, cell).key(core) != key:
            raise ValueError("a cell does not have the key that its content gives")
        from_json(Searched, searched)
        safe = "What was stored before is safe."
        with storing(self.path, "A cell could not be stored", safe):
            return self._connection.execute(ADD, row).rowcount == 1

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Store many rows in one transaction."""
        with storing(self.path, "The cells could not be stored", "Nothing was changed."):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def machine() -> str:
    """Describe this machine in a few words."""
    return f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
