"""Sides whose engines are fakes, and a match that is over in a moment."""

import sys
from pathlib import Path

from engine.lab.match.records import (
    Adjudication,
    Game,
    Limit,
    Opening,
    Reason,
    Settings,
    Side,
    Task,
)
from engine.lab.match.worker import RunningEngines

FAKES = Path(__file__).parent
# Without site-packages Python starts in a hundredth of a second.
PYTHON = (sys.executable, "-S", "-E")

NO_JUDGE = Adjudication(resign_moves=0, draw_moves=0, move_limit=0)
OPENING = Opening("start")


def fake(name: str, *words: str, options: tuple[tuple[str, str], ...] = ()) -> Side:
    """A side played by the UCI fake."""
    return Side(name, (*PYTHON, str(FAKES / "uci_engine.py"), *words), options=options)


def fake_xboard(name: str, *words: str) -> Side:
    """A side played by the XBoard fake."""
    return Side(name, (*PYTHON, str(FAKES / "xboard_engine.py"), *words), "xboard")


def match_of(*sides: Side, limit: str = "nodes=100", **others: object) -> Settings:
    """A match with little patience."""
    plain: dict[str, object] = {
        "adjudication": NO_JUDGE,
        "patience_seconds": 0.5,
        "start_seconds": 5.0,
        "margin_ms": 50,
    }
    return Settings(sides, Limit.parse(limit), **{**plain, **others})  # type: ignore[arg-type]


def task_of(white: Side, black: Side, opening: Opening = OPENING, number: int = 1) -> Task:
    """One game."""
    return Task(number, 1, white.name, black.name, opening)


def game_of(white: Side, black: Side, opening: Opening = OPENING, **settings: object) -> Game:
    """Play one game."""
    engines = RunningEngines(match_of(white, black, **settings))
    try:
        return engines.play(task_of(white, black, opening))
    finally:
        engines.close()


def ended(game: Game) -> tuple[str, Reason]:
    """How a game ended."""
    return game.result, game.reason
