"""Sesame in this process, with the options of a command line."""

from collections.abc import Iterable
from operator import itemgetter
from typing import TypeAlias

import chess

from engine import options
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.settings import has, settings_in
from engine.options.game import GAME
from engine.thinking.engine import Engine, Info, Limits, Progress

TABLE_OPTION, TABLE_POSITIONS = "Table Positions", "64K"
"""A small table, since it is cleared for every game or position."""

OF_PLAY = {row.field for row in GAME} - {"strict_threefold", "limit_strength", "elo"}
"""Options that have an effect only in play through UCI."""

Options: TypeAlias = tuple[tuple[str, str], ...]
"""Options that were set: names and values as in UCI."""


def own_options(texts: Iterable[str]) -> Options:
    """Read options, each as option=value; returns them sorted and in their canonical spelling.

    Raises
    ------
    LaboratoryError
        If one is invalid, unknown, given twice, or has no effect or no repeatable one.
    """
    found: list[tuple[str, str]] = []
    for name, value in settings_in(texts, "--option").items():
        try:
            option = options.find(name)
            if isinstance(option, options.Button):
                raise LaboratoryError(f"{option.name} is a button and has no value.")
            setting = options.parse(option, value)
        except options.OptionError as refusal:
            raise LaboratoryError(str(refusal)) from None
        if has(map(itemgetter(0), found), option.name):
            raise LaboratoryError(f"--option sets {option.name} twice.")
        if option.field in OF_PLAY:
            raise LaboratoryError(f"{option.name} has no effect here: it is for play through UCI.")
        if option.field == "threads" and setting != 1:
            raise LaboratoryError(
                "Threads must be 1: searches of several threads are not repeatable."
            )
        found.append((option.name, options.written(setting)))
    return tuple(sorted(found))


def engine_with(chosen: Options) -> Engine:
    """Create an engine with a small table and these options."""
    engine = Engine()
    for name, value in ((TABLE_OPTION, TABLE_POSITIONS), *chosen):
        option = options.find(name)
        engine.configure(option, options.parse(option, value))
    return engine


def searched(engine: Engine, limits: Limits) -> tuple[chess.Move | None, int]:
    """Search the position that was set.

    Returns
    -------
    tuple
        The best move and its score in centipawns for the side to move: the last exact one, or a
        bound if there is none.
    """
    exact: list[int] = []
    bounds: list[int] = []

    def note(news: Info | Progress) -> None:
        if isinstance(news, Info) and news.multipv == 1:
            (bounds if news.bound else exact).append(news.score)

    engine.prepare_go()
    move = engine.think(limits, note).move
    return move, (exact or bounds)[-1]
