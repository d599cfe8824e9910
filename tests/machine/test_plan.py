"""In which order functions are compiled: what they call first, the longest way foremost."""

import threading

from engine.machine.core import Core, core, int64
from engine.machine.plan import Plan, doors_named, functions_behind
from engine.thinking.loading import doors_of

PART = "Modern"


@core(int64(int64))
def leaf(number):
    return number


@core(int64(int64))
def middle(number):
    """An attribute with the name of a function is no call of it."""
    return leaf(number).real if number else leaf.middle


@core(int64(int64))
def top(number):
    return middle(number) + leaf(number)


def all_in_order(plan: Plan) -> list[str]:
    found = []
    while name := plan.next_function():
        found.append(name)
        plan.finish(name)
    return found


def test_the_graph_of_calls():
    """By hand."""
    names = [function.__name__ for function in functions_behind([top]).values()]
    assert sorted(names) == ["leaf", "middle", "top"]
    assert [callee.__name__ for callee in top.callees()] == ["middle", "leaf"]
    assert {callee.__name__ for callee in middle.callees()} == {"leaf"}


def test_the_graph_is_the_one_that_numba_sees():
    """Every function of the core whose type Numba inferred in another is among its callees."""
    from numba.core import types

    from tests.core_types import infer

    functions = functions_behind(doors_named(doors_of(PART)))
    assert len(functions) > 100
    for function in functions.values():
        kinds = infer(function.dispatcher).typemap.values()
        called = {kind.dispatcher.py_func for kind in kinds if isinstance(kind, types.Dispatcher)}
        assert called <= {callee.function for callee in function.callees()}, function.name


def test_a_function_is_begun_when_all_that_it_calls_is_finished():
    doors = doors_named(doors_of(PART))
    functions, order = functions_behind(doors), all_in_order(Plan(doors))
    assert sorted(order) == sorted(functions)
    done: set[str] = set()
    for name in order:
        assert {callee.name for callee in functions[name].callees()} <= done
        done.add(name)


def test_two_work_side_by_side():
    """While one function is at work another is given out, but never one that needs it."""
    plan = Plan([top])
    assert plan.next_function() == leaf.name
    plan.finish(leaf.name)
    assert plan.next_function() == middle.name
    doors = doors_named(doors_of(PART))
    plan = Plan(doors)
    one, other = plan.next_function(), plan.next_function()
    assert one and other and one != other
    assert not reaches(functions_behind(doors), one, other)
    assert not reaches(functions_behind(doors), other, one)


def reaches(functions: dict[str, Core], one: str, other: str) -> bool:
    """Whether a function needs another, perhaps through others."""
    return other in functions_behind([functions[one]])


def test_whoever_waits_is_told_of_a_failure():
    """A process was killed: the others end, and the first call compiles what is missing."""
    plan = Plan([top])
    assert plan.next_function() is not None  # and nothing else is ready before it is finished
    answers: list[str | None] = []
    waiting = threading.Thread(target=lambda: answers.append(plan.next_function()), daemon=True)
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    plan.fail()
    waiting.join(10)
    assert answers == [None]
    assert plan.next_function() is None
    assert not plan.close()
