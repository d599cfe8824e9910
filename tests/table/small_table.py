"""A table of very few buckets with a Python face, for tests that look into every place.

Words are taken apart here by the layout that `engine/table/entry.py` describes, not by its code.
"""

import ctypes
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types, uint64, void

from engine.machine.words import U64, address, as_record
from engine.options import defaults
from engine.table.entry import BROAD_SLOT, EXACT, SLOT, WIDE_SLOT, new_entry
from engine.table.memory import TranspositionTable
from engine.table.places import TABLE
from engine.table.statistics import COUNTS
from engine.table.store import probe, store

PAIR = types.UniTuple(uint64, 2)


@njit(void(PAIR, uint64, uint64, uint64, uint64))
def store_by(where, key, entry, rest, marks):
    """Offer a result to a table; `where` are the addresses of its header and of the counters."""
    table, counts = as_record(where[0], TABLE), as_record(where[1], COUNTS)
    store(table, counts, key, entry, rest, marks)


@njit(PAIR(uint64, uint64, uint64))
def probe_by(table, counts, key):
    """Look a position up."""
    return probe(as_record(table, TABLE), as_record(counts, COUNTS), key)


class Entry(NamedTuple):
    """The parts of an entry."""

    move: int
    score: int
    depth: int
    bound: int
    stamp: int
    size: int


def parts(word: int) -> Entry:
    """Take a word apart."""
    score = word >> 16 & 0xFFFF
    short = word >> 48
    power = (short >> 11) - 1
    size = short if short < 4096 else (short - (power << 11)) << power
    signed = score - 0x10000 if score & 0x8000 else score
    return Entry(word & 0xFFFF, signed, word >> 32 & 127, word >> 39 & 3, word >> 41 & 127, size)


def places(table: TranspositionTable) -> Any:
    """Give the table's memory as an array of slots; what is written there changes the table."""
    header = table.header[0]
    kind = BROAD_SLOT if header.broad else WIDE_SLOT if header.wide else SLOT
    number = (int(header.last_bucket) + 1) * int(header.levels)
    raw = (ctypes.c_char * (number * kind.itemsize)).from_address(int(header.slots))
    return np.frombuffer(raw, kind).view(np.recarray)


class SmallTable:
    """A table under one scheme.

    Parameters
    ----------
    scheme : str
    buckets : int
        A power of two.
    settings
        Other options by field.
    """

    def __init__(self, scheme: str = "TWOBIG1", buckets: int = 1, **settings: Any) -> None:
        self.settings = defaults() | {"table_positions": "1K", "replacement_scheme": scheme}
        self.settings |= settings
        self.table = TranspositionTable(self.settings)
        self.header = self.table.header[0]
        self.header.last_bucket = buckets - 1
        self._array = np.zeros(1, COUNTS).view(np.recarray)
        self._where = self.table.where, address(self._array[0])

    @property
    def counts(self) -> dict[str, int]:
        """All counters that are not zero."""
        return {name: int(self._array[0][name]) for name in COUNTS.names if self._array[0][name]}

    def begin_search(self) -> None:
        """Stamp, or clear, what is there."""
        self.table.begin_search(self.settings)

    def store(self, key: int, depth: int, size: int, rest: int = 0, **others: int) -> None:
        """Offer a result."""
        move, score = others.get("move", 0), others.get("score", 0)
        bound = others.get("bound", EXACT)
        entry = new_entry(U64(move), score, depth, bound, U64(size))
        marks = others.get("marks", 0)
        store_by(self._where, U64(key), U64(entry), U64(rest), U64(marks))

    def find(self, key: int) -> tuple[Entry, int] | None:
        """Look a position up: its entry and the rest of its line."""
        entry, rest = probe_by(*self._where, U64(key))
        return (parts(int(entry)), int(rest)) if entry else None

    def place(self, level: int, bucket: int = 0) -> Any:
        """Give the slot of a bucket."""
        return places(self.table)[bucket * int(self.header.levels) + level]

    def keys(self, bucket: int = 0) -> list[int]:
        """Name who is in the bucket, first place first."""
        found = []
        for level in range(int(self.header.levels)):
            place = self.place(level, bucket)
            if int(place.entry):
                further = int(place.rest) if self.header.wide else 0
                further ^= int(place.beside) if self.header.broad else 0
                found.append(int(place.check) ^ int(place.entry) ^ further)
        return found

    def outdate(self, level: int) -> None:
        """Make the resident of bucket 0 one of an earlier search."""
        place = self.place(level)
        stamp = int(place.entry) & 127 << 41
        place.entry = int(place.entry) ^ stamp
        place.check = int(place.check) ^ stamp
