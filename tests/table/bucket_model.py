"""A model of the table's buckets, place by place, and of what is counted there.

It is the naive table with reduced keys; who a resident really is stands beside it.
"""

from collections import Counter
from typing import Any, NamedTuple

from tests.naive import Resident
from tests.table.test_store import KeepingTable, rounded


class Kind(NamedTuple):
    """A table and how it is used."""

    scheme: str
    buckets: int
    bits: int
    length: int
    stamping: bool
    keeping: bool
    refreshing: bool = False


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

    def store(self, key: int, depth: int, size: int, data: Any = None) -> None:
        """Offer a result, and judge from the bucket before and after what happened."""
        reduced = key & self.mask
        before = list(self.table.bucket(reduced))
        self.table.store(reduced, depth, rounded(size), (key, data))
        after = self.table.bucket(reduced)
        self.counts["writes"] += 1
        self.counts["filled"] += len(after) - len(before)
        if key in {resident.payload[0] for resident in before}:
            return
        there = {resident.payload[0] for resident in after}
        gone = [resident for resident in before if resident.payload[0] not in there]
        alias = reduced in {resident.key for resident in before}
        self.counts["clashes"] += bool(before)
        self.counts["collisions"] += len(gone) + (key not in there)
        self.counts["aliases"] += alias
        self.counts["refused"] += key not in there and not alias
        self.counts["outdated"] += sum(map(self.table.is_stamped, gone))

    def find(self, key: int) -> Resident | None:
        """Look a position up; the payload is whose result it is, and the data stored with it."""
        self.counts["reads"] += 1
        found = self.table.find(key & self.mask)
        if found is not None:
            self.counts["hits"] += 1
            self.counts["mistaken"] += found.payload[0] != key
            if self.kind.refreshing and self.table.is_stamped(found):
                bucket = self.table.bucket(key & self.mask)
                bucket[bucket.index(found)] = found._replace(search=self.table.search)
                self.counts["refreshed"] += 1
        return found
