"""The memory of a table: allocating, clearing and stamping it, and how full it is."""

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from engine.machine.core import door, int64, uint64, void
from engine.machine.words import U64, address, as_record
from engine.table.entry import (
    BROAD_SLOT,
    LAST_STAMP,
    SLOT,
    STAMP_MASK,
    WIDE_SLOT,
    entry_stamp,
)
from engine.table.pages import Populating
from engine.table.places import TABLE
from engine.table.replacement import SCHEMES
from engine.table.sizes import positions_of
from engine.table.uses import USES

CACHE_LINE = 64
MIB = 1 << 20
LARGE_BYTES = 128 * MIB
"""A larger table is not filled with zeros but allocated anew: filling 4 GiB took 9 s."""
WHOLE_KEY = 64
"""Bits of a key."""
COMPONENTS = ("entry_principal", "entry_draw", "entry_both_bounds", "entry_extension")
"""The options that need the broad slot, by field."""


class TableError(ValueError):
    """A table that cannot be allocated; the message says why."""


@door(int64(uint64, int64))
def current_places(where, most):
    """Count the places of the first `most` buckets that the current search filled."""
    table, filled = as_record(where, TABLE), int64(0)
    for place in range(uint64(most) * table.levels):
        entry = as_record(table.slots + place * table.slot_bytes, SLOT).entry
        if entry and entry_stamp(entry) == table.stamp:
            filled += 1
    return filled


@door(void(uint64))
def outdate_all(where):
    """Set the stamp of every entry to 0, so that the numbering can start again."""
    table = as_record(where, TABLE)
    for place in range((table.last_bucket + U64(1)) * table.levels):
        slot = as_record(table.slots + place * table.slot_bytes, SLOT)
        without = slot.entry & ~STAMP_MASK
        slot.check ^= slot.entry ^ without
        slot.entry = without


def available_bytes() -> int | None:
    """Return the bytes of free memory, or None if the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return min(int(line.split()[1]) * 1024, available_to_group())
    except OSError:
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def available_to_group(folder: str = "/sys/fs/cgroup") -> int:
    """Return the bytes that a Linux container may still use; a huge number without a limit.

    Files in its page cache are dropped when memory is needed, so they do not count.
    """
    try:
        texts = [Path(folder, f"memory.{name}").read_text() for name in ("max", "current", "stat")]
        cached = next(line for line in texts[2].splitlines() if line.startswith("inactive_file "))
        return max(int(texts[0]) - int(texts[1]) + int(cached.split()[1]), 0)
    except (OSError, ValueError, StopIteration):  # no such group, or "max"
        return sys.maxsize


def positions_in(mebibytes: int, slot_bytes: int = SLOT.itemsize) -> int:
    """Return the largest power of two of positions that fits into so much memory."""
    return 1 << (mebibytes * MIB // slot_bytes).bit_length() - 1


class TranspositionTable:
    """A table in memory; the core finds it by the address of its header.

    Parameters
    ----------
    settings : dict
        Values by option field (`engine.options`).
    freed : int
        Bytes that will be freed once this table is allocated.

    Attributes
    ----------
    positions, bytes : int
        Its size.
    memory : array of uint8
        The slots.
    pages : Populating
        The allocation of its pages, which goes on while the table is used.
    filled, clashes, collisions : int
        Places in use, and how often stores since the last clearing met or lost a position; after a
        search its counts are added.

    Raises
    ------
    TableError
        If there is not enough memory.
    """

    def __init__(self, settings: dict[str, Any], freed: int = 0) -> None:
        self.header = np.zeros(1, TABLE).view(np.recarray)
        table, scheme = self.header[0], SCHEMES[_row(SCHEMES, settings["replacement_scheme"])]
        broad = any(settings[field] for field in COMPONENTS)
        wide = broad or settings["table_pv_length"] > 1 or settings["hash_bits"] < WHOLE_KEY
        slot_bytes = (BROAD_SLOT if broad else WIDE_SLOT if wide else SLOT).itemsize
        self.filled = self.clashes = self.collisions = 0
        table.levels, table.rule = scheme.levels, scheme.rule
        table.whole_hits = scheme.whole_hits
        table.slot_bytes, table.bucket_bytes = slot_bytes, slot_bytes * scheme.levels
        self._take(_positions(settings, slot_bytes), freed)
        self.populate()
        table.wide, table.broad = wide, broad
        table.keeps_both = settings["entry_both_bounds"]
        table.protects = settings["entry_principal"]
        table.stamp = 1
        table.key_mask = (1 << settings["hash_bits"]) - 1
        self.switch(settings)

    @property
    def buckets(self) -> int:
        """The number of buckets."""
        return int(self.header[0].last_bucket) + 1

    @property
    def levels(self) -> int:
        """Places in a bucket."""
        return int(self.header[0].levels)

    @property
    def hash_bits(self) -> int:
        """Bits of a key that are compared."""
        return int(self.header[0].key_mask).bit_length()

    @property
    def where(self) -> Any:
        """The address of the header."""
        return address(self.header[0])

    def _take(self, positions: int, freed: int) -> None:
        """Allocate memory for so many positions, and set the header to it."""
        table = self.header[0]
        size = positions * int(table.slot_bytes)
        self.memory = _zeros(size, freed)
        self.positions, self.bytes = positions, size
        table.slots, table.last_bucket = address(self.memory), positions // int(table.levels) - 1

    def populate(self) -> None:
        """Start allocating the pages of the memory; it may be used meanwhile."""
        self.pages = Populating(self.memory)

    def clear(self, populate: bool = True) -> None:
        """Empty the table; if it is empty already, its memory is not touched.

        Parameters
        ----------
        populate
            Whether the pages of newly allocated memory are requested at once: not at the start of
            a search, which would have to share the processor.
        """
        table = self.header[0]
        if table.touched:
            self._empty()
            if populate:
                self.populate()
        table.touched, table.stamp = 0, 1
        self.filled = self.clashes = self.collisions = 0

    def _empty(self) -> None:
        """Fill with zeros; a large memory is freed and allocated anew, which is quicker.

        Raises
        ------
        TableError
            If another process took the memory meanwhile; then a table of one bucket is left.
        """
        self.pages.abandon()
        if self.bytes < LARGE_BYTES:
            self.memory.fill(0)
            return
        del self.memory
        try:
            self._take(self.positions, self.bytes)
        except TableError:
            self._take(int(self.header[0].levels), self.bytes)
            raise

    def switch(self, settings: dict[str, Any]) -> None:
        """Set the switches that do not affect the memory."""
        table, use = self.header[0], USES[_row(USES, settings["table_use"])]
        for field in ("stores", "move", "exact", "bounds", "keeps_exact", "keeps_bounds"):
            table[field] = getattr(use, field)
        table.keep_deeper_same = settings["keep_deeper_same"]
        table.stamp_on_read = settings["stamp_on_read"]

    def begin_search(self, settings: dict[str, Any]) -> None:
        """Outdate the entries of earlier searches, or clear the table without time stamping."""
        table = self.header[0]
        self.switch(settings)
        if not settings["time_stamping"]:
            self.clear(populate=False)
        elif table.stamp == LAST_STAMP:
            outdate_all(self.where)
            table.stamp = 1
        else:
            table.stamp += 1

    def add(self, counts: Any) -> None:
        """Add what a thread counted in a search that has ended (a COUNTS record)."""
        self.filled += int(counts.filled)
        self.clashes += int(counts.clashes)
        self.collisions += int(counts.collisions)

    def sizes(self) -> dict[str, int]:
        """Return its sizes and what happened to its places since the last clearing, by name."""
        names = ("positions", "buckets", "levels", "hash_bits", "filled", "clashes", "collisions")
        return {name: getattr(self, name) for name in names}

    def hashfull(self) -> int:
        """Return how much of the table the current search has filled, in per mille of a sample."""
        table = self.header[0]
        buckets = min(1000, int(table.last_bucket) + 1)
        places = buckets * int(table.levels)
        return int(current_places(self.where, buckets)) * 1000 // places


def _row(rows: Any, name: str) -> int:
    return [row.name for row in rows].index(name)


def _positions(settings: dict[str, Any], slot_bytes: int) -> int:
    asked = positions_of(settings["table_positions"])
    return asked or positions_in(settings["hash_mib"], slot_bytes)


def _zeros(size: int, freed: int) -> Any:
    """Zeroed memory that begins on a cache line."""
    available = available_bytes()
    if available is not None and size > available + freed:
        raise TableError(
            f"A table of {size / MIB:,.0f} MiB does not fit into the free memory of "
            f"{(available + freed) / MIB:,.0f} MiB."
        )
    try:
        memory = np.zeros(size + CACHE_LINE, np.uint8)
    except MemoryError:
        raise TableError(f"The system cannot allocate {size / MIB:,.0f} MiB for a table.") from None
    start = -int(address(memory)) % CACHE_LINE
    return memory[start : start + size]
