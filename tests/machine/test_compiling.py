"""The core compiled by several processes at once: a help that is never needed.

`tests/machine/test_cold_start.py` does it with the whole core.
"""

import subprocess
import sys
import threading

import pytest

from engine.machine import compiling, keeping
from engine.machine.compiling import Workshop
from engine.machine.stopwatch import clock_ns

DOORS = ("engine.machine.stopwatch:clock_ns",)


@pytest.fixture
def own_cache(monkeypatch, tmp_path):
    """An empty folder for compiled code."""
    place = tmp_path / ("0" * 20)
    place.mkdir()
    monkeypatch.setattr(keeping, "_chosen", [place])
    monkeypatch.setattr(keeping, "_not_kept", [])
    return place


def test_processes_compile_and_write_the_file(own_cache, monkeypatch):
    """The real thing, with one small door; the key of the processes is that of this one."""
    key = own_cache.parent / keeping.cache_key()
    key.mkdir()
    monkeypatch.setattr(keeping, "_chosen", [key])
    assert Workshop("small", DOORS).carry_out(2)
    assert keeping.is_complete("small")


@pytest.mark.parametrize(
    "program", ["exit()", "input()", "raise SystemExit(3)"], ids=["ends", "ends late", "fails"]
)
def test_processes_that_fail_do_no_harm(monkeypatch, program):
    monkeypatch.setattr(compiling, "WORK", program)
    assert not Workshop("never", DOORS).carry_out(2)
    assert not keeping.is_complete("never")


def test_the_reason_of_a_failure_is_reported(monkeypatch, own_cache):
    """A full disk, for example, is met by the process that compiles, whose errors nobody sees."""
    monkeypatch.setattr(compiling, "WORK", "input(); print('! no room on the disk')")
    monkeypatch.setattr(keeping, "notices", [])
    assert not Workshop("never", DOORS).carry_out(1)
    assert keeping.notices == ["Compiled code could not be cached: no room on the disk."]


def test_no_process_can_be_started(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert not Workshop("never", DOORS).carry_out(2)
    compiling.compile_later({"never": DOORS})


def test_no_thread_can_be_started(monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert not Workshop("never", DOORS).carry_out(2)


def test_what_nobody_waits_for_is_compiled_by_a_patient_process(own_cache, monkeypatch):
    key = own_cache.parent / keeping.cache_key()
    key.mkdir()
    monkeypatch.setattr(keeping, "_chosen", [key])
    compiling.compile_later({"small": DOORS, "more": DOORS})
    ((process, _),) = compiling._later
    assert process.wait(200) == 0
    assert keeping.is_complete("small")
    assert keeping.is_complete("more")
    compiling.stop_compiling_later()


def test_it_goes_on_after_a_part_that_somebody_waited_for(own_cache, monkeypatch):
    opened = []
    monkeypatch.setattr(compiling, "WORK_LATER", "input()")
    monkeypatch.setattr(Workshop, "carry_out", lambda self, processes: opened.append(self._part))
    compiling.compile_later({"small": DOORS, "more": DOORS})
    ((first, _),) = compiling._later
    compiling.compile_part("small", DOORS)
    assert opened == ["small"]
    assert first.poll() is not None
    ((second, parts),) = compiling._later
    assert second.poll() is None and parts == {"small": DOORS, "more": DOORS}
    assert compiling.stop_compiling_later() == parts


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be locked alike")
def test_nobody_waits_for_the_patient_process(own_cache, monkeypatch):
    """It does not hold the lock of the part that it compiles."""
    free = []

    def keep(part, doors):
        with compiling.one_at_a_time(part, patience=0.0) as alone:
            free.append(alone)

    class Input:
        def read(self):
            assert ended.wait(60)

    ended = threading.Event()
    monkeypatch.setattr(compiling.linking, "keep", keep)
    monkeypatch.setattr(compiling, "end_at_once", ended.set)
    monkeypatch.setattr(compiling.os, "nice", lambda by: by)
    monkeypatch.setattr(sys, "stdin", Input())
    compiling.work_later(",".join(("small", *DOORS)))
    assert free == [True]


def test_it_ends_with_the_process_that_started_it(own_cache):
    """However that ends: its input is closed by the system."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", compiling.WORK_LATER, str(compiling.key.ENGINE.parent)],
        stdin=subprocess.PIPE,
    )
    assert process.stdin
    process.stdin.close()
    assert process.wait(60) == 0


HINDRANCES = ("", "complete", "own folder", "no Python", "nothing is kept")


@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_when_it_is_of_no_use_nobody_works(monkeypatch, tmp_path, hindrance):
    opened = []

    class Opened:
        def __init__(self, part, doors):
            opened.append((part, doors))

        def carry_out(self, processes):
            return processes > 0

    monkeypatch.setattr(keeping, "choose_cache", lambda: tmp_path)
    monkeypatch.setattr(keeping, "is_complete", lambda part: hindrance == "complete")
    monkeypatch.setattr(keeping, "is_kept", lambda: hindrance != "nothing is kept")
    monkeypatch.setattr(keeping, "is_shared", lambda: hindrance != "own folder")
    monkeypatch.setattr(sys, "executable", "" if hindrance == "no Python" else sys.executable)
    monkeypatch.setattr(compiling, "Workshop", Opened)
    compiling.compile_part("Modern", DOORS)
    assert opened == ([] if hindrance else [("Modern", DOORS)])


@pytest.mark.parametrize("obstacle", ["a folder", "no folder"])
def test_where_nothing_can_be_locked_they_all_go_in(monkeypatch, tmp_path, obstacle):
    place = tmp_path / "kept"
    if obstacle == "a folder":
        (place / "Modern.lock").mkdir(parents=True)
    monkeypatch.setattr(keeping, "choose_cache", lambda: place)
    with compiling.one_at_a_time("Modern") as alone:
        assert alone


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be locked alike")
def test_one_at_a_time(monkeypatch, tmp_path):
    """Who holds the lock keeps others out; who holds it too long does not; parts are apart."""
    monkeypatch.setattr(keeping, "choose_cache", lambda: tmp_path)
    monkeypatch.setattr(compiling, "GLANCE_SECONDS", 0.001)
    order = []

    def enter_too():
        with compiling.one_at_a_time("Modern"):
            order.append("second")

    with compiling.one_at_a_time("Modern"):
        second = threading.Thread(target=enter_too, daemon=True)
        second.start()
        second.join(0.2)
        with compiling.one_at_a_time("AliBaba", patience=0.0) as alone:
            assert alone
        with compiling.one_at_a_time("Modern", patience=0.0) as alone:
            assert not alone
        order.append("first")
    second.join(10)
    assert order == ["first", "second"]


def test_the_door_of_these_tests_is_one():
    assert clock_ns() <= clock_ns()
