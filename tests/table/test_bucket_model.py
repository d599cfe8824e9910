"""A model of the buckets, place by place, against the compiled table over random histories.

All schemes, stamping and clearing, sizes of subtrees beyond what 16 bits tell apart, and so few
compared bits that positions are taken for each other. The model is `tests/naive.py` with reduced
keys; who a resident really is stands beside it. Choices X2 and X4 to X6 of docs/choices.md.
"""

from collections import Counter
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as some

from engine.table.replacement import SCHEMES
from tests.table.small_table import SmallTable
from tests.table.test_store import KeepingTable, rounded

BITS = 16
"""Compared, when positions are to be mistaken for each other."""
COUNTED = (
    *("writes", "filled", "refused", "clashes", "collisions", "aliases", "outdated"),
    *("reads", "hits", "mistaken"),
)


class Kind(NamedTuple):
    """A table and how it is used."""

    scheme: str
    buckets: int
    bits: int
    length: int
    stamping: bool
    keeping: bool


class Model:
    """The naive table with reduced keys, and what it counts by who is really there."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.mask = kind, 2**kind.bits - 1
        self.table = KeepingTable(kind.scheme, kind.buckets)
        self.table.keeps_deeper_same = kind.keeping
        self.counts: Counter[str] = Counter()

    def begin_search(self) -> None:
        """Stamp or clear."""
        self.table.new_search()
        if not self.kind.stamping:
            self.table.clear()

    def store(self, key: int, depth: int, size: int) -> None:
        """Offer a result, and judge from the bucket before and after what happened."""
        reduced = key & self.mask
        before = list(self.table.bucket(reduced))
        self.table.store(reduced, depth, rounded(size), key)
        after = self.table.bucket(reduced)
        self.counts["writes"] += 1
        self.counts["filled"] += len(after) - len(before)
        if key in {resident.payload for resident in before}:
            return
        there = {resident.payload for resident in after}
        gone = [resident for resident in before if resident.payload not in there]
        alias = reduced in {resident.key for resident in before}
        self.counts["clashes"] += bool(before)
        self.counts["collisions"] += len(gone) + (key not in there)
        self.counts["aliases"] += alias
        self.counts["refused"] += key not in there and not alias
        self.counts["outdated"] += sum(map(self.table.is_stamped, gone))

    def find(self, key: int) -> tuple[int, int, int] | None:
        """Look a position up: depth, size and whose result it is."""
        self.counts["reads"] += 1
        found = self.table.find(key & self.mask)
        if found is None:
            return None
        self.counts["hits"] += 1
        self.counts["mistaken"] += found.payload != key
        return found.depth, found.size, found.payload


KINDS = some.builds(
    Kind,
    scheme=some.sampled_from([scheme.name for scheme in SCHEMES]),
    buckets=some.sampled_from([1, 2, 8]),
    bits=some.sampled_from([BITS, 64]),
    length=some.sampled_from([1, 5]),
    stamping=some.booleans(),
    keeping=some.booleans(),
)
# Six reduced keys in up to six buckets, three positions for each.
KEYS = some.builds(lambda low, high: high << BITS | low, some.integers(0, 5), some.integers(0, 2))
STORES = some.tuples(
    KEYS, some.integers(1, 4), some.one_of(some.integers(1, 4), some.integers(1, 2**41))
)
# Of 127 numbers of searches each has its turn: the numbering begins again.
STEPS = some.lists(some.one_of(STORES, STORES, STORES, KEYS, some.sampled_from([(1,), (130,)])))


@settings(max_examples=600, deadline=None)
@given(kind=KINDS, steps=STEPS)
def test_the_buckets_are_the_models(kind, steps):
    """After every store the bucket, place by place; at the end all counters."""
    table = SmallTable(
        kind.scheme,
        kind.buckets,
        table_positions="256",
        hash_bits=kind.bits,
        table_pv_length=kind.length,
        time_stamping=kind.stamping,
        keep_deeper_same=kind.keeping,
    )
    model = Model(kind)
    for step in steps:
        if isinstance(step, int):
            found, expected = table.find(step), model.find(step)
            if expected is None:
                assert found is None
            else:
                entry, rest = found
                assert (entry.depth, entry.size, entry.move) == (*expected[:2], expected[2] >> BITS)
                assert rest == (expected[2] if kind.length > 1 else 0)
        elif len(step) == 1:
            for _ in range(step[0]):
                table.begin_search()
                model.begin_search()
        else:
            key, depth, size = step
            table.store(key, depth, size, move=key >> BITS, rest=key if kind.length > 1 else 0)
            model.store(key, depth, size)
            reduced = key & model.mask
            residents = model.table.bucket(reduced)
            number = reduced % kind.buckets
            assert table.keys(number) == [resident.key for resident in residents]
            if table.header.wide:
                really = [int(table.place(level, number).shadow) for level in range(len(residents))]
                assert really == [resident.payload for resident in residents]
    assert table.counts == {name: model.counts[name] for name in COUNTED if model.counts[name]}


@settings(max_examples=200, deadline=None)
@given(kind=KINDS, stores=some.lists(STORES, min_size=1))
def test_what_is_stored_fills_a_place_or_costs_a_position(kind, stores):
    """M of formula 2.2: every arrival of a position that is not there; bucket by bucket.

    So filled + collisions - clashes is the number of buckets in use.
    """
    table = SmallTable(kind.scheme, kind.buckets, table_positions="256", hash_bits=kind.bits)
    model = Model(kind._replace(keeping=False))
    arrivals = 0
    for key, depth, size in stores:
        bucket = model.table.bucket(key & model.mask)
        arrivals += key not in {resident.payload for resident in bucket}
        model.store(key, depth, size)
        table.store(key, depth, size)
    counts = Counter(table.counts)
    assert counts["filled"] + counts["collisions"] == arrivals
    assert arrivals - counts["clashes"] == sum(map(bool, model.table.buckets))
