"""Probing for a position and storing a result, in buckets of one place or two.

The low bits of the key select the bucket; the whole key, or its `Hash Bits` low bits, is compared.
The scheme is known only by the fields of TABLE that its row has set.

Sources: Breuker 1998, sections 2.1 to 2.5; choices X2 and X4 to X7 of docs/choices.md.
"""

import numpy as np

from engine.board.names import NONE, ONE
from engine.machine.core import boolean, core, record, tuple_of, uint64, void
from engine.machine.words import as_record, copy, prefetch
from engine.table import replacement
from engine.table.entry import (
    EXACT,
    SLOT,
    STAMP_AT,
    STAMP_MASK,
    WIDE_SLOT,
    entry_bound,
    entry_depth,
    entry_size,
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
        ("wide", "u1"),  # slots are WIDE_SLOT
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

newcomer_wins = core(boolean(uint64, uint64, uint64, uint64, uint64))(replacement.newcomer_wins)


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


@core(boolean(Table, uint64, uint64))
def holds(table, where, key):
    """Whether the place holds this position, judged by the compared bits."""
    slot = as_record(where, SLOT)
    entry = slot.entry
    rest, _ = rest_and_shadow(table, where)
    return entry != NONE and slot.check ^ entry ^ rest == key & table.key_mask


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


@core(PAIR(Table, Counts, uint64))
def probe(table, counts, key):
    """Return the position's entry and the rest of its line; 0 and 0 if it is not there."""
    if not table.stores:
        return NONE, NONE
    counts.reads += 1
    where = bucket(table, key)
    for _ in range(table.levels):
        slot = as_record(where, SLOT)
        entry, check = slot.entry, slot.check
        rest, shadow = rest_and_shadow(table, where)
        if entry and check ^ entry ^ rest == key & table.key_mask:
            counts.hits += 1
            if table.wide and shadow != key:
                counts.mistaken += 1
            if table.stamp_on_read and is_outdated(table, entry):
                refresh(table, counts, where)
            return entry, rest
        where += table.slot_bytes
    return NONE, NONE


@core(void(Table, uint64, uint64, uint64, uint64))
def write(table, where, key, entry, rest):
    """Overwrite one place with a stamped entry."""
    if not table.touched:  # a write would take the line of the header from the other threads
        table.touched = 1
    slot = as_record(where, SLOT)
    slot.entry = entry
    if table.wide:
        wide = as_record(where, WIDE_SLOT)
        wide.rest, wide.shadow = rest, key
        slot.check = key & table.key_mask ^ entry ^ rest
    else:
        slot.check = key & table.key_mask ^ entry


@core(void(Table, uint64, uint64))
def copy_place(table, target, source):
    """Overwrite one place with another."""
    if table.wide:
        copy(as_record(target, WIDE_SLOT), as_record(source, WIDE_SLOT))
    else:
        copy(as_record(target, SLOT), as_record(source, SLOT))


@core(boolean(Table, uint64, uint64))
def outranks(table, entry, resident):
    """Whether the entry wins the first place against a resident of the current search."""
    return newcomer_wins(
        table.rule,
        uint64(entry_depth(entry)),
        entry_size(entry),
        uint64(entry_depth(resident)),
        entry_size(resident),
    )


@core(void(Table, Counts, uint64))
def count_loss(table, counts, resident):
    """Count what is overwritten: an empty place, an outdated position or a current one."""
    if not resident:
        counts.filled += 1
        return
    counts.collisions += 1
    if is_outdated(table, resident):
        counts.outdated += 1


@core(void(Table, Counts, uint64, uint64, uint64))
def store_in_one(table, counts, key, entry, rest):
    """One place: the newcomer replaces an outdated resident, or any if the scheme says so."""
    where = bucket(table, key)
    resident = as_record(where, SLOT).entry
    if resident:
        counts.clashes += 1
        if not is_outdated(table, resident) and not outranks(table, entry, resident):
            counts.refused += 1
            counts.collisions += 1
            return
    count_loss(table, counts, resident)
    write(table, where, key, entry, rest)


@core(void(Table, Counts, uint64, uint64, uint64))
def store_in_two(table, counts, key, entry, rest):
    """Two places: the newcomer is always stored; the winner by the scheme takes the first place.

    A current position is never lost while an outdated one is there (X5).
    """
    first = bucket(table, key)
    second = first + table.slot_bytes
    resident, below = as_record(first, SLOT).entry, as_record(second, SLOT).entry
    if not resident:
        count_loss(table, counts, resident)
        write(table, first, key, entry, rest)
        return
    counts.clashes += 1
    if is_outdated(table, resident) and below and not is_outdated(table, below):
        count_loss(table, counts, resident)
        if outranks(table, entry, below):
            write(table, first, key, entry, rest)
            return
        copy_place(table, first, second)
        write(table, second, key, entry, rest)
        return
    count_loss(table, counts, below)
    if is_outdated(table, resident) or outranks(table, entry, resident):
        copy_place(table, second, first)
        write(table, first, key, entry, rest)
    else:
        write(table, second, key, entry, rest)


@core(void(Table, Counts, uint64, uint64), forceinline=True)
def count_alias(table, counts, where, key):
    """Count the loss of a position if the place holds another one with the same compared bits."""
    if table.wide and as_record(where, WIDE_SLOT).shadow != key:
        counts.aliases += 1
        counts.clashes += 1
        count_loss(table, counts, as_record(where, SLOT).entry)


@core(boolean(Table, Counts, uint64, uint64, uint64, uint64))
def update(table, counts, where, key, entry, rest):
    """Update the entry of a position in the bucket at `where`; whether there was one.

    With some bits of the key compared it may be that of another position, which is lost.
    """
    for level in range(table.levels):
        place = where + uint64(level) * table.slot_bytes
        if not holds(table, place, key):
            continue
        count_alias(table, counts, place, key)
        known = as_record(place, SLOT).entry
        deeper = entry_depth(known) > entry_depth(entry)
        if table.keep_deeper_same and deeper and not is_outdated(table, known):
            return True
        resident = as_record(where, SLOT).entry
        if level and (is_outdated(table, resident) or outranks(table, entry, resident)):
            copy_place(table, place, where)
            place = where
        write(table, place, key, entry, rest)
        return True
    return False


@core(void(Table, Counts, uint64, uint64, uint64))
def store(table, counts, key, entry, rest):
    """Offer a result to the table: `entry` without stamp, and the rest of its line."""
    exact = entry_bound(entry) == EXACT
    if not table.stores or not (table.keeps_exact if exact else table.keeps_bounds):
        return
    counts.writes += 1
    entry = entry & ~STAMP_MASK | table.stamp << STAMP_AT
    if update(table, counts, bucket(table, key), key, entry, rest):
        return
    if table.levels == ONE:
        store_in_one(table, counts, key, entry, rest)
    else:
        store_in_two(table, counts, key, entry, rest)
