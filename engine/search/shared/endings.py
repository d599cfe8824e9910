"""When the ending begins, where null moves and multi-cut do not apply: choice X36."""

from engine.board.names import QUEEN, ROOK
from engine.board.position import Position
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import size

MINOR_UNITS, ROOK_UNITS, QUEEN_UNITS = 3, 5, 9
"""Pieces in pawns."""
MOST_UNITS = ROOK_UNITS + MINOR_UNITS
"""A side has no more in an ending, pawns apart."""


@core(boolean(Position, uint64))
def has_few_pieces(pos, side):
    """Whether a side has at most a rook and a minor piece beside king and pawns."""
    ours = pos.sides[side]
    units = int64(size((pos.knights | pos.bishops) & ours)) * MINOR_UNITS
    units += int64(size(pos.pieces[ROOK] & ours)) * ROOK_UNITS
    units += int64(size(pos.pieces[QUEEN] & ours)) * QUEEN_UNITS
    return units <= MOST_UNITS
