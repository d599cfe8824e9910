"""What decides which games are played and which positions are kept, apart from the engine."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine import options
from engine.options import Button, OptionError, Value
from engine.search.think import Engine

TABLE_OPTION, TABLE_POSITIONS = "Table Positions", "64K"
"""A small table: it is cleared before every game, and a game searches some thousand nodes."""


class SelfplayError(ValueError):
    """Games cannot be played or kept as asked; the message is a sentence for the user."""


@dataclass(frozen=True)
class Recipe:
    """How games are played and what is kept of them."""

    nodes: int = 5000  # searched for every move
    plies: int = 8  # random half-moves at the beginning; every other game has one more
    seed: int = 1  # with the number of the game it gives the random moves
    balance: int = 200  # centipawns that a beginning may be away from 0
    first_ply: int = 16  # half-moves before the first position that is kept
    limit: int = 1000  # centipawns: beyond it a position is not kept
    options: tuple[tuple[str, str], ...] = ()  # of the engine: names and values as UCI writes them


def split_option(text: str) -> tuple[str, str]:
    """Read `NAME=VALUE`; returns both, the name as the option's row spells it.

    Raises
    ------
    SelfplayError
        If there is no such option or it cannot take the value.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise SelfplayError(f'"{text}" is no option; write NAME=VALUE.')
    checked(name, value)
    return options.find(name).name, " ".join(value.split())


def checked(name: str, value: str) -> Value:
    """Read the value of an option."""
    try:
        option = options.find(name)
        if isinstance(option, Button):
            raise SelfplayError(f"{option.name} is a button and cannot be set.")
        setting = options.parse(option, value)
    except OptionError as refusal:
        raise SelfplayError(str(refusal)) from None
    if option.field == "threads" and setting != 1:
        raise SelfplayError("Games of several threads are never the same twice: Threads must be 1.")
    return setting


def engine_with(settings: Iterable[tuple[str, str]]) -> Engine:
    """Start an engine with a small table, and with option settings."""
    engine = Engine()
    for name, value in ((TABLE_OPTION, TABLE_POSITIONS), *settings):
        engine.configure(options.find(name), checked(name, value))
    return engine
