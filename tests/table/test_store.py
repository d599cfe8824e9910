"""Storing and looking up: random sequences against the naive table, and the switches."""

import random

import pytest

from engine.table.entry import EXACT, LOWER, UPPER
from engine.table.replacement import SCHEMES
from engine.table.uses import USES
from tests.naive import Table
from tests.table.small_table import SmallTable
from tests.table.test_replacement import WHO_STAYS, WINS

STORES = 1500
KEYS = 24
BUCKETS = 4
COUNTED = ("writes", "filled", "refused", "clashes", "collisions", "outdated")


class KeepingTable(Table):
    """The naive table, which may also protect a deeper current result of the same position.

    What it knows of a scheme is written down in test_replacement.py.
    """

    keeps_deeper_same = False

    def __init__(self, scheme, buckets):
        super().__init__(WINS[scheme], max(map(len, WHO_STAYS[scheme])), buckets)

    def renewed(self, bucket, candidate):
        """As before, unless the known result of this search is deeper."""
        known = next(resident for resident in bucket if resident.key == candidate.key)
        if self.keeps_deeper_same and known.depth > candidate.depth and not self.is_stamped(known):
            return bucket
        return super().renewed(bucket, candidate)


def rounded(size):
    """A size as far as 16 bits can tell: twelve binary digits."""
    spare = max(0, size.bit_length() - 12)
    return size >> spare << spare


def count_store(counted, before, after, candidate, search):
    """What one store does to the counters, judged from the bucket before and after."""
    counted["writes"] += 1
    keys_before = {resident.key for resident in before}
    if candidate in keys_before:
        return
    keys_after = {resident.key for resident in after}
    gone = [resident for resident in before if resident.key not in keys_after]
    counted["filled"] += len(after) - len(before)
    counted["refused"] += candidate not in keys_after
    counted["clashes"] += bool(before)
    counted["collisions"] += len(gone) + (candidate not in keys_after)
    counted["outdated"] += sum(resident.search != search for resident in gone)


@pytest.mark.parametrize("keeping", [False, True], ids=["renewing", "keeping deeper same"])
@pytest.mark.parametrize("stamping", [True, False], ids=["stamping", "clearing"])
@pytest.mark.parametrize("length", [1, 5], ids=["narrow", "wide"])
@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
def test_random_sequences(scheme, length, stamping, keeping):
    """After every store the bucket is that of the naive table, place by place; so are counters."""
    table = SmallTable(
        scheme.name, BUCKETS, table_pv_length=length, time_stamping=stamping,
        keep_deeper_same=keeping,
    )  # fmt: skip
    naive = KeepingTable(scheme.name, BUCKETS)
    naive.keeps_deeper_same = keeping
    chance = random.Random(f"{scheme.name} {length} {stamping} {keeping}")
    counted = dict.fromkeys(COUNTED, 0)
    for _ in range(STORES):
        if chance.random() < 0.02:
            table.begin_search()
            naive.new_search()
            if not stamping:
                naive.clear()
        key, depth = chance.randrange(KEYS) * 0x9E3779B97F4A7C15 % 2**64, chance.randrange(1, 6)
        size = chance.choice((chance.randrange(1, 9), chance.randrange(1, 2**40)))
        payload = chance.randrange(1, 2**16)
        before = list(naive.bucket(key))
        naive.store(key, depth, rounded(size), payload)
        rest = payload * 7 % 2**64 if length > 1 else 0
        table.store(key, depth, size, rest=rest, score=payload - 2**15, move=payload)
        after = naive.bucket(key)
        assert table.keys(key % BUCKETS) == [resident.key for resident in after]
        count_store(counted, before, after, key, naive.search)
    found = table.counts
    assert {name: found.get(name, 0) for name in COUNTED} == counted
    assert counted["collisions"] == naive.lost
    for number in range(KEYS):
        key = number * 0x9E3779B97F4A7C15 % 2**64
        resident, answer = naive.find(key), table.find(key)
        assert (resident is None) == (answer is None)
        if resident and answer:
            entry, rest = answer
            assert (entry.move, entry.score) == (resident.payload, resident.payload - 2**15)
            assert (entry.depth, entry.size) == (resident.depth, resident.size)
            assert rest == (resident.payload * 7 if length > 1 else 0)
    assert table.counts["reads"] == KEYS
    known = sum(naive.find(n * 0x9E3779B97F4A7C15 % 2**64) is not None for n in range(KEYS))
    assert table.counts["hits"] == known > 0


def test_all_buckets_are_used_and_none_beyond():
    """The low bits of the key are the index: 1024 keys that differ there fill 1024 places."""
    table = SmallTable("NEW", 1024)
    for key in range(1024):
        table.store(key | key << 40, 1, 1)
    assert table.counts == {"writes": 1024, "filled": 1024}
    assert all(table.keys(bucket) == [bucket | bucket << 40] for bucket in range(1024))


def test_a_key_that_differs_in_one_bit_is_not_found():
    """All 64 bits are compared, those of the index too: a bucket holds only its own."""
    table, key = SmallTable("NEW"), 0x0123456789ABCDEF
    table.store(key, 1, 1)
    assert table.find(key)
    assert all(table.find(key ^ 1 << bit) is None for bit in range(64))


def test_the_key_0_can_be_stored():
    """An empty place is known by its entry, not by its key."""
    table = SmallTable("TWODEEP")
    assert table.find(0) is None
    table.store(0, 1, 1)
    assert table.find(0)


@pytest.mark.parametrize("length", [1, 3], ids=["narrow", "wide"])
def test_a_torn_slot_is_not_found(length):
    """Two threads write one place: the check word of one and the entry of the other."""
    table = SmallTable("NEW", table_pv_length=length)
    table.store(1, 5, 50, move=11)
    check, one = int(table.place(0).check), int(table.place(0).entry)
    table.store(2, 5, 50, move=22)
    other = int(table.place(0).entry)
    assert table.find(2)
    table.place(0).check = check
    assert int(table.place(0).entry) == other != one
    assert table.find(1) is None
    assert table.find(2) is None


def test_a_torn_line_is_not_found():
    """The moves behind the first are under the check too."""
    table = SmallTable("NEW", table_pv_length=3)
    table.store(1, 5, 50, rest=0x1234)
    assert table.find(1)
    table.place(0).rest = 0x1235
    assert table.find(1) is None


# What is kept of an exact score, a lower and an upper bound (Breuker 1998, section 2.7.2).
KEPT = {
    "nothing": "",
    "move only": "exact lower upper",
    "score only": "exact lower upper",
    "exact only": "exact",
    "bounds only": "lower upper",
    "full": "exact lower upper",
}


@pytest.mark.parametrize("use", USES, ids=lambda use: use.name)
def test_what_is_kept(use):
    table = SmallTable("NEW", 8, table_use=use.name)
    bounds = {"exact": (1, EXACT), "lower": (2, LOWER), "upper": (3, UPPER)}
    for key, bound in bounds.values():
        table.store(key, 1, 1, bound=bound)
    kept = KEPT[use.name].split()
    assert [name for name, (key, _) in bounds.items() if table.find(key)] == kept
    assert table.counts.get("writes", 0) == len(kept)
    assert table.counts.get("reads", 0) == (0 if use.name == "nothing" else 3)


def test_a_result_that_is_not_kept_leaves_the_known_one():
    """With "exact only" a later bound of the same position is no reason to forget its score."""
    table = SmallTable("NEW", table_use="exact only")
    table.store(1, 5, 50, score=17)
    table.store(1, 9, 90, score=5, bound=LOWER)
    entry, _ = table.find(1)
    assert (entry.score, entry.bound) == (17, EXACT)
