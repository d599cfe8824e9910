"""Sesame within this process, with options as the words of a command line set them."""

from collections.abc import Iterable
from operator import itemgetter
from typing import TypeAlias

from engine import options
from engine.lab.match.records import MatchError
from engine.lab.match.sides import has, settings_in
from engine.search.think import Engine

TABLE_OPTION, TABLE_POSITIONS = "Table Positions", "64K"
"""A small table: it is cleared for every game or position, and holds some thousand nodes."""

Options: TypeAlias = tuple[tuple[str, str], ...]
"""Options without their defaults: names as in their rows, values as UCI writes them."""


def own_options(texts: Iterable[str]) -> Options:
    """Read options, each as option=value.

    Raises
    ------
    MatchError
        If one cannot be read or stands there twice, or if the engine has no such option or it does
        not take the value.
    """
    found: list[tuple[str, str]] = []
    for name, value in settings_in(texts, "--option").items():
        try:
            option = options.find(name)
            if isinstance(option, options.Button):
                raise MatchError(f"{option.name} is a button and takes no value.")
            options.parse(option, value)
        except options.OptionError as refusal:
            raise MatchError(str(refusal)) from None
        if has(map(itemgetter(0), found), option.name):
            raise MatchError(f"--option has {option.name} twice.")
        found.append((option.name, value))
    return tuple(found)


def engine_with(chosen: Options) -> Engine:
    """Start an engine with a small table, and with options that were read before."""
    engine = Engine()
    for name, value in ((TABLE_OPTION, TABLE_POSITIONS), *chosen):
        option = options.find(name)
        engine.configure(option, options.parse(option, value))
    return engine
