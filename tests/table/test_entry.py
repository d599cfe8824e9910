"""An entry is one word: what goes in comes out, and sizes keep their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.machine.words import U64
from engine.table.entry import (
    BIGGEST,
    DEEPEST,
    EXACT,
    LAST_STAMP,
    LOWER,
    SLOT,
    UPPER,
    WIDE_SLOT,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    entry_size,
    entry_stamp,
    long_size,
    new_entry,
    short_size,
)
from tests.table.small_table import parts

pytestmark = pytest.mark.uncompiled

SIZES = some.integers(0, 2**42 - 1)


@given(
    move=some.integers(0, 2**16 - 1),
    score=some.integers(-32000, 32000),
    depth=some.integers(0, DEEPEST),
    bound=some.sampled_from([EXACT, LOWER, UPPER]),
    size=some.integers(0, 2**60),
)
def test_what_goes_in_comes_out(move, score, depth, bound, size):
    word = U64(new_entry(U64(move), score, depth, bound, U64(size)))
    read = (entry_move, entry_score, entry_depth, entry_bound, entry_stamp)
    assert [int(part(word)) for part in read] == [move, score, depth, bound, 0]
    assert int(entry_size(word)) == int(short_size(U64(size)))
    assert int(word) != 0, "a stored result must not look like an empty place"
    entry = parts(int(word))
    assert entry[:5] == (move, score, depth, bound, 0)
    assert entry.size == int(long_size(U64(entry_size(word))))


@given(stamp=some.integers(0, LAST_STAMP), move=some.integers(0, 2**16 - 1))
def test_stamps_touch_nothing_else(stamp, move):
    bare = U64(new_entry(U64(move), -1, DEEPEST, UPPER, U64(2**42)))
    word = U64(int(bare) | stamp << 41)
    assert int(entry_stamp(word)) == stamp
    assert parts(int(word)) == parts(int(bare))._replace(stamp=stamp)


@given(SIZES, SIZES)
def test_short_sizes_keep_the_order(one, other):
    """What the BIG schemes compare: a bigger subtree never has the smaller short form."""
    small, big = sorted((one, other))
    assert int(short_size(U64(small))) <= int(short_size(U64(big))) < 2**16


@given(SIZES)
def test_short_sizes_are_good_to_1_in_2048(size):
    long = int(long_size(U64(short_size(U64(size)))))
    assert long <= size
    assert size - long <= size / 2048
    assert int(short_size(U64(long))) == int(short_size(U64(size)))


def test_sizes_at_the_borders():
    """Exact below 4096, the first step of 2 there, saturated at the top."""
    for size in (0, 1, 2047, 2048, 4095):
        assert int(short_size(U64(size))) == size
        assert int(long_size(U64(size))) == size
    assert [int(short_size(U64(size))) for size in (4096, 4097, 4098)] == [4096, 4096, 4097]
    top = int(short_size(U64(BIGGEST)))
    assert top == 2**16 - 1
    assert int(short_size(U64(2**63))) == top
    assert int(long_size(U64(top))) == 4095 << 30


def test_every_short_size_means_a_size_of_its_own():
    long = [int(long_size(U64(short))) for short in range(0, 2**16, 7)]
    assert long == sorted(set(long))


def test_slots():
    """16 bytes for the traditional entry, 32 with a line: two places fill half a cache line."""
    assert (SLOT.itemsize, WIDE_SLOT.itemsize) == (16, 32)
    assert WIDE_SLOT.names[:2] == SLOT.names
