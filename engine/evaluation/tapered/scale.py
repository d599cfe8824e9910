"""Endgames in which a lead wins less than it seems: a fixed rule, in sixty-fourths.

Without pawns a lead of a minor piece or less seldom wins. With one bishop each, on different
colours, and nothing else beside pawns, even two pawns more may not win.
"""

from numba import int64, uint64

from engine.board.bits import DARK_SQUARES
from engine.board.names import ONE
from engine.board.position import Position
from engine.machine.words import core, others, size

WHOLE, HALF, SMALL = 64, 32, 12
MINOR_UNITS, ROOK_UNITS, QUEEN_UNITS = 3, 5, 9
"""A piece in pawns."""


@core(int64(Position, uint64), forceinline=True)
def units(pos, side):
    """The pieces of a side in pawns."""
    men = pos.sides[side]
    minors = int64(size((pos.knights | pos.bishops) & men))
    rooks, queens = int64(size(pos.rooks & men)), int64(size(pos.queens & men))
    return MINOR_UNITS * minors + ROOK_UNITS * rooks + QUEEN_UNITS * queens


@core(int64(Position, uint64))
def winning_chances(pos, side):
    """The share of a lead of this side that counts."""
    men = pos.sides[side]
    lead = units(pos, side) - units(pos, side ^ ONE)
    if not pos.pawns & men:
        return SMALL if lead <= MINOR_UNITS else WHOLE
    bishops = pos.bishops
    if pos.knights | pos.rooks | pos.queens:
        return WHOLE
    mine, theirs = bishops & men, bishops & ~men
    alone = mine and theirs and not others(mine) and not others(theirs)
    if alone and bool(mine & DARK_SQUARES) != bool(theirs & DARK_SQUARES):
        return HALF
    return WHOLE


@core(int64(Position, int64), forceinline=True)
def scale(pos, value):
    """The share of a value for the side to move that counts."""
    return winning_chances(pos, pos.turn if value > 0 else pos.turn ^ ONE)
