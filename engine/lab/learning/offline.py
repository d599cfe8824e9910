"""LSC-offline: the gradient is measured by searching every position again for each parameter.

Every iteration measures the cost of the present values, and of each parameter changed by its step;
then all parameters move against the relative change of the cost. The source divides by the step
only where it estimates a derivative, and leaves the step open; here it is always divided by.
Source: Björnsson 2002, chapter 7, algorithm 13.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.lab.learning.parameters import Parameter, Setting, Values, settings_of, starts
from engine.lab.learning.step import Rule, updated

STILL = 0.01
"""Of an option's own unit; a smaller move of all values ends learning."""


@dataclass(frozen=True)
class Measured:
    """What the searches of a suite cost under one setting."""

    cost: float
    nodes: int
    solved: int


@dataclass(frozen=True)
class Iteration:
    """An iteration; the last one measures where the values have arrived, and changes nothing."""

    number: int
    values: Values
    """When it began."""
    setting: Setting
    base: Measured
    changed: tuple[Measured, ...] = ()
    """With each parameter changed; empty in the last iteration."""
    steps: tuple[int, ...] = ()
    """By which they were changed; negative where the range ends."""
    rate: float = 0.0
    """The source's mu."""

    @property
    def gradient(self) -> tuple[float, ...]:
        """The change of the cost for each parameter, in parts of the cost; empty at the end."""
        if not self.base.cost:
            return (0.0,) * len(self.changed)
        return tuple((one.cost - self.base.cost) / self.base.cost for one in self.changed)


@dataclass(frozen=True)
class Schedule:
    """How far the updates go."""

    iterations: int = 12
    rate: float = 1.0
    """The source's mu."""
    decay: float = 1.0
    """By which the rate is multiplied after each iteration."""
    step_max: float = 1.0
    """Units that a parameter moves when a unit of it doubles the cost, at a rate of 1."""
    follows: bool = False
    """Whether a step goes where the parameter moved last, as the source suggests; else it is
    positive."""


Measure = Callable[[list[Setting]], list[Measured]]
Told = Callable[[Iteration], None]


def learn(
    parameters: tuple[Parameter, ...],
    schedule: Schedule,
    measure: Measure,
    told: Told = lambda iteration: None,
) -> list[Iteration]:
    """Learn; what is measured decides all, so the same measurements give the same values.

    Parameters
    ----------
    parameters
        What is learned.
    schedule
        How many iterations, and how far they go.
    measure
        Returns the cost of each of some settings.
    told
        Called with each iteration.

    Returns
    -------
    list of Iteration
        All; fewer when an update no longer moves any value by as much as `STILL`.
    """
    values, rate, ways = starts(parameters), schedule.rate, (1,) * len(parameters)
    done: list[Iteration] = []
    for number in range(schedule.iterations):
        trials = settings_around(parameters, values, ways)
        base, *changed = measure(trials)
        steps = tuple(one[at] - trials[0][at] for at, one in enumerate(trials[1:]))
        iteration = Iteration(number, values, trials[0], base, tuple(changed), steps, rate)
        done.append(iteration)
        told(iteration)
        values = moved(parameters, iteration, schedule.step_max)
        rate *= schedule.decay
        if schedule.follows:
            ways = tuple(
                int(np.sign(new - old)) or way
                for way, new, old in zip(ways, values, iteration.values, strict=True)
            )
        if max(abs(new - old) for new, old in zip(values, iteration.values, strict=True)) < STILL:
            break
    setting = settings_of(parameters, values)
    last = Iteration(len(done), values, setting, measure([setting])[0])
    told(last)
    return [*done, last]


def settings_around(
    parameters: tuple[Parameter, ...], values: Values, ways: tuple[int, ...]
) -> list[Setting]:
    """Return the setting of values, and those with each parameter changed by its step.

    A step that would leave the range is taken in the other direction; one that leaves it on both
    sides is cut.
    """
    setting = settings_of(parameters, values)
    settings = [setting]
    for place, (one, way) in enumerate(zip(parameters, ways, strict=True)):
        changed = list(setting)
        step = way * one.step
        if not one.low <= setting[place] + step <= one.high:
            step = -step
        changed[place] = one.setting(setting[place] + step)
        settings.append(tuple(changed))
    return settings


def moved(parameters: tuple[Parameter, ...], iteration: Iteration, step_max: float) -> Values:
    """Return the values after an update, in units of the source while it is computed."""
    gradient = [
        part * one.unit / step if step else 0.0
        for one, part, step in zip(parameters, iteration.gradient, iteration.steps, strict=True)
    ]
    weights = [value / one.unit for one, value in zip(parameters, iteration.values, strict=True)]
    # Each has a range of its own, so the common one is open.
    rule = Rule(iteration.rate, step_max, -np.inf, np.inf)
    return tuple(
        one.within(float(weight) * one.unit)
        for one, weight in zip(
            parameters, updated(np.array(weights), 1.0, np.array(gradient), rule), strict=True
        )
    )
