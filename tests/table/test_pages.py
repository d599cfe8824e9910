"""A table's memory is there before it is used, and what is in it stays."""

import sys

import numpy as np
import pytest

from engine.options import defaults
from engine.table import pages
from engine.table.memory import MIB, TranspositionTable
from engine.table.pages import Populating

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="asked of Linux alone")


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
    monkeypatch.setattr(pages, "PIECE", 4096)
    memory = np.zeros(512 * MIB, np.uint8)
    before = resident_bytes()
    populating = Populating(memory)
    populating.abandon()
    assert resident_bytes() - before < 500 * MIB
    assert not memory.any()


def test_where_there_is_no_such_call_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object) -> None:
        raise OSError

    monkeypatch.setattr(pages.ctypes, "CDLL", none)
    Populating(np.zeros(8 * MIB, np.uint8)).wait()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(pages.sys, "platform", platform)
    monkeypatch.setattr(pages.ctypes, "CDLL", pytest.fail)
    populating = Populating(np.zeros(8 * MIB, np.uint8))
    populating.wait()
    populating.abandon()


def test_a_table_that_was_emptied_is_fresh_memory_again() -> None:
    """A large one is given back and taken anew, and asked for again."""
    table = TranspositionTable({**defaults(), "hash_mib": 128})
    first = table.pages
    table.header[0].touched = 1
    table.clear()
    table.pages.wait()
    assert table.pages is not first
    assert int(table.header[0].slots) == table.memory.ctypes.data
