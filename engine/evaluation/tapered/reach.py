"""What the men of one side attack, as its own view of the board shows it."""

from typing import NamedTuple

from numba import types, uint64

from engine.machine.words import U64


class Reach(NamedTuple):
    """Sets of squares attacked by the kinds of pieces, and what belongs to them."""

    side: U64
    men: U64  # own pieces
    occupied: U64
    pawns: U64
    knights: U64
    bishops: U64
    rooks: U64
    queens: U64
    attacks: U64  # of all but the king
    twice: U64  # by two men other than the king
    units: U64  # weight of the attack on the enemy king


REACH = types.NamedUniTuple(uint64, len(Reach._fields), Reach)
