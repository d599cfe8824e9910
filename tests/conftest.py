"""What tests of the core share: the tables, a stack of positions, lists of moves, random games.

Everything here is made when the first test asks for it.
"""

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import settings

from engine.machine.core import UNCOMPILED
from tests.games import CHESS960, STANDARD, Games

if not UNCOMPILED:
    # Tests compile functions of their own, with Numba's `njit`, that call those of the core.
    import engine.machine.lowering.compile  # noqa: F401

if TYPE_CHECKING:
    from tests.rules import Rules

# On a busy machine an example may take any time: no test measures it.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

STACK_LENGTH, LISTS = 512, 128
VISITS = ((STANDARD, 20, 6000), (CHESS960, 960, 6000))
"""Variant, seed and number of the random moves."""


@pytest.fixture(scope="session")
def tables() -> Any:
    """The TABLES record of the rules, with values that tell every piece and square apart."""
    from engine.board.geometry import new_tables

    array = new_tables()
    chance = random.Random(64)
    array[0].value.reshape(-1)[:] = [chance.randint(-2000, 2000) for _ in range(768)]
    return array[0]


@pytest.fixture(scope="session")
def stack() -> Any:
    """An array of POSITION records."""
    from engine.board.position import POSITION

    return np.zeros(STACK_LENGTH, POSITION).view(np.recarray)


@pytest.fixture(scope="session")
def moves() -> Any:
    """An array of MOVES records."""
    from engine.board.position import MOVES

    return np.zeros(LISTS, MOVES).view(np.recarray)


@pytest.fixture(scope="session")
def rules(tables: Any, stack: Any, moves: Any) -> "Rules":
    """The compiled rules with a Python face."""
    from tests.rules import Rules

    return Rules(tables, stack, moves)


@pytest.fixture(scope="session")
def games(tables: Any) -> Games:
    """Twelve thousand moves of random games as python-chess sees them."""
    from engine.board.position import POSITION
    from engine.board.setup import set_up

    number = sum(visits[-1] for visits in VISITS)
    before, after = (np.zeros(number, POSITION).view(np.recarray) for _ in range(2))
    games = Games(before, after)
    for visits in VISITS:
        for board, played in games.play(*visits):
            set_up(before[len(games.fens) - 1], tables, board)
            board.push(played)
            set_up(after[len(games.fens) - 1], tables, board)
    return games
