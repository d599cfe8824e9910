"""LSC-offline on costs that are formulas, with a known optimum, and its update by hand."""

import pytest

from engine.lab.learning.offline import Measured, Schedule, learn
from engine.lab.learning.parameters import Parameter
from tests.lab.learning.subjects import OPTIMUM, PARAMETERS, nodes_of

ONE = (Parameter("First", 100, 10, 200, 10, 100),)


def costs(*numbers):
    """A measurement that gives these costs in turn, and remembers what was asked."""
    left, asked = list(numbers), []

    def measure(settings):
        asked.append(settings)
        return [Measured(float(left.pop(0)), 0, 0) for _ in settings]

    return measure, asked


def by_formula(formula):
    def measure(settings):
        return [Measured(float(formula(*one)), int(formula(*one)), 3) for one in settings]

    return measure


def test_the_update_by_hand():
    """The cost falls by a tenth for a tenth of a unit: mu of 0.25 moves by a quarter of a unit."""
    measure, asked = costs(1000, 900, 1)
    first, last = learn(ONE, Schedule(iterations=1, rate=0.25), measure)
    assert asked == [[(100,), (110,)], [(125,)]]
    assert (first.steps, first.gradient, first.rate) == ((10,), (-0.1,), 0.25)
    assert last.values == (125.0,) and last.changed == ()


def test_the_rate_decays():
    measure, _ = costs(1000, 1010, 1000, 1010, 1)
    schedule = Schedule(iterations=2, rate=0.5, decay=0.5)
    assert [one.values for one in learn(ONE, schedule, measure)] == [(100.0,), (95.0,), (92.5,)]


def test_at_the_end_of_the_range_the_step_is_negative():
    """A cost that rises towards the end moves away from it all the same."""
    at_the_end = (Parameter("First", 195, 10, 200, 10, 100),)
    measure, asked = costs(1000, 990, 1)
    first, last = learn(at_the_end, Schedule(iterations=1), measure)
    assert asked[0] == [(195,), (185,)]
    assert first.steps == (-10,)
    assert last.values == (pytest.approx(185.0),)


def test_steps_follow_the_last_move():
    """Upward at first; then where the parameter went, and on if it did not move."""
    measure, asked = costs(1000, 1100, 1000, 1100, 1000, 1000, 1000, 900, 1)
    schedule = Schedule(iterations=4, rate=0.01, follows=True)
    iterations = learn(ONE, schedule, measure)
    assert [one.steps for one in iterations] == [(10,), (-10,), (10,), ()]
    assert [round(one.values[0], 6) for one in iterations] == [100.0, 99.0, 100.0, 100.0]
    assert asked[1] == [(99,), (89,)]


def test_values_stay_within_their_range():
    measure, asked = costs(1000, 100, 1000, 100, 1)
    iterations = learn(ONE, Schedule(iterations=2), measure)
    assert [one.values for one in iterations] == [(100.0,), (200.0,), (10.0,)]
    assert asked == [[(100,), (110,)], [(200,), (190,)], [(10,)]]


def test_it_finds_the_optimum():
    """Where a step makes no difference: half a step before the least cost."""
    iterations = learn(PARAMETERS, Schedule(iterations=40, rate=0.2), by_formula(nodes_of))
    for value, best in zip(iterations[-1].values, OPTIMUM.values(), strict=True):
        assert abs(value - (best - 5)) <= 3
    assert iterations[-1].base.cost < 1.02 * nodes_of(*OPTIMUM.values())


def test_it_ends_when_nothing_changes():
    """A cost that knows no difference, here from 90 on."""
    measure = by_formula(lambda first: 1000 + 20 * max(0, first - 90))
    iterations = learn(ONE, Schedule(iterations=100, rate=0.2), measure)
    assert 2 < len(iterations) < 9
    assert iterations[-1].values == iterations[-2].values
    assert iterations[-1].setting[0] < 90


def test_no_cost_is_the_end():
    """When every position is solved, as counted by --cost unsolved."""
    iterations = learn(ONE, Schedule(iterations=9), by_formula(lambda first: 0))
    assert [one.values for one in iterations] == [(100.0,)] * 2


def test_each_iteration_is_told():
    told = []
    done = learn(
        ONE, Schedule(iterations=3, rate=0.1), by_formula(lambda first: first), told.append
    )
    assert told == done and [one.number for one in told] == [0, 1, 2, 3]
