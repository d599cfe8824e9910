"""An entry of the table: one word of 64 bits, and the slot that holds it.

Bits of the word: move 0-15, score 16-31, depth 32-38, bound 39-40, stamp 41-47, size 48-63.
A word of 0 is an empty entry. Reading a slot copies the word, so that another thread cannot change
it meanwhile.

Source: Breuker 1998, section 2.2 (the five traditional fields) and 2.4 (size, stamp).
"""

import numpy as np

from engine.machine.core import core, int64, record, uint64
from engine.machine.words import U64, highest

SLOT = np.dtype([("check", "u8"), ("entry", "u8")], align=True)
"""`check` is the key exclusive-or the entry (and the rest of the line, if the slot is wide): a slot
written by two threads at once matches no position."""

WIDE_SLOT = np.dtype(
    [
        ("check", "u8"),
        ("entry", "u8"),
        ("rest", "u8"),  # up to four moves that follow the entry's own
        ("shadow", "u8"),  # the whole key, when only some of its bits are compared
    ],
    align=True,
)

BROAD_SLOT = np.dtype(
    [
        ("check", "u8"),
        ("entry", "u8"),
        ("rest", "u8"),
        ("shadow", "u8"),
        ("beside", "u8"),  # the other bound and the marks, see components.py
    ],
    align=True,
)
"""The slot for the optional components of an entry."""

Slot, WideSlot, BroadSlot = record(SLOT), record(WIDE_SLOT), record(BROAD_SLOT)

EXACT, LOWER, UPPER = 1, 2, 3
"""Bounds: exact value, lower bound, upper bound. 0 stands for no entry."""

MOVE_MASK, SCORE_AT, DEPTH_AT, BOUND_AT = U64(0xFFFF), U64(16), U64(32), U64(39)
STAMP_AT, SIZE_AT = U64(41), U64(48)
SEVEN_BITS, TWO_BITS, SIXTEEN_BITS = U64(127), U64(3), U64(0xFFFF)
STAMP_MASK = SEVEN_BITS << STAMP_AT
DEEPEST, LAST_STAMP = 127, 127
"""What seven bits can hold: the depth of a full-width search, and the number of a search."""

MANTISSA_BITS = U64(11)
MANTISSA = U64(1 << 11)
BIGGEST = U64((1 << 42) - 1)


@core(uint64(uint64), forceinline=True)
def short_size(nodes):
    """A node count in 16 bits that preserve the order: exact below 2048, then to 1 in 2048."""
    if nodes < MANTISSA:
        return nodes
    if nodes > BIGGEST:
        nodes = BIGGEST
    power = highest(nodes) - MANTISSA_BITS
    return (power << MANTISSA_BITS) + (nodes >> power)


@core(uint64(uint64), forceinline=True)
def long_size(short):
    """The smallest node count that has this short form."""
    if short < MANTISSA + MANTISSA:
        return short
    power = (short >> MANTISSA_BITS) - U64(1)
    return (short - (power << MANTISSA_BITS)) << power


@core(uint64(uint64, int64, int64, int64, uint64), forceinline=True)
def new_entry(move, score, depth, bound, nodes):
    """Pack a result; the stamp is set when it is stored. `nodes` is the size of its subtree."""
    return (
        move & MOVE_MASK
        | uint64(score & 0xFFFF) << SCORE_AT
        | uint64(depth) << DEPTH_AT
        | uint64(bound) << BOUND_AT
        | short_size(nodes) << SIZE_AT
    )


@core(uint64(uint64), forceinline=True)
def entry_move(entry):
    """The move in 16 bits, 0 if there is none."""
    return entry & MOVE_MASK


@core(int64(uint64), forceinline=True)
def entry_score(entry):
    """The score in centipawns; mates counted from the position itself."""
    return (int64(entry >> SCORE_AT & SIXTEEN_BITS) ^ 0x8000) - 0x8000


@core(int64(uint64), forceinline=True)
def entry_depth(entry):
    """The plies that were searched below the position."""
    return int64(entry >> DEPTH_AT & SEVEN_BITS)


@core(int64(uint64), forceinline=True)
def entry_bound(entry):
    """EXACT, LOWER or UPPER."""
    return int64(entry >> BOUND_AT & TWO_BITS)


@core(uint64(uint64), forceinline=True)
def entry_stamp(entry):
    """The number of the search that stored it, 1 to LAST_STAMP; 0 is any much earlier search."""
    return entry >> STAMP_AT & SEVEN_BITS


@core(uint64(uint64), forceinline=True)
def entry_size(entry):
    """The short form of the subtree's node count, for comparing."""
    return entry >> SIZE_AT
