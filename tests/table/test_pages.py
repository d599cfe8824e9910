"""A table's memory is there before it is used, and what is in it stays."""

import sys
import threading
import weakref

import numpy as np
import pytest

from engine.options import OptionError, defaults, find
from engine.table import memory as memory_room
from engine.table import pages
from engine.table.memory import MIB, TableError, TranspositionTable
from engine.table.pages import Populating
from engine.thinking.engine import Engine
from engine.thinking.limits import Limits


def can_be_asked() -> bool:
    """Whether this system, a Linux of 2021 or later, knows the call."""
    if sys.platform != "linux":
        return False
    page = pages.mmap.mmap(-1, pages.mmap.PAGESIZE)
    try:
        page.madvise(pages.POPULATE_WRITE)
    except (OSError, ValueError):
        return False
    finally:
        page.close()
    return True


linux_only = pytest.mark.skipif(not can_be_asked(), reason="the system does not know the call")


def resident_bytes() -> int:
    """The memory that this process really has."""
    with open("/proc/self/statm", encoding="ascii") as line:
        return int(line.read().split()[1]) * pages.mmap.PAGESIZE


@linux_only
def test_pages_are_there_when_it_has_been_waited_for() -> None:
    memory = np.zeros(256 * MIB, np.uint8)
    before = resident_bytes()
    Populating(memory).wait()
    assert resident_bytes() - before > 250 * MIB
    assert not memory.any()


def test_what_a_search_writes_meanwhile_stays() -> None:
    memory = np.zeros(128 * MIB, np.uint8)
    populating = Populating(memory)
    for place in range(0, memory.size, 4096):
        memory[place] = place % 251
    populating.wait()
    assert (memory[::4096] == np.arange(0, memory.size, 4096) % 251).all()
    assert np.count_nonzero(memory) == np.count_nonzero(memory[::4096])


@linux_only
def test_it_can_be_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is replaced at once costs no more than a piece."""
    monkeypatch.setattr(pages, "PIECE_BYTES", 4096)
    memory = np.zeros(512 * MIB, np.uint8)
    before = resident_bytes()
    populating = Populating(memory)
    populating.abandon()
    assert resident_bytes() - before < 500 * MIB
    assert not memory.any()


def test_where_there_is_no_such_call_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[object] = []

    def none(library: object) -> None:
        looked_for.append(library)
        raise OSError

    monkeypatch.setattr(pages.sys, "platform", "linux")
    monkeypatch.setattr(pages.ctypes, "CDLL", none)
    memory = np.ones(8 * MIB, np.uint8)
    Populating(memory).wait()
    assert looked_for == [None] and memory.all()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(pages.sys, "platform", platform)
    monkeypatch.setattr(pages.ctypes, "CDLL", pytest.fail)
    memory = np.zeros(8 * MIB, np.uint8)
    released = weakref.ref(memory)
    populating = Populating(memory)
    populating.wait()
    del memory
    assert released() is None, "what is not populated is not held"
    populating.abandon()


def test_a_table_that_was_emptied_is_fresh_memory_again() -> None:
    """A large one is given back and taken anew, and asked for again."""
    table = TranspositionTable({**defaults(), "hash_mib": 128})
    first = table.pages
    table.memory[::4096] = 1
    table.header[0].touched = 1
    table.clear()
    table.pages.wait()
    assert table.pages is not first
    assert not table.memory.any()
    assert int(table.header[0].slots) == table.memory.ctypes.data


def test_a_table_whose_memory_was_taken_is_still_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between giving back and taking anew somebody else may come: no header leads to nothing."""
    table = TranspositionTable({**defaults(), "hash_mib": 128})
    table.pages.wait()
    table.header[0].touched = 1
    monkeypatch.setattr(memory_room, "available_bytes", lambda: 64 * MIB - table.bytes)
    with pytest.raises(TableError, match="does not fit"):
        table.clear()
    assert int(table.header[0].slots) == table.memory.ctypes.data
    assert table.bytes == table.memory.nbytes < MIB
    assert table.buckets == 1


def test_a_search_without_time_stamping_populates_nothing() -> None:
    """The table is emptied at every search then, which must not share the processor."""
    settings = {**defaults(), "hash_mib": 128, "time_stamping": False}
    table = TranspositionTable(settings)
    first = table.pages
    table.memory[::4096] = 1
    table.header[0].touched = 1
    table.begin_search(settings)
    assert table.pages is first
    assert not table.memory.any()


def test_a_refused_size_leaves_the_old_table_populated(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    engine.get_ready(60)
    monkeypatch.setattr(memory_room, "available_bytes", lambda: 0)
    with pytest.raises(OptionError, match="does not fit"):
        engine.configure(find("Hash"), 4096)
    kept = engine._table.pages
    waited = []
    monkeypatch.setattr(kept, "wait", waited.append)
    engine.get_ready(3.0)
    assert waited == [3.0]
    assert not kept._abandoned


@pytest.mark.skipif(sys.platform != "linux", reason="asked of Linux alone")
def test_it_pauses_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the next piece; the rest is asked for afterwards."""
    asked: list[tuple[int, int]] = []
    started, may_answer = threading.Event(), threading.Event()

    class Library:
        """A C library whose `madvise` writes down what it is asked for."""

        def __init__(self, _: object) -> None: ...

        class Advise:
            argtypes: object = None

            def __call__(self, begin: int, size: int, advice: int) -> int:
                asked.append((begin, size))
                started.set()
                assert may_answer.wait(10)
                return 0

        madvise = Advise()

    monkeypatch.setattr(pages.ctypes, "CDLL", Library)
    monkeypatch.setattr(pages, "PIECE_BYTES", MIB)
    populating = Populating(np.zeros(8 * MIB, np.uint8))
    assert started.wait(10)
    populating.pause()
    may_answer.set()
    populating.wait(0.2)
    ((begin, size),) = asked
    assert size == MIB - begin % MIB  # the first piece ends where a large page begins
    populating.go_on()
    populating.wait()
    assert 8 * MIB <= sum(size for _, size in asked) <= 8 * MIB + pages.mmap.PAGESIZE
    assert all(begin % MIB == 0 and size <= MIB for begin, size in asked[1:])


def test_a_search_pauses_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one that fails."""
    engine, told = Engine(), []
    monkeypatch.setattr(engine._table.pages, "pause", lambda: told.append("pause"))
    monkeypatch.setattr(engine._table.pages, "go_on", lambda: told.append("go on"))
    engine.prepare_go()

    def report(_: object) -> None:
        told.append("report")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        engine.think(Limits(depth=1), report)
    assert told == ["pause", "report", "go on"]
