"""The kinds of UCI options: how each is declared, read, and refused.

Import-light: `uci.py` prints the options before anything heavy is loaded.
Source: Meyer-Kahlen, Universal Chess Interface, 2006, command `option`.
"""

import re
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine.process.texts import instead

Value: TypeAlias = int | str | bool

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
EMPTY = "<empty>"  # how UCI writes the empty string
QUOTES = ("'", '"')


class OptionError(ValueError):
    """An unknown option or a value that it cannot take; the message is a sentence for the user."""


class Change(StrEnum):
    """What `Engine.configure` renews when an option changes."""

    NOTHING = ""
    """The next search reads the new value."""
    CLEAR = "clear"
    """The table is emptied: its scores were found by other rules."""
    VALUES = "values"
    """The piece-square tables are filled again, and the transposition table is emptied."""
    KEYS = "keys"
    """Other Zobrist numbers: position keys, threads and the contents of the table."""
    TABLE = "table"
    """Memory for a new table is allocated; if there is none, the option keeps its old value."""
    THREADS = "threads"
    """The threads are made again, so what they learned is lost; the table stays."""
    EVALUATION = "evaluation"
    """The search is connected with another evaluation; threads and table start empty."""
    SEARCH = "search"
    """The search is loaded, and compiled first if need be; threads and table start empty."""


def written(value: Value) -> str:
    """Write a value as UCI does."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Option:
    """What all kinds have in common; a row of the table of options is one of the kinds below.

    Attributes
    ----------
    name : str
        As UCI programs show it.
    field : str
        As the settings, the core and the laboratory call it.
    default : int, str or bool
    sentence : str
        What it does, for docs/options.md.
    on_change : Change
    """

    kind: ClassVar[str]  # as the `option` line calls it
    dtype: ClassVar[str | None] = "int64"  # of the field of PARAMS; None: the core does not know it
    keeps_spaces: ClassVar[bool] = False  # whether two spaces within a value differ from one

    name: str
    field: str
    default: Value
    _: KW_ONLY
    sentence: str
    on_change: Change = Change.NOTHING

    @property
    def details(self) -> str:
        """What follows the type in the `option` line: the default, then limits or choices."""
        return f" default {written(self.default) or EMPTY}"

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        """Read a value; see `engine.options.parse`."""
        raise NotImplementedError

    def number(self, value: Value) -> int:
        """Return the number that stands for a value in PARAMS, if the option has a `dtype`."""
        return int(value)


@dataclass(frozen=True)
class Spin(Option):
    """A whole number within limits."""

    kind = "spin"
    default: int
    lowest: int
    highest: int

    @property
    def details(self) -> str:
        """The default and the limits."""
        return f"{super().details} min {self.lowest} max {self.highest}"

    @property
    def allowed(self) -> str:
        """The limits, in words."""
        return f"{self.lowest} to {self.highest}"

    def parse(self, text: str) -> int:
        """Read a number within the limits."""
        if WHOLE_NUMBER.fullmatch(text) and self.lowest <= int(text) <= self.highest:
            return int(text)
        raise OptionError(f"{self.name} takes a whole number, {self.allowed}, {instead(text)}.")


@dataclass(frozen=True)
class Check(Option):
    """A switch."""

    kind = "check"
    default: bool

    @property
    def allowed(self) -> str:
        """Both values."""
        return "true or false"

    def parse(self, text: str) -> bool:
        """Read a truth value, in any capitals."""
        if text.lower() not in ("true", "false"):
            raise OptionError(f"{self.name} takes {self.allowed}, {instead(text)}.")
        return text.lower() == "true"


@dataclass(frozen=True)
class Combo(Option):
    """One of several words; in PARAMS it is the number of the choice, counted from 0."""

    kind = "combo"
    default: str
    choices: tuple[str, ...]

    @property
    def details(self) -> str:
        """The default and the choices."""
        return super().details + "".join(f" var {choice}" for choice in self.choices)

    @property
    def allowed(self) -> str:
        """The choices, in words."""
        return ", ".join(self.choices)

    def parse(self, text: str) -> str:
        """Read a choice, in any capitals; return it as the row spells it."""
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        raise OptionError(f"{self.name} takes one of {self.allowed}; {instead(text)}.")

    def number(self, value: Value) -> int:
        """Return the number of a choice."""
        return self.choices.index(str(value))


@dataclass(frozen=True)
class Button(Option):
    """Something to be done at once; there is no value."""

    kind = "button"
    dtype = None
    default: str = ""

    @property
    def details(self) -> str:
        """Nothing: a button has no default."""
        return ""

    @property
    def allowed(self) -> str:
        """None."""
        return "no value"

    def parse(self, text: str) -> str:
        """Refuse any value."""
        if text:
            raise OptionError(f"{self.name} is a button and takes no value, {instead(text)}.")
        return ""


@dataclass(frozen=True)
class String(Option):
    """A text that can be read but not changed."""

    kind = "string"
    dtype = None
    default: str

    @property
    def allowed(self) -> str:
        """Only the default."""
        return "cannot be changed"

    def parse(self, text: str) -> str:
        """Accept only the default."""
        if text != self.default:
            raise OptionError(f"{self.name} can be read but not changed.")
        return text


@dataclass(frozen=True)
class Place(Option):
    """A file or folders: a path without quotes, or the empty string for none."""

    kind = "string"
    dtype = None
    keeps_spaces = True
    default: str

    @property
    def allowed(self) -> str:
        """Any path, or none."""
        return f"a path, or `{EMPTY}`"

    def parse(self, text: str) -> str:
        """Remove the quotes that some programs put around a path."""
        if len(text) > 1 and text[0] == text[-1] and text[0] in QUOTES:
            text = text[1:-1].strip()
        return "" if text == EMPTY else text
