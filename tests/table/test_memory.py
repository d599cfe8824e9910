"""How large a table is, how it is cleared and stamped, and what happens when it does not fit."""

import numpy as np
import pytest

from engine import options
from engine.table import memory
from engine.table.memory import MIB, TableError, TranspositionTable, positions_in
from engine.table.replacement import SCHEMES
from engine.thinking.engine import Engine
from tests.table.small_table import SmallTable, places

two_levels = {"TWODEEP", "TWOBIG1", "TWOBIGALL"}


def table(**settings):
    """A table with default settings but these."""
    return TranspositionTable(options.defaults() | settings)


@pytest.mark.parametrize(
    ("mebibytes", "slot_bytes", "positions"),
    [(1, 16, 2**16), (1, 32, 2**15), (64, 16, 2**22), (100, 16, 2**22), (127, 16, 2**22),
     (128, 16, 2**23), (3, 32, 2**16)],
)  # fmt: skip
def test_positions_in_so_many_mebibytes(mebibytes, slot_bytes, positions):
    """The largest power of two that fits."""
    assert positions_in(mebibytes, slot_bytes) == positions
    assert positions * slot_bytes <= mebibytes * MIB < 2 * positions * slot_bytes


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("choice", ["256", "1K", "8K", "1M"])
def test_positions_are_the_same_under_every_scheme(scheme, choice):
    """Schemes are compared at equal numbers of positions: two levels have half the buckets."""
    made = table(replacement_scheme=scheme.name, table_positions=choice)
    assert made.positions == options.positions_of(choice)
    assert scheme.levels == (2 if scheme.name in two_levels else 1)
    assert made.buckets == made.positions // scheme.levels
    assert len(places(made)) == made.positions


def test_a_long_line_doubles_the_memory_of_a_position_not_their_number():
    narrow, wide = (table(table_positions="8K", table_pv_length=length) for length in (1, 2))
    assert narrow.positions == wide.positions == 8192
    assert wide.bytes == 2 * narrow.bytes


def test_within_a_hash_size_a_longer_line_halves_the_positions():
    narrow, wide = (table(hash_mib=2, table_pv_length=length) for length in (1, 5))
    assert narrow.positions == 2 * wide.positions
    assert narrow.bytes == wide.bytes == 2 * MIB


def test_table_positions_overrule_hash():
    assert table(hash_mib=1, table_positions="256K").positions == 2**18


def test_places_begin_on_a_cache_line():
    """Both places of a bucket come with one access to memory."""
    for scheme in ("NEW", "TWOBIG1"):
        assert int(table(replacement_scheme=scheme).header[0].slots) % 64 == 0


def test_clear_forgets_everything():
    full = SmallTable("NEW", 64)
    for key in range(64):
        full.store(key, 1, 1)
    assert all(full.find(key) for key in range(64))
    full.table.clear()
    assert all(full.find(key) is None for key in range(64))
    assert not places(full.table).view("u8").any()


def test_a_search_begins_with_everything_outdated_but_findable():
    """Time stamping: "a stamped position stays usable until a collision hits it"."""
    stamped = SmallTable("OLD")
    stamped.store(1, 9, 900)
    stamped.begin_search()
    assert stamped.find(1)
    stamped.store(2, 1, 1)
    assert stamped.keys() == [2], "whatever the scheme, OLD included"


def test_a_search_begins_with_an_empty_table_if_there_is_no_stamping():
    cleared = SmallTable("OLD", time_stamping=False)
    cleared.store(1, 9, 900)
    assert cleared.keys() == [1]
    cleared.begin_search()
    assert cleared.keys() == []


@pytest.mark.parametrize("length", [1, 5], ids=["narrow", "wide"])
def test_stamps_wrap_around_without_making_the_old_new(length):
    """Seven bits count the searches: 400 of them pass, and an entry of each is looked at."""
    table = SmallTable("OLD", 512, table_pv_length=length)
    for search in range(400):
        table.begin_search()
        table.store(search, 3, 30, move=search + 1)
        stamp = int(table.header.stamp)
        assert 1 <= stamp <= 127
        stamps = places(table.table)["entry"][:search] >> np.uint64(41) & np.uint64(127)
        assert stamp not in stamps, "an earlier entry looks current"
    for key in range(400):
        entry, _ = table.find(key)
        assert entry.move == key + 1
    table.begin_search()
    for key in range(400):
        table.store(key + 512, 1, 1)
        assert table.keys(key) == [key + 512], "an outdated one gives way even under OLD"


def test_hashfull_counts_what_the_current_search_stored():
    table = SmallTable("NEW", 1024)
    for key in range(512):
        table.store(key, 1, 1)
    assert table.table.hashfull() == 512
    table.begin_search()
    assert table.table.hashfull() == 0
    for key in range(100):
        table.store(key, 1, 1)
    assert table.table.hashfull() == 100


def test_a_table_larger_than_the_memory_is_refused():
    """With a sentence; the largest value of the option Hash is a tebibyte."""
    with pytest.raises(TableError, match=r"1,048,576 MiB does not fit"):
        table(hash_mib=2**20)


def test_what_the_system_does_not_give_is_refused(monkeypatch):
    """Where nobody knows how much memory there is, the allocation itself says no."""

    def refuse(*_):
        raise MemoryError

    monkeypatch.setattr(memory, "available_bytes", lambda: None)
    monkeypatch.setattr(memory.np, "zeros", refuse)
    with pytest.raises(TableError, match=r"cannot allocate 64 MiB"):
        memory._zeros(64 * MIB, 0)


def test_memory_that_will_be_freed_counts_as_free(monkeypatch):
    """Going from 3 to 4 GiB must be possible on a machine of 6."""
    monkeypatch.setattr(memory, "available_bytes", lambda: 2 * MIB)
    with pytest.raises(TableError):
        memory._zeros(3 * MIB, freed=0)
    assert memory._zeros(3 * MIB, freed=MIB).size >= 3 * MIB


def test_a_refused_table_leaves_the_engine_as_it_was():
    """The old table, what is in it, and the old setting stay in force."""
    engine = Engine()
    option = options.find("Hash")
    engine.configure(option, 2)
    before = engine.thread.worker.table
    with pytest.raises(options.OptionError, match="does not fit"):
        engine.configure(option, 2**20)
    assert engine.settings["hash_mib"] == 2
    assert engine.thread.worker.table == before


@pytest.mark.parametrize(
    ("limit", "left"), [("1000\n", 1000 - 700 + 50), ("700\n", 50), ("600\n", 0), ("max\n", None)]
)
def test_a_container_has_less(tmp_path, limit, left):
    """Linux cgroup-v2: memory.max less memory.current, but for files that can be given up."""
    (tmp_path / "memory.max").write_text(limit)
    (tmp_path / "memory.current").write_text("700\n")
    (tmp_path / "memory.stat").write_text("anon 600\ninactive_file 50\nactive_file 50\n")
    found = memory.available_to_group(str(tmp_path))
    assert found == left if left is not None else found > 1 << 60
    assert memory.available_to_group(str(tmp_path / "nothing")) > 1 << 60


@pytest.mark.parametrize(("refreshing", "stays"), [(False, [3]), (True, [1])])
def test_what_was_read_in_this_search_is_current(refreshing, stays):
    """Stamp On Read: under OLD a resident that this search has used is not given up."""
    table = SmallTable("OLD", stamp_on_read=refreshing)
    table.store(1, 9, 900, move=7)
    table.begin_search()
    before, _ = table.find(1)
    table.store(3, 1, 1)
    assert table.keys() == stays
    assert table.counts.get("refreshed", 0) == refreshing
    if refreshing:
        after, _ = table.find(1)
        assert after == before._replace(stamp=before.stamp + 1)
        table.begin_search()
        table.store(3, 1, 1)
        assert table.keys() == [3], "read in the search before, not in this one"
