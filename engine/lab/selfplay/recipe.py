"""What decides which games are played and which positions are kept, apart from the engine."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.lab.match.records import MatchError
from engine.lab.own_engine import Options, own_options


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
    options: Options = ()


def options_in(texts: Iterable[str]) -> Options:
    """Read options of the engine, each as NAME=VALUE.

    Raises
    ------
    SelfplayError
        As `own_options`.
    """
    try:
        return own_options(texts)
    except MatchError as mistake:
        raise SelfplayError(str(mistake)) from None
