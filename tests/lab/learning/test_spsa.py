"""SPSA: its gains and steps by hand, and a noisy function with a known optimum."""

import random
from collections import Counter

import pytest

from engine.lab.learning.parameters import Parameter
from engine.lab.learning.spsa import (
    Course,
    Gains,
    Trial,
    after,
    signs,
    trial_of,
    tune,
    usual_gains,
)

TWO = (Parameter("A", 50, 0, 100, 4, 50), Parameter("B", 50, 0, 100, 2, 50))


def test_gains():
    """Spall 1998, equations for a_k and c_k."""
    gains = Gains(a=2.0, stability=9.0, c=3.0, alpha=0.5, gamma=0.25)
    assert gains.at(0) == pytest.approx((2 / 10**0.5, 3.0))
    assert gains.at(15) == pytest.approx((2 / 25**0.5, 3 / 2))


def test_usual_gains():
    """The last iteration changes by a step, and the first can move by a step at most."""
    gains = usual_gains(1000)
    assert (gains.stability, gains.alpha, gains.gamma) == (100.0, 0.602, 0.101)
    assert gains.at(999)[1] == pytest.approx(1.0)
    a, c = gains.at(0)
    assert a / (2 * c) == pytest.approx(1.0)
    assert usual_gains(1000, a=5.0, c=0.5).at(0) == (pytest.approx(5 / 101**0.602), 0.5)


def test_signs_are_fair_and_always_the_same():
    seen = Counter(tuple(signs(1, number, 2)) for number in range(400))
    assert set(seen) == {(1, 1), (1, -1), (-1, 1), (-1, -1)} and min(seen.values()) > 60
    assert [signs(3, number, 5) for number in range(9)] == [signs(3, n, 5) for n in range(9)]
    assert signs(1, 0, 40) != signs(2, 0, 40)


def test_both_settings_are_on_opposite_sides():
    for number in range(20):
        trial = trial_of(TWO, (50.0, 50.2), number, 1.5, 1)
        up = signs(1, number, 2)
        assert trial.plus[0] - 50 == 6 * up[0] == 50 - trial.minus[0]
        assert trial.plus[1] - trial.minus[1] == 6 * up[1]


def test_a_step_by_hand():
    """A score of a half, with 3 steps between the settings, moves by a / 6 steps."""
    trial = Trial(0, (50.0, 50.0), (56, 47), (44, 53))
    assert after(TWO, trial, 0.5, 12.0) == (58.0, 46.0)
    assert after(TWO, trial, 0.0, 12.0) == (50.0, 50.0)


def test_what_was_not_changed_stays():
    """At the end of a range, or where rounding leaves nothing."""
    trial = Trial(0, (100.0, 50.0), (100, 52), (100, 48))
    assert after(TWO, trial, 1.0, 2.0) == (100.0, pytest.approx(52.0))


def test_values_stay_within_their_range():
    trial = Trial(0, (98.0, 1.0), (100, 0), (96, 2))
    assert after(TWO, trial, 1.0, 500.0) == (100.0, 0.0)


@pytest.mark.parametrize("start", [(10, 190), (150, 30)])
def test_it_finds_the_optimum(start):
    """Strength falls with the distance from (120, 40); games say only who won."""
    parameters = tuple(
        Parameter(name, at, 0, 200, 8, 100) for name, at in zip("AB", start, strict=True)
    )
    chance = random.Random(5)

    def strength(setting):
        first, second = setting
        return -((first - 120) ** 2 + (second - 40) ** 2) / 2000

    def play(trial):
        expected = 1 / (1 + 10 ** (strength(trial.minus) - strength(trial.plus)))
        games = [2 * (chance.random() < expected) - 1 for _ in range(16)]
        return sum(games) / 16, 16

    gains = usual_gains(400, a=2 * usual_gains(400).a)
    steps = tune(parameters, Course(400, gains), play)
    assert len(steps) == 400
    first, second = steps[-1].moved
    assert abs(first - 120) < 16 and abs(second - 40) < 16


def test_the_same_scores_give_the_same_values():
    course = Course(20, usual_gains(20), seed=4)
    told = []
    runs = [tune(TWO, course, lambda trial: (trial.number % 3 - 1, 2), told.append) for _ in "12"]
    assert runs[0] == runs[1] == told[20:]
    assert runs[0] != tune(TWO, Course(20, usual_gains(20), 5), lambda t: (t.number % 3 - 1, 2))
