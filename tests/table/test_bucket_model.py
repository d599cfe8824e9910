"""A model of the buckets, place by place, against the compiled table over random histories.

All schemes, stamping and clearing, sizes of subtrees beyond what 16 bits tell apart, and so few
compared bits that positions are taken for each other. Choices X2 and X4 to X6 of docs/choices.md.
"""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as some

from engine.table.replacement import SCHEMES
from tests.table.bucket_model import Kind, Model
from tests.table.small_table import SmallTable

BITS = 16
"""Compared, when positions are to be mistaken for each other."""
COUNTED = (
    *("writes", "filled", "refused", "clashes", "collisions", "aliases", "outdated"),
    *("reads", "hits", "mistaken", "refreshed"),
)


KINDS = some.builds(
    Kind,
    scheme=some.sampled_from([scheme.name for scheme in SCHEMES]),
    buckets=some.sampled_from([1, 2, 8]),
    bits=some.sampled_from([BITS, 64]),
    length=some.sampled_from([1, 5]),
    stamping=some.booleans(),
    keeping=some.booleans(),
    refreshing=some.booleans(),
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
        stamp_on_read=kind.refreshing,
    )
    model = Model(kind)
    for step in steps:
        if isinstance(step, int):
            found, expected = table.find(step), model.find(step)
            if expected is None:
                assert found is None
            else:
                entry, rest = found
                whose = expected.payload[0]
                assert (entry.depth, entry.size) == (expected.depth, expected.size)
                assert (entry.move, rest) == (whose >> BITS, whose if kind.length > 1 else 0)
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
                assert really == [resident.payload[0] for resident in residents]
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
        arrivals += key not in {resident.payload[0] for resident in bucket}
        model.store(key, depth, size)
        table.store(key, depth, size)
    counts = Counter(table.counts)
    assert counts["filled"] + counts["collisions"] == arrivals
    assert arrivals - counts["clashes"] == sum(map(bool, model.table.buckets))
