"""The core compiled by several processes at once: in an order that works, and never needed.

`tests/machine/test_cold_start.py` does it with the whole core.
"""

import ast
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.machine import compiling, keeping
from engine.thinking.searches import SEARCHES

WANTED = (*SEARCHES["Modern"].modules, "engine.thinking.engine")


def loaded_with(module: str) -> set[str]:
    """The engine's modules that are there when Python itself has imported a module."""
    told = f"import sys, {module}; print(*[name for name in sys.modules if name[:7] == 'engine.'])"
    done = subprocess.run(
        [sys.executable, "-c", told],
        cwd=keeping.ENGINE.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=250,
    )
    return set(done.stdout.split())


def compiles(module: str) -> bool:
    """Whether a function in the module has the decorator `core`."""
    tree = ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    decorators = [one for function in functions for one in function.decorator_list]
    return any(ast.unparse(one).startswith("core(") for one in decorators)


def all_in_order(plan: compiling.Plan) -> list[str]:
    found = []
    while module := plan.next_module():
        found.append(module)
        plan.finish(module)
    return found


def test_the_plan_has_every_module_that_compiles():
    """What Python loads with the engine, and the `core` decorators in it, tell which."""
    imported = set().union(*map(loaded_with, WANTED))
    for module in imported:
        __import__(module)
    order = all_in_order(compiling.Plan(WANTED))
    assert sorted(order) == sorted(name for name in imported if compiles(name))
    assert len(order) > 30


def test_a_module_is_begun_when_all_that_it_needs_is_finished():
    """Nothing is compiled twice: what importing a module loads has been finished before."""
    order = all_in_order(compiling.Plan(["engine.search.modern.negamax"]))
    for module in (
        "engine.search.modern.negamax",
        "engine.search.modern.picking",
        "engine.evaluation.tapered.evaluation",
    ):
        needed = loaded_with(module) & set(order)
        assert set(order[: order.index(module)]) >= needed - {module}


def test_two_work_side_by_side():
    """While one module is at work another is given out, but never one that needs it."""
    plan = compiling.Plan(["engine.search.modern.negamax"])
    for _ in range(5):  # what everything needs
        plan.finish(str(plan.next_module()))
    one, other = plan.next_module(), plan.next_module()
    assert one and other and one != other
    assert other not in loaded_with(one) - {one} and one not in loaded_with(other) - {other}


def test_whoever_waits_is_told_of_a_failure():
    """A process was killed: the others end, and the plain import compiles what is missing."""
    plan = compiling.Plan(["engine.board.attacks"])
    assert plan.next_module() is not None  # and nothing else is ready before it is finished
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(plan.next_module()), daemon=True)
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    plan.fail()
    waiting.join(10)
    assert answers == [None]
    assert plan.next_module() is None


@pytest.mark.parametrize(
    "program", ["exit()", "input()", "raise SystemExit(3)"], ids=["ends", "ends late", "fails"]
)
def test_processes_that_fail_do_no_harm(monkeypatch, program):
    monkeypatch.setattr(compiling, "WORK", program)
    assert not compiling.Plan(["engine.board.attacks"]).carry_out(2)


def test_no_process_can_be_started(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert not compiling.Plan(["engine.board.attacks"]).carry_out(2)


def test_no_thread_can_be_started(monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert not compiling.Plan(["engine.board.attacks"]).carry_out(2)


HINDRANCES = ("", "complete", "one processor", "own folder", "no Python", "nothing is kept")


@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_when_it_is_of_no_use_nothing_is_planned(monkeypatch, tmp_path, hindrance):
    planned, marked = [], []

    class Plan:
        def __init__(self, modules):
            planned.append(modules)

        def carry_out(self, processes):
            return processes > 1

    monkeypatch.setattr(keeping, "choose_cache", lambda: tmp_path)
    monkeypatch.setattr(keeping, "is_complete", lambda part: hindrance == "complete")
    monkeypatch.setattr(keeping, "is_kept", lambda: hindrance != "nothing is kept")
    monkeypatch.setattr(keeping, "is_shared", lambda: hindrance != "own folder")
    monkeypatch.setattr(keeping, "mark_complete", marked.append)
    processors = 1 if hindrance == "one processor" else 2
    monkeypatch.setattr(compiling, "usable_processors", lambda: processors)
    monkeypatch.setattr(sys, "executable", "" if hindrance == "no Python" else sys.executable)
    monkeypatch.setattr(compiling, "Plan", Plan)
    compiling.compile_beside(["engine.board.attacks"], "Modern")
    assert (len(planned), marked) == ((0, []) if hindrance else (1, ["Modern"]))


@pytest.mark.parametrize("obstacle", ["a folder", "no folder"])
def test_where_nothing_can_be_locked_they_all_go_in(monkeypatch, tmp_path, obstacle):
    place = tmp_path / "kept"
    if obstacle == "a folder":
        (place / "compiling").mkdir(parents=True)
    monkeypatch.setattr(keeping, "choose_cache", lambda: place)
    with compiling.one_at_a_time():
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be locked alike")
def test_one_at_a_time(monkeypatch, tmp_path):
    """Who holds the lock keeps others out; who holds it too long does not."""
    monkeypatch.setattr(keeping, "choose_cache", lambda: tmp_path)
    monkeypatch.setattr(compiling, "GLANCE_SECONDS", 0.001)
    order = []

    def enter_too():
        with compiling.one_at_a_time():
            order.append("second")

    with compiling.one_at_a_time():
        second = threading.Thread(target=enter_too, daemon=True)
        second.start()
        second.join(0.2)
        order.append("first")
    second.join(10)
    assert order == ["first", "second"]

    monkeypatch.setattr(compiling, "LOCK_SECONDS", 0.0)
    with compiling.one_at_a_time():
        enter_too()
    assert order == ["first", "second", "second"]
