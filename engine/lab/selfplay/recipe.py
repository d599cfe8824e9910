"""What decides which games are played and which positions are kept, apart from the engine."""

from dataclasses import dataclass

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.own_engine import Options


class SelfplayError(LaboratoryError):
    """Games cannot be played or kept as requested."""


@dataclass(frozen=True)
class SelfplayRecipe:
    """How games are played and what is kept of them."""

    nodes: int = 5000  # searched for every move
    plies: int = 8  # random half-moves at the beginning; every other game has one more
    seed: int = 1  # with the number of the game it gives the random moves
    balance: int = 200  # centipawns that a beginning may be away from 0
    first_ply: int = 16  # half-moves before the first position that is kept
    limit: int = 1000  # centipawns: beyond it a position is not kept
    options: Options = ()
