"""SPSA: all parameters are changed at once at random, and matches tell in which direction to go.

In iteration k each parameter is set to its value plus and minus c_k steps, with a random sign of
its own; the two settings play each other, and every parameter moves by a_k times the score for each
step between them. The gains fall as a / (A + k + 1)^alpha and c / (k + 1)^gamma.
Source: Spall 1992 and 1998.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.lab.learning.parameters import Parameter, Setting, Values, settings_of, starts

ALPHA, GAMMA = 0.602, 0.101
"""The smallest exponents for which the source proves convergence."""
STABILITY_PART = 0.1
"""Of the iterations; the source's advice for A."""


@dataclass(frozen=True)
class Gains:
    """The source's a, A, c, alpha and gamma; parameters are counted in their steps."""

    a: float
    stability: float
    c: float
    alpha: float = ALPHA
    gamma: float = GAMMA

    def at(self, number: int) -> tuple[float, float]:
        """Return a_k and c_k of an iteration, counted from 0."""
        return (
            self.a / (self.stability + number + 1) ** self.alpha,
            self.c / (number + 1) ** self.gamma,
        )


def usual_gains(
    iterations: int,
    a: float | None = None,
    stability: float | None = None,
    c: float | None = None,
    exponents: tuple[float, float] = (ALPHA, GAMMA),
) -> Gains:
    """Return the gains of a run, with those that are not given chosen for it.

    The last iteration changes each parameter by one step; in the first a match that is won by every
    game moves it by one step.
    """
    alpha, gamma = exponents
    stability = STABILITY_PART * iterations if stability is None else stability
    c = float(iterations**gamma) if c is None else c
    a = float(2 * c * (stability + 1) ** alpha) if a is None else a
    return Gains(a, stability, c, alpha, gamma)


@dataclass(frozen=True)
class Trial:
    """What an iteration tries."""

    number: int
    values: Values
    """When it began."""
    plus: Setting
    minus: Setting


@dataclass(frozen=True)
class Step:
    """A trial with its score."""

    trial: Trial
    score: float
    """Points of plus less those of minus, for each game: -1 to 1."""
    games: int
    moved: Values
    """The values afterwards."""


Play = Callable[[Trial], tuple[float, int]]
"""Returns score and number of games."""


def signs(seed: int, number: int, parameters: int) -> list[int]:
    """Return the random signs of an iteration, +1 or -1 with equal chances; always the same."""
    chance = np.random.default_rng((seed, number))
    return [int(sign) for sign in 2 * chance.integers(0, 2, parameters) - 1]


def trial_of(
    parameters: tuple[Parameter, ...], values: Values, number: int, c: float, seed: int
) -> Trial:
    """Change all values by c steps in random directions, as far as ranges and rounding allow."""
    both = []
    random_signs = signs(seed, number, len(parameters))
    for way in (1, -1):
        changed = tuple(
            value + way * sign * c * one.step
            for one, value, sign in zip(parameters, values, random_signs, strict=True)
        )
        both.append(settings_of(parameters, changed))
    return Trial(number, values, both[0], both[1])


def after(parameters: tuple[Parameter, ...], trial: Trial, score: float, a: float) -> Values:
    """Return the values after a trial.

    The difference that was really played counts, after rounding and at the ends of a range. A
    parameter for which there was none stays.
    """
    moved = []
    for one, value, plus, minus in zip(
        parameters, trial.values, trial.plus, trial.minus, strict=True
    ):
        difference = (plus - minus) / one.step
        slope = score / difference if difference else 0.0
        moved.append(one.within(value + a * slope * one.step))
    return tuple(moved)


@dataclass(frozen=True)
class Course:
    """How many trials there are, and how far they go."""

    iterations: int
    gains: Gains
    seed: int = 1
    """Of the random signs."""


def tune(
    parameters: tuple[Parameter, ...],
    course: Course,
    play: Play,
    told: Callable[[Step], None] = lambda step: None,
) -> list[Step]:
    """Tune; the scores decide all, so the same scores give the same values.

    Parameters
    ----------
    parameters
        What is tuned.
    course
        The trials.
    play
        Plays a trial.
    told
        Called after each.
    """
    values, done = starts(parameters), []
    for number in range(course.iterations):
        a, c = course.gains.at(number)
        trial = trial_of(parameters, values, number, c, course.seed)
        score, games = play(trial)
        values = after(parameters, trial, score, a)
        step = Step(trial, score, games, values)
        done.append(step)
        told(step)
    return done
