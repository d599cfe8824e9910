"""Sesame within this process, with options as the words of a command line set them."""

from collections.abc import Iterable
from operator import itemgetter
from typing import TypeAlias

import chess

from engine import options
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.settings import has, settings_in
from engine.options.game import GAME
from engine.search.think import Engine, Info, Limits, Progress

TABLE_OPTION, TABLE_POSITIONS = "Table Positions", "64K"
"""A small table: it is cleared for every game or position, and holds some thousand nodes."""

OF_PLAY = {row.field for row in GAME} - {"strict_threefold", "limit_strength", "elo"}
"""Options that only a conversation with another program asks for."""

Options: TypeAlias = tuple[tuple[str, str], ...]
"""Options without their defaults: names as in their rows, values as UCI writes them."""


def own_options(texts: Iterable[str]) -> Options:
    """Read options, each as option=value; returns them in order, the same however they are written.

    Raises
    ------
    LaboratoryError
        If one cannot be read or stands there twice, or if the engine has no such option or it does
        not take the value, or if it would change nothing or not be the same twice.
    """
    found: list[tuple[str, str]] = []
    for name, value in settings_in(texts, "--option").items():
        try:
            option = options.find(name)
            if isinstance(option, options.Button):
                raise LaboratoryError(f"{option.name} is a button and takes no value.")
            setting = options.parse(option, value)
        except options.OptionError as refusal:
            raise LaboratoryError(str(refusal)) from None
        if has(map(itemgetter(0), found), option.name):
            raise LaboratoryError(f"--option has {option.name} twice.")
        if option.field in OF_PLAY:
            raise LaboratoryError(
                f"{option.name} changes nothing here: it is for play with others."
            )
        if option.field == "threads" and setting != 1:
            raise LaboratoryError("Several threads never search the same twice: Threads must be 1.")
        found.append((option.name, options.written(setting)))
    return tuple(sorted(found))


def engine_with(chosen: Options) -> Engine:
    """Start an engine with a small table, and with options that were read before."""
    engine = Engine()
    for name, value in ((TABLE_OPTION, TABLE_POSITIONS), *chosen):
        option = options.find(name)
        engine.configure(option, options.parse(option, value))
    return engine


def searched(engine: Engine, limits: Limits) -> tuple[chess.Move | None, int]:
    """Search the position that is set up.

    Returns
    -------
    tuple
        The best move and its score in centipawns for the side to move: the last exact one, or a
        bound where none came.
    """
    exact: list[int] = []
    bounds: list[int] = []

    def note(news: Info | Progress) -> None:
        if isinstance(news, Info) and news.multipv == 1:
            (bounds if news.bound else exact).append(news.score)

    engine.prepare_go()
    move = engine.think(limits, note).move
    return move, (exact or bounds)[-1]
