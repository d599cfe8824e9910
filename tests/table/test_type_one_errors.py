"""Type-1 errors: two positions with one hash value. With few bits they really happen.

Sources: Breuker 1998, section 2.1, formula 2.2; choice X19 of docs/choices.md.
"""

import random

import pytest

from engine.board.names import NONE
from engine.machine.words import U64, address
from engine.table.entry import EXACT, new_entry
from engine.table.errors import expected_errors
from tests.search.positions import AFTER_THE_REPLY, LARGE, ONE_REPLY, board_of
from tests.search.thinker import Thinker
from tests.table.small_table import SmallTable, store_by

POSITIONS = {"Kiwipete": 5, "MG4.28": 6, "EG2.36": 7}


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.mark.parametrize("bits", [16, 18, 20, 24])
def test_mistakes_are_those_of_a_simulation(bits):
    """A dictionary from the low bits to the last key that was stored under them."""
    table = SmallTable("NEW", 1024, hash_bits=bits, table_pv_length=1)
    chance, known, mistaken, hits = random.Random(bits), {}, 0, 0
    stored = {}
    for _ in range(6000):
        key = chance.randrange(2**64)
        low, bucket = key % 2**bits, key % 1024
        if stored.get(bucket) == low:
            hits += 1
            mistaken += known[low] != key
        assert (table.find(key) is None) == (stored.get(bucket) != low)
        table.store(key, 1, 1)
        stored[bucket], known[low] = low, key
    assert table.counts.get("hits", 0) == hits
    assert table.counts.get("mistaken", 0) == mistaken
    assert mistaken or bits > 20


@pytest.mark.parametrize(
    ("bits", "positions"), [(16, 2000), (16, 20_000), (18, 6000), (20, 12_000)]
)
def test_as_many_as_formula_2_2_expects(bits, positions):
    """M random keys into a table that can hold them all: M - N(1 - exp(-M/N)) find company."""
    expected = expected_errors(positions, 2**bits)
    mistaken, rounds = 0, 3
    for seed in range(rounds):
        table = SmallTable("NEW", 1 << 16, hash_bits=bits, table_positions="64K")
        # The index must not throw anything out: the remaining bits of the key above 16 tell keys
        # of one place apart, and a place lost is a mistake that cannot happen any more.
        chance = random.Random(f"{bits} {positions} {seed}")
        for _ in range(positions):
            key = chance.randrange(2**64)
            table.find(key)
            table.store(key, 1, 1)
        mistaken += table.counts.get("mistaken", 0)
        if bits > 16:
            expected = expected_of_a_crowded_table(positions, bits)
    spread = max(1.0, (rounds * expected) ** 0.5)
    assert abs(mistaken - rounds * expected) < 5 * spread


def expected_of_a_crowded_table(positions, bits):
    """Mistakes when the last key of each of 2^16 places is remembered.

    The n-th key finds its place filled with probability 1 - (1 - 2^-16)^n, and then the other
    bits of the resident, which is another key, agree with probability 2^16 / 2^bits.
    """
    filled = sum(1 - (1 - 2**-16) ** number for number in range(positions))
    return filled * 2**16 / 2**bits


def test_enough_bits_make_no_mistakes(thinker):
    """64 bits keep no whole key beside the entry, and need none."""
    for name, depth in POSITIONS.items():
        for bits in (40, 64):
            found = thinker.reset(hash_bits=bits).think(LARGE[name], depth)
            assert found.counts["mistaken"] == found.counts["illegal"] == 0
            assert found.counts["hits"] > 100


@pytest.mark.parametrize("name", POSITIONS)
def test_few_bits_make_many(thinker, name):
    """Most are seen by an illegal table move, and the entry is then as good as not found."""
    counts = {}
    for bits in (16, 20, 24):
        thinker.reset(hash_bits=bits, table_positions="256K")
        found = thinker.think(LARGE[name], POSITIONS[name])
        counts[bits] = found.counts
        assert found.counts["illegal"] <= found.counts["mistaken"]
        assert found.counts["mistaken"] <= found.counts["hits"] + found.counts["illegal"]
        assert found.result.move in board_of(LARGE[name]).legal_moves
    assert counts[16]["mistaken"] > counts[20]["mistaken"] > counts[24]["mistaken"]
    assert counts[16]["illegal"] > counts[16]["mistaken"] / 2


@pytest.mark.parametrize(("tested", "hits"), [(True, 0), (False, 1)])
def test_an_entry_with_an_illegal_move_is_no_hit(thinker, tested, hits):
    """X19: not found. One ply: two look-ups of the root, which is not there, and one of the leaf.

    The leaf's entry has the move a1a1, which no position allows.
    """
    thinker.reset(table_legality_test=tested)
    key, counts = thinker.key(board_of(AFTER_THE_REPLY)), address(thinker.engine.thread.counts[0])
    entry = U64(new_entry(U64(1 << 12), -123, 3, EXACT, U64(9)))
    store_by((thinker.engine._table.where, counts), U64(key), entry, NONE, NONE)
    found = thinker.think(ONE_REPLY, 1)
    assert (found.counts["reads"], found.counts["hits"]) == (3, hits)
    assert found.counts["illegal"] == 1
    assert (found.score == 123) == (not tested)


def test_without_the_legality_test_illegal_moves_are_still_never_played(thinker):
    """Their scores are believed then, and answer wrongly, but the board stays sound."""
    for name, depth in POSITIONS.items():
        found = thinker.reset(hash_bits=16, table_legality_test=False).think(LARGE[name], depth)
        assert found.counts["illegal"] > 0
        board = board_of(LARGE[name])
        for info in found.infos:
            after = board.copy()
            for move in info.pv:
                assert move in after.legal_moves
                after.push(move)
