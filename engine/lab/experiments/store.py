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

from engine.lab.common.database import Format, StoreError, opened, reading, storing
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
REPLACE = ADD.replace("IGNORE", "REPLACE")


def searched_in(text: str, cell: Cell) -> Searched:
    """Read the result of a cell; raises ValueError if it is none."""
    try:
        searched = from_json(Searched, text)
    except RecursionError:
        raise ValueError("Invalid JSON: it is nested too deeply.") from None
    searched.check(cell.depth)
    if "nodes" not in searched.names:
        raise ValueError("It does not count nodes.")
    if any(number < 0 for row in (*searched.nodes, *searched.counters) for number in row):
        raise ValueError("A number of nodes, or a counter, is negative.")
    return searched


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
        statement = ADD if self.has(cell, core) else REPLACE
        with storing(self.path, f"A cell of {cell.game} could not be stored", safe):
            self._connection.execute(statement, row)

    def found(self, cells: Iterable[Cell], core: str) -> dict[Cell, Searched]:
        """Return what is stored of these cells; raises StoreError if one is damaged."""
        found = {}
        for cell in cells:
            text = self._text(cell, core)
            if text is not None:
                try:
                    found[cell] = searched_in(text, cell)
                except ValueError as failure:
                    raise StoreError(
                        f"{self.path} is damaged: a cell of {cell.game} cannot be read. {failure} "
                        "`sesame experiment run` with the same arguments computes it anew."
                    ) from None
        return found

    def _text(self, cell: Cell, core: str) -> str | None:
        """Return what is stored as the result of a cell, which may be damaged."""
        with reading(self.path):
            row = self._connection.execute(
                "SELECT searched FROM cells WHERE key = ?", (cell.key(core),)
            ).fetchone()
        return None if row is None else str(row[0])

    def origins(self, cells: Iterable[Cell], core: str) -> list[Origin]:
        """Return where these cells were computed, those that are stored."""
        query = "SELECT version, machine, finished FROM cells WHERE key = ?"
        with reading(self.path):
            rows = [self._connection.execute(query, (cell.key(core),)).fetchone() for cell in cells]
        return [Origin(*row) for row in rows if row is not None]

    def has(self, cell: Cell, core: str) -> bool:
        """Tell whether a cell is stored, maybe by another run; a damaged one is not."""
        text = self._text(cell, core)
        if text is None:
            return False
        try:
            searched_in(text, cell)
        except ValueError:
            return False
        return True

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
        key, core, text, searched, *_ = row
        cell = from_json(Cell, text)
        if cell.key(core) != key:
            raise ValueError("a cell does not have the key that its content gives")
        searched_in(searched, cell)
        if self.has(cell, core):
            return False
        safe = "What was stored before is safe."
        with storing(self.path, "A cell could not be stored", safe):
            self._connection.execute(REPLACE, row)
        return True

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
