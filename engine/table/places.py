"""The header of a table, and its places: where they lie, how one is read, written and copied.

The low bits of the key select the bucket; the whole key, or its `Hash Bits` low bits, is compared.
The scheme is known only by the fields of TABLE that its row has set.
"""

import numpy as np

from engine.board.names import NONE
from engine.machine.core import boolean, core, record, tuple_of, uint64, void
from engine.machine.words import as_record, copy, prefetch
from engine.table.entry import (
    BROAD_SLOT,
    SLOT,
    STAMP_AT,
    STAMP_MASK,
    WIDE_SLOT,
    entry_stamp,
)
from engine.table.statistics import Counts

TABLE = np.dtype(
    [
        ("slots", "u8"),  # address of the first slot
        ("last_bucket", "u8"),  # number of buckets - 1; their number is a power of two
        ("slot_bytes", "u8"),
        ("bucket_bytes", "u8"),
        ("key_mask", "u8"),  # the bits of a key that are compared
        ("stamp", "u8"),  # of the current search, 1 .. LAST_STAMP
        ("levels", "u8"),  # places in a bucket
        ("rule", "u8"),  # replacement.newcomer_wins
        ("touched", "u1"),  # something was stored since it was cleared
        ("wide", "u1"),  # slots are WIDE_SLOT, or BROAD_SLOT
        ("broad", "u1"),  # slots are BROAD_SLOT
        ("keeps_both", "u1"),  # an entry keeps a bound of the other side
        ("protects", "u1"),  # entries with the mark PRINCIPAL keep their places
        ("whole_hits", "u1"),  # a hit counts as its stored size
        ("stores", "u1"),  # the switches of `uses.py`
        ("move", "u1"),
        ("exact", "u1"),
        ("bounds", "u1"),
        ("keeps_exact", "u1"),
        ("keeps_bounds", "u1"),
        ("keep_deeper_same", "u1"),
        ("stamp_on_read", "u1"),
    ],
    align=True,
)

Table = record(TABLE)
PAIR = tuple_of(uint64, uint64)


@core(uint64(Table, uint64), forceinline=True)
def bucket(table, key):
    """The address of the first place for a key."""
    return table.slots + (key & table.key_mask & table.last_bucket) * table.bucket_bytes


@core(void(Table, uint64))
def fetch(table, key):
    """Prefetch the bucket's cache line, some time before it is needed."""
    prefetch(as_record(bucket(table, key), SLOT))


@core(PAIR(Table, uint64), forceinline=True)
def rest_and_shadow(table, where):
    """The further words of a place: 0 and 0 if it is not wide."""
    if not table.wide:
        return NONE, NONE
    slot = as_record(where, WIDE_SLOT)
    return slot.rest, slot.shadow


@core(uint64(Table, uint64), forceinline=True)
def word_beside(table, where):
    """The word of the optional components of a place (`components.py`), 0 without them."""
    return as_record(where, BROAD_SLOT).beside if table.broad else NONE


@core(uint64(Table, uint64, uint64), forceinline=True)
def entry_held(table, where, key):
    """The entry of the place if it is this position's, judged by the compared bits, else 0."""
    slot = as_record(where, SLOT)
    entry = slot.entry
    rest, _ = rest_and_shadow(table, where)
    beside = word_beside(table, where)
    return entry if slot.check ^ entry ^ rest ^ beside == key & table.key_mask else NONE


@core(boolean(Table, uint64, uint64))
def holds(table, where, key):
    """Whether the place holds this position, judged by the compared bits."""
    return entry_held(table, where, key) != NONE


@core(boolean(Table, uint64), forceinline=True)
def is_outdated(table, entry):
    """Whether an earlier search stored it, and this one has not read it with `Stamp On Read`."""
    return entry_stamp(entry) != table.stamp


@core(void(Table, Counts, uint64))
def refresh(table, counts, where):
    """Give the entry of a place the stamp of the current search."""
    slot = as_record(where, SLOT)
    stamped = slot.entry & ~STAMP_MASK | table.stamp << STAMP_AT
    slot.check ^= slot.entry ^ stamped
    slot.entry = stamped
    counts.refreshed += 1


@core(void(Table, uint64, uint64, uint64, uint64, uint64))
def write(table, where, key, entry, rest, beside):
    """Overwrite one place with a stamped entry, as far as its slots hold the further words."""
    if not table.touched:  # a write would take the line of the header from the other threads
        table.touched = 1
    slot = as_record(where, SLOT)
    slot.entry = entry
    check = key & table.key_mask ^ entry
    if table.wide:
        wide = as_record(where, WIDE_SLOT)
        wide.rest, wide.shadow = rest, key
        check ^= rest
    if table.broad:
        as_record(where, BROAD_SLOT).beside = beside
        check ^= beside
    slot.check = check


@core(void(Table, uint64, uint64))
def copy_place(table, target, source):
    """Overwrite one place with another."""
    if table.broad:
        copy(as_record(target, BROAD_SLOT), as_record(source, BROAD_SLOT))
    elif table.wide:
        copy(as_record(target, WIDE_SLOT), as_record(source, WIDE_SLOT))
    else:
        copy(as_record(target, SLOT), as_record(source, SLOT))
