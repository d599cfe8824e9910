"""The types of UCI options: how each is declared, read, and refused.

Import-light: `uci.py` prints the options before anything heavy is loaded.
Source: Meyer-Kahlen, Universal Chess Interface, 2006, command `option`.
"""

import re
from typing import ClassVar, NamedTuple, TypeAlias

from engine.process.texts import instead

Value: TypeAlias = int | str | bool

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
EMPTY = "<empty>"  # as programs write the text that has no letters
QUOTES = ("'", '"')


class OptionError(ValueError):
    """A value or a name that cannot be used; the message is a sentence for the user."""


def written(value: Value) -> str:
    """Write a value as UCI does."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Option:
    """What the types have in common; a row is one of the types below."""

    kind: ClassVar[str]
    dtype: ClassVar[str | None] = "int64"  # how PARAMS keeps the value; None: it does not
    keeps_spaces: ClassVar[bool] = False  # whether two spaces within a value differ from one
    name: str  # as UCI programs show it
    field: str  # as the settings, the core and the laboratory call it
    sentence: str
    on_change: str  # what must be renewed: "", "table", "values", "keys" or "clear"

    @property
    def default(self) -> Value:
        """The value before anybody has set one."""
        raise NotImplementedError

    @property
    def details(self) -> str:
        """What follows the type in the `option` line."""
        raise NotImplementedError

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        """Read a value; see `engine.options.parse`."""
        raise NotImplementedError

    def number(self, value: Value) -> int:
        """Give the number that stands for a value in PARAMS."""
        raise OptionError(f"{self.name} has no number for {value!r}.")


class _Spin(NamedTuple):
    name: str
    field: str
    default: int
    lowest: int
    highest: int
    sentence: str
    on_change: str = ""


class Spin(_Spin, Option):
    """A whole number within a range."""

    kind = "spin"

    @property
    def details(self) -> str:
        """Default and, where there are any, limits or choices."""
        return f" default {self.default} min {self.lowest} max {self.highest}"

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        return f"{self.lowest} to {self.highest}"

    def parse(self, text: str) -> int:
        """Read a number within the limits."""
        if WHOLE_NUMBER.fullmatch(text) and self.lowest <= int(text) <= self.highest:
            return int(text)
        raise OptionError(f"{self.name} takes a whole number, {self.allowed}, {instead(text)}.")

    def number(self, value: Value) -> int:
        """Give the number that stands for the value in PARAMS."""
        return int(value)


class _Check(NamedTuple):
    name: str
    field: str
    default: bool
    sentence: str
    on_change: str = ""


class Check(_Check, Option):
    """A switch."""

    kind = "check"

    @property
    def details(self) -> str:
        """Default and, where there are any, limits or choices."""
        return f" default {written(self.default)}"

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        return "true or false"

    def parse(self, text: str) -> bool:
        """Read a truth value, in any capitals."""
        if text.lower() not in ("true", "false"):
            raise OptionError(f"{self.name} takes {self.allowed}, {instead(text)}.")
        return text.lower() == "true"

    def number(self, value: Value) -> int:
        """Give the number that stands for the value in PARAMS."""
        return int(value)


class _Combo(NamedTuple):
    name: str
    field: str
    default: str
    choices: tuple[str, ...]
    sentence: str
    on_change: str = ""


class Combo(_Combo, Option):
    """One of several words; in PARAMS it is the number of the choice, counted from 0."""

    kind = "combo"

    @property
    def details(self) -> str:
        """Default and, where there are any, limits or choices."""
        return f" default {self.default}" + "".join(f" var {choice}" for choice in self.choices)

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        return ", ".join(self.choices)

    def parse(self, text: str) -> str:
        """Read a choice, in any capitals; give it as the row spells it."""
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        raise OptionError(f"{self.name} takes one of {self.allowed}; {instead(text)}.")

    def number(self, value: Value) -> int:
        """Give the number that stands for the value in PARAMS."""
        return self.choices.index(str(value))


class _Button(NamedTuple):
    name: str
    field: str
    sentence: str
    on_change: str = ""
    default: str = ""


class Button(_Button, Option):
    """Something to be done at once; there is no value."""

    kind = "button"
    dtype = None

    @property
    def details(self) -> str:
        """Default and, where there are any, limits or choices."""
        return ""

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        return "no value"

    def parse(self, text: str) -> str:
        """Accept no value but the missing one."""
        if text:
            raise OptionError(f"{self.name} is a button and takes no value, {instead(text)}.")
        return ""


class _Text(NamedTuple):
    name: str
    field: str
    default: str
    sentence: str
    on_change: str = ""


class Text(_Text, Option):
    """What texts have in common; the core knows nothing of them."""

    kind = "string"
    dtype = None

    @property
    def details(self) -> str:
        """Default and, where there are any, limits or choices."""
        return f" default {self.default or EMPTY}"


class String(Text):
    """A text that can be read but not changed."""

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        return "cannot be changed"

    def parse(self, text: str) -> str:
        """Accept only what it is already."""
        if text != self.default:
            raise OptionError(f"{self.name} can be read but not changed.")
        return text


class Place(Text):
    """A file or folders; the value is as it was given, without quotes, and empty for none."""

    keeps_spaces = True

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        return f"a path, or `{EMPTY}`"

    def parse(self, text: str) -> str:
        """Take the quotes off that some programs put around a path."""
        if len(text) > 1 and text[0] == text[-1] and text[0] in QUOTES:
            text = text[1:-1].strip()
        return "" if text == EMPTY else text
