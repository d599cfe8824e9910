"""What determines the games and the stored positions, apart from the engine."""

from dataclasses import dataclass

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.own_engine import Options


class SelfplayError(LaboratoryError):
    """Games cannot be played or kept as requested."""


@dataclass(frozen=True)
class SelfplayRecipe:
    """How games are played and which positions are stored."""

    nodes: int = 5000  # per move
    plies: int = 8  # random ones at the beginning; every other game has one more
    seed: int = 1  # with the number of the game, of the random moves
    balance: int = 200  # centipawns: largest distance of a beginning's score from 0
    first_ply: int = 16  # plies before the first position that is stored
    limit: int = 1000  # centipawns: largest score of a position that is stored
    options: Options = ()
