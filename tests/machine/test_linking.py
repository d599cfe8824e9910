"""Doors called by address, without Numba: right values, little overhead, nothing missing."""

import subprocess
import sys

import pytest

from engine.machine import keeping, key, linking
from engine.machine.core import UNCOMPILED, core, door, int64, record, uint64
from engine.machine.linking import Code, packed, process_has, unpacked
from engine.thinking.loading import PARTS, doors_of

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")


@core(int64(int64, int64))
def difference(one, two):
    return one - two


@door(int64(int64, int64))
def twice_the_difference(one, two):
    return 2 * difference(one, two)


@door(uint64(uint64))
def successor(number):
    return number + uint64(1)


def test_a_door_is_called_by_its_address():
    """Signed and unsigned, at the ends of 64 bits; no wrapper of Numba is there to help."""
    assert twice_the_difference(3, 7) == -8
    assert successor(2**64 - 1) == 0
    assert successor(2**63 - 1) == 2**63


def test_codes_are_read_as_they_were_written():
    codes = [Code("a.b", "symbol one", b"\0\1\2"), Code("c.d", "two", b""), Code("e", "3", b"xyz")]
    assert unpacked(packed(codes)) == codes


def test_code_that_numba_made_is_linked_without_it():
    """The callee is contained in the object."""
    from engine.machine.lowering.compile import code_in

    found = code_in(twice_the_difference.dispatcher)
    assert found is not None
    symbol, content, needed = found
    assert [name for name in needed if not process_has(name)] == []
    places = linking.linked([Code("here", symbol, content)])
    assert places["here"] not in (0, twice_the_difference.address)


def test_a_symbol_that_the_process_lacks_is_seen(monkeypatch):
    """LLVM would link it in silence, and the call would lead to address 0."""
    reports = []
    monkeypatch.setattr(linking, "process_has", lambda symbol: False)
    monkeypatch.setattr(keeping, "report_not_kept", reports.append)
    from engine.machine.stopwatch import clock_ns

    assert not linking.keep("never", [clock_ns])
    assert "clock_gettime" in reports[0]
    assert not keeping.is_complete("never")
    assert process_has("memcpy")


def test_a_file_for_other_doors_is_removed(tmp_path, monkeypatch):
    """An older list of doors would leave one to Numba at every start."""
    from engine.machine.lowering.compile import code_in

    monkeypatch.setattr(keeping, "_chosen", [tmp_path])
    found = code_in(successor.dispatcher)
    assert found is not None
    symbol, content, _ = found
    code = Code("here.successor", symbol, content)
    assert keeping.write_sealed(tmp_path / "tiny.doors", packed([code]))
    assert linking.link("tiny", ["here.successor"])
    assert not linking.link("tiny", ["here.successor", "here.another"])
    assert not keeping.is_complete("tiny")


def test_code_without_its_symbol_is_compiled_anew(tmp_path, monkeypatch):
    """Address 0 would be taken for code that is not kept, and cost a second at every start."""
    from engine.machine.lowering.compile import code_in

    monkeypatch.setattr(keeping, "_chosen", [tmp_path])
    found = code_in(successor.dispatcher)
    assert found is not None
    code = Code("here.other_successor", "a symbol of another process", found[1])
    assert keeping.write_sealed(tmp_path / "tiny.doors", packed([code]))
    assert not linking.link("tiny", ["here.other_successor"])
    assert not keeping.is_complete("tiny")


def test_the_symbol_is_that_of_the_file():
    """Two processes compiled the function, and the other one wrote last."""
    from numba import njit
    from numba import uint64 as number

    from engine.machine.lowering.code_files import keep_on_disk
    from engine.machine.lowering.compile import code_in

    def written(times):
        """Compile a function of this name that many times, and return the last dispatcher."""
        for _ in range(times):
            dispatcher = njit(no_cpython_wrapper=True)(successor.function)
            keep_on_disk(dispatcher, is_door=True)
            dispatcher._cache.flush()
            dispatcher.compile(number(number))
        return dispatcher

    first = written(1)
    (compiled,) = first.overloads.values()
    written(1)
    symbol, content, _ = code_in(first)
    assert symbol != compiled.fndesc.llvm_func_name
    assert linking.linked([Code("here", symbol, content)])["here"]


def test_records_do_not_come_from_python():
    import numpy as np

    cell = np.dtype([("number", "u8")])

    @core(uint64(record(cell)))
    def number_in(cell):
        return cell.number

    with pytest.raises(TypeError, match="takes records"):
        number_in(np.zeros(1, cell)[0])


# What a session does, with the compiler out of reach: warm starts must not need it.
WITHOUT_NUMBA = """
import sys

import builtins
plain_import = builtins.__import__

def refusing(name, *arguments, **more):
    assert name.split(".")[0] != "numba", "a warm start imported Numba"
    return plain_import(name, *arguments, **more)

builtins.__import__ = refusing
from engine.cli import main
status = main(sys.argv[1:])
assert "numba" not in sys.modules
sys.exit(status)
"""
COMMANDS = (
    *("uci", "isready", "setoption name Hash value 2", "setoption name Threads value 2"),
    *("position startpos moves e2e4", "go depth 4", "go perft 3", "d", "eval", "table", "bench 1"),
    *("ucinewgame", "setoption name Search value AliBaba", "go depth 3", "go mate 1", "eval"),
    *("setoption name Hash Seed value 7", "setoption name Time Stamping value false", "go depth 2"),
)


def test_a_warm_start_needs_no_numba():
    """Every command of a conversation, with both searches and threads."""
    subprocess.run(
        [sys.executable, "uci.py", "compile"],
        cwd=key.ENGINE.parent,
        check=True,
        timeout=280,
        capture_output=True,
    )
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA, *COMMANDS],
        cwd=key.ENGINE.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.count("bestmove") == 4
    assert "Bench: " in done.stdout


@pytest.mark.parametrize("part", PARTS)
def test_no_door_can_allocate(part):
    """Numba's allocator is not in a process without Numba: code that named it could not be kept."""
    from engine.machine.lowering.compile import code_in
    from engine.machine.plan import doors_named

    for each in doors_named(doors_of(part)):
        found = code_in(each.dispatcher)
        assert found is not None
        assert [name for name in found[2] if name.startswith("NRT") or "alloc" in name] == []


def test_an_allocation_is_seen():
    """The test above can fail."""
    import numpy as np

    from engine.machine.lowering.compile import code_in

    @door(int64(int64))
    def with_array(number):
        return int64(np.zeros(number).size)

    found = code_in(with_array.dispatcher)
    assert found is not None
    assert [name for name in found[2] if name.startswith("NRT")]
