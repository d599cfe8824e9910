"""Probing for a position and storing a result, in buckets of one place or two.

Sources: Breuker 1998, sections 2.1 to 2.5; choices X2 and X4 to X7 of docs/choices.md.
"""

from engine.board.names import NONE, ONE
from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import as_record
from engine.table import replacement
from engine.table.components import PRINCIPAL, other_bound_kept
from engine.table.entry import (
    BROAD_SLOT,
    EXACT,
    SLOT,
    STAMP_AT,
    STAMP_MASK,
    WIDE_SLOT,
    entry_bound,
    entry_depth,
    entry_size,
)
from engine.table.places import (
    PAIR,
    Table,
    bucket,
    copy_place,
    entry_held,
    holds,
    is_outdated,
    refresh,
    rest_and_shadow,
    word_beside,
    write,
)
from engine.table.statistics import Counts

newcomer_wins = core(boolean(uint64, uint64, uint64, uint64, uint64))(replacement.newcomer_wins)


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
        beside = word_beside(table, where)
        if entry and check ^ entry ^ rest ^ beside == key & table.key_mask:
            counts.hits += 1
            if table.wide and shadow != key:
                counts.mistaken += 1
            if table.stamp_on_read and is_outdated(table, entry):
                refresh(table, counts, where)
            return entry, rest
        where += table.slot_bytes
    return NONE, NONE


@core(uint64(Table, uint64))
def peek(table, key):
    """Return the position's entry, 0 if it is not there; nothing is counted or refreshed.

    For a reader beside the search, which may write meanwhile.
    """
    if not table.stores:
        return NONE
    where = bucket(table, key)
    for _ in range(table.levels):
        entry = entry_held(table, where, key)
        if entry:
            return entry
        where += table.slot_bytes
    return NONE


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


@core(boolean(Table, uint64), forceinline=True)
def is_protected(table, where):
    """Whether the place holds an entry of this search on the main line of a root move."""
    if not table.protects or not word_beside(table, where) & PRINCIPAL:
        return False
    return not is_outdated(table, as_record(where, SLOT).entry)


@core(void(Counts))
def count_refused(counts):
    """Count a result that was not stored: the newcomer is what is lost."""
    counts.refused += 1
    counts.collisions += 1


@core(void(Table, Counts, uint64, uint64, uint64, uint64))
def store_in_one(table, counts, key, entry, rest, beside):
    """One place: the newcomer replaces an outdated resident, or any if the scheme says so."""
    where = bucket(table, key)
    resident = as_record(where, SLOT).entry
    if resident:
        counts.clashes += 1
        if is_protected(table, where):
            counts.protected += 1
            count_refused(counts)
            return
        if not is_outdated(table, resident) and not outranks(table, entry, resident):
            count_refused(counts)
            return
    count_loss(table, counts, resident)
    write(table, where, key, entry, rest, beside)


@core(void(Table, Counts, uint64, uint64, uint64, uint64))
def store_beside_protected(table, counts, key, entry, rest, beside):
    """Two places, one of them protected at least: the newcomer may take the other.

    The second place as always; the first one if the scheme says so.
    """
    first = bucket(table, key)
    second = first + table.slot_bytes
    counts.protected += 1
    if not is_protected(table, second):
        count_loss(table, counts, as_record(second, SLOT).entry)
        write(table, second, key, entry, rest, beside)
        return
    resident = as_record(first, SLOT).entry
    may_go = is_outdated(table, resident) or outranks(table, entry, resident)
    if may_go and not is_protected(table, first):
        count_loss(table, counts, resident)
        write(table, first, key, entry, rest, beside)
    else:
        count_refused(counts)


@core(void(Table, Counts, uint64, uint64, uint64, uint64))
def store_in_two(table, counts, key, entry, rest, beside):
    """Two places: the newcomer is always stored; the winner by the scheme takes the first place.

    A current position is never lost while an outdated one is there (X5).
    """
    first = bucket(table, key)
    second = first + table.slot_bytes
    resident, below = as_record(first, SLOT).entry, as_record(second, SLOT).entry
    if not resident:
        count_loss(table, counts, resident)
        write(table, first, key, entry, rest, beside)
        return
    counts.clashes += 1
    if is_protected(table, first) or (below and is_protected(table, second)):
        store_beside_protected(table, counts, key, entry, rest, beside)
        return
    if is_outdated(table, resident) and below and not is_outdated(table, below):
        count_loss(table, counts, resident)
        if outranks(table, entry, below):
            write(table, first, key, entry, rest, beside)
            return
        copy_place(table, first, second)
        write(table, second, key, entry, rest, beside)
        return
    count_loss(table, counts, below)
    if is_outdated(table, resident) or outranks(table, entry, resident):
        copy_place(table, second, first)
        write(table, first, key, entry, rest, beside)
    else:
        write(table, second, key, entry, rest, beside)


@core(void(Table, Counts, uint64, uint64), forceinline=True)
def count_alias(table, counts, where, key):
    """Count the loss of a position if the place holds another one with the same compared bits."""
    if table.wide and as_record(where, WIDE_SLOT).shadow != key:
        counts.aliases += 1
        counts.clashes += 1
        count_loss(table, counts, as_record(where, SLOT).entry)


@core(boolean(Table, uint64, uint64, uint64, uint64), forceinline=True)
def belong_together(table, where, key, entry, beside):
    """Whether a place has these two words for the position: they were read one after the other.

    Another thread may have written between the two readings; then the check fails.
    """
    rest, _ = rest_and_shadow(table, where)
    return as_record(where, SLOT).check ^ entry ^ rest ^ beside == key & table.key_mask


@core(uint64(Table, uint64, uint64, uint64, uint64))
def updated_beside(table, where, key, entry, beside):
    """The word beside a new entry of the position that the place holds already."""
    known, word = as_record(where, SLOT).entry, word_beside(table, where)
    if not belong_together(table, where, key, known, word):
        return beside
    if table.keeps_both:
        beside |= other_bound_kept(entry, known, word)
    if not is_outdated(table, known):
        beside |= word & PRINCIPAL
    return beside


@core(boolean(Table, Counts, uint64, uint64, uint64, uint64))
def update(table, counts, key, entry, rest, beside):
    """Update the entry of a position in its bucket; whether there was one.

    With some bits of the key compared it may be that of another position, which is lost.
    """
    where = bucket(table, key)
    for level in range(table.levels):
        place = where + uint64(level) * table.slot_bytes
        if not holds(table, place, key):
            continue
        count_alias(table, counts, place, key)
        known = as_record(place, SLOT).entry
        deeper = entry_depth(known) > entry_depth(entry)
        if table.keep_deeper_same and deeper and not is_outdated(table, known):
            return True
        if table.broad:
            beside = updated_beside(table, place, key, entry, beside)
        resident = as_record(where, SLOT).entry
        if level and (is_outdated(table, resident) or outranks(table, entry, resident)):
            copy_place(table, place, where)
            place = where
        write(table, place, key, entry, rest, beside)
        return True
    return False


@core(void(Table, Counts, uint64, uint64, uint64, uint64))
def store(table, counts, key, entry, rest, beside):
    """Offer a result to the table: `entry` without stamp, the rest of its line, and its marks."""
    exact = entry_bound(entry) == EXACT
    if not table.stores or not (table.keeps_exact if exact else table.keeps_bounds):
        return
    counts.writes += 1
    entry = entry & ~STAMP_MASK | table.stamp << STAMP_AT
    if update(table, counts, key, entry, rest, beside):
        return
    if table.levels == ONE:
        store_in_one(table, counts, key, entry, rest, beside)
    else:
        store_in_two(table, counts, key, entry, rest, beside)


@core(uint64(Table, uint64, uint64))
def probe_beside(table, key, entry):
    """The word of the optional components that lies beside an entry which a probe has given.

    0 if it has none, or if another thread has replaced the entry meanwhile: what the word says of
    the new one need not be true of the old one. A stamp may have been refreshed.
    """
    where = bucket(table, key)
    for _ in range(table.levels):
        present, beside = as_record(where, SLOT).entry, word_beside(table, where)
        same = (present ^ entry) & ~STAMP_MASK == NONE
        if same and belong_together(table, where, key, present, beside):
            return beside
        where += table.slot_bytes
    return NONE


@core(void(Table, uint64, boolean))
def mark_principal(table, key, wanted):
    """Set or remove the mark PRINCIPAL of a position, if the table holds it."""
    where = bucket(table, key)
    for _ in range(table.levels):
        if holds(table, where, key):
            slot = as_record(where, BROAD_SLOT)
            beside = slot.beside | PRINCIPAL if wanted else slot.beside & ~PRINCIPAL
            slot.check ^= slot.beside ^ beside
            slot.beside = beside
        where += table.slot_bytes
