"""What is learned: numeric options of an engine, each with its start, range and step."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.settings import has
from engine.options import OPTIONS, Spin
from engine.options.learning import WEIGHTS
from engine.process.texts import quoted

WEIGHT_NUMBERS = "100,10,200,10,100"
"""The source's start, range and unit for a weight, in hundredths of a ply. Its step is not told."""
USUAL = tuple(f"{name}={WEIGHT_NUMBERS}" for name in WEIGHTS)
STEPS_OF_A_RANGE = 20
NUMBER = re.compile(r"-?[0-9]{1,9}")
NUMBERS = "start, lowest, highest, step, unit"

Values: TypeAlias = tuple[float, ...]
"""Of all parameters, in units of their options, not rounded."""
Setting: TypeAlias = tuple[int, ...]
"""Of all parameters, as the options are set."""


@dataclass(frozen=True)
class Parameter:
    """A numeric option that is learned; all numbers are in the option's own units."""

    name: str
    start: int
    low: int
    high: int
    step: int
    """By which it is changed to see what that does."""
    unit: int
    """What the source calls 1, in which the size of an update is measured."""

    def within(self, value: float) -> float:
        """Return the nearest value within the range."""
        return min(max(value, float(self.low)), float(self.high))

    def setting(self, value: float) -> int:
        """Return the value that the option is set to."""
        return math.floor(self.within(value) + 0.5)


class Declared(NamedTuple):
    """A numeric option as its engine declares it."""

    name: str
    default: int
    low: int
    high: int


def own_options() -> dict[str, Declared]:
    """Return the numeric options of Sesame, by their names in lower case."""
    return {
        row.name.lower(): Declared(row.name, row.default, row.lowest, row.highest)
        for row in OPTIONS
        if isinstance(row, Spin)
    }


def read_parameters(
    texts: Iterable[str], declared: Mapping[str, Declared]
) -> tuple[Parameter, ...]:
    """Read parameters as they are written on the command line.

    Parameters
    ----------
    texts
        Each "NAME" or "NAME=START,LOW,HIGH,STEP,UNIT", of which any number, and all the last ones,
        may be left out: the default and the range of the option, a twentieth and a half of the
        range.
    declared
        The engine's numeric options by name in lower case.

    Raises
    ------
    LaboratoryError
        If there is no such option, it is given twice, or its numbers make no sense.
    """
    found: list[Parameter] = []
    for text in texts:
        parameter = read_parameter(text, declared)
        if has((known.name for known in found), parameter.name):
            raise LaboratoryError(f"The parameter {parameter.name} is given twice.")
        found.append(parameter)
    return tuple(found)


def read_parameter(text: str, declared: Mapping[str, Declared]) -> Parameter:
    """Read a parameter; see `read_parameters`."""
    name, numbers = divided(text, declared)
    option = declared.get(name.lower())
    if option is None:
        known = ", ".join(sorted(one.name for one in declared.values())) or "none"
        raise LaboratoryError(f"The engine has no numeric option {quoted(name)}; it has: {known}.")
    pieces = [piece.strip() for piece in numbers.split(",")]
    if len(pieces) > len(NUMBERS.split()) or any(
        piece and not NUMBER.fullmatch(piece) for piece in pieces
    ):
        raise LaboratoryError(f"{option.name} takes {NUMBERS}, not {quoted(numbers)}.")
    start, low, high, step, unit = [
        int(piece) if piece else None for piece in [*pieces, "", "", "", "", ""][:5]
    ]
    low = option.low if low is None else low
    high = option.high if high is None else high
    wanted = Parameter(
        option.name,
        min(max(option.default, low), high) if start is None else start,
        low,
        high,
        max(1, (high - low) // STEPS_OF_A_RANGE) if step is None else step,
        max(1, (high - low) // 2) if unit is None else unit,
    )
    check(wanted, option)
    return wanted


def divided(text: str, declared: Mapping[str, Declared]) -> tuple[str, str]:
    """Divide a parameter into the name, which may contain =, and the numbers, or what is there."""
    name, equals, numbers = text.rpartition("=")
    is_known = name.strip().lower() in declared and text.strip().lower() not in declared
    if not equals or not (is_known or re.fullmatch(r"[\s,0-9-]*", numbers)):
        return text.strip(), ""
    return name.strip(), numbers.strip()


def check(parameter: Parameter, option: Declared) -> None:
    """Refuse numbers that make no sense, or that the option cannot take."""
    low, high, name = parameter.low, parameter.high, parameter.name
    if low < option.low or high > option.high:
        raise LaboratoryError(
            f"{name} takes {option.low} to {option.high}; {low} to {high} is out of range."
        )
    if low >= high:
        raise LaboratoryError(f"The range of {name} is empty: {low} to {high}.")
    if not low <= parameter.start <= high:
        raise LaboratoryError(
            f"The start of {name}, {parameter.start}, is not within {low} to {high}."
        )
    if not 1 <= parameter.step <= high - low:
        raise LaboratoryError(
            f"The step of {name} must be 1 to {high - low}, not {parameter.step}."
        )
    if parameter.unit < 1:
        raise LaboratoryError(f"The unit of {name} must be at least 1, not {parameter.unit}.")


def starts(parameters: Iterable[Parameter]) -> Values:
    """Return where learning begins."""
    return tuple(float(parameter.start) for parameter in parameters)


def settings_of(parameters: Iterable[Parameter], values: Values) -> Setting:
    """Return the values that the options are set to."""
    return tuple(
        parameter.setting(value) for parameter, value in zip(parameters, values, strict=True)
    )


def as_options(parameters: Iterable[Parameter], setting: Setting) -> tuple[tuple[str, str], ...]:
    """Return names and values of options."""
    return tuple(
        (parameter.name, str(value)) for parameter, value in zip(parameters, setting, strict=True)
    )
