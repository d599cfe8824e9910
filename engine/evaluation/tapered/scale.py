"""Scale factors of drawish endgames, in sixty-fourths: a fixed rule.

Without pawns a lead of a minor piece or less seldom wins. With one bishop each, on opposite
colours, and nothing else beside pawns, even two pawns more may not win.
"""

from engine.board.bits import DARK_SQUARES
from engine.board.names import ONE
from engine.board.position import Position
from engine.machine.core import core, int64, uint64
from engine.machine.words import others, size

# Sixty-fourths of a lead that count.
WHOLE = 64
OPPOSITE_BISHOPS = 32
WITHOUT_PAWNS = 12

# Pieces in pawns.
MINOR_PIECE = 3
ROOK = 5
QUEEN = 9


@core(int64(Position, uint64), forceinline=True)
def piece_material(pos, side):
    """The material of a side in pawns, without its pawns."""
    own = pos.sides[side]
    minors = int64(size((pos.knights | pos.bishops) & own))
    rooks, queens = int64(size(pos.rooks & own)), int64(size(pos.queens & own))
    return MINOR_PIECE * minors + ROOK * rooks + QUEEN * queens


@core(int64(Position, uint64))
def scale_factor(pos, side):
    """The share of a lead of this side that counts."""
    own = pos.sides[side]
    lead = piece_material(pos, side) - piece_material(pos, side ^ ONE)
    if not pos.pawns & own:
        return WITHOUT_PAWNS if lead <= MINOR_PIECE else WHOLE
    bishops = pos.bishops
    if pos.knights | pos.rooks | pos.queens:
        return WHOLE
    ours, theirs = bishops & own, bishops & ~own
    one_each = ours and theirs and not others(ours) and not others(theirs)
    if one_each and bool(ours & DARK_SQUARES) != bool(theirs & DARK_SQUARES):
        return OPPOSITE_BISHOPS
    return WHOLE


@core(int64(Position, int64), forceinline=True)
def scale(pos, value):
    """The share of a value for the side to move that counts."""
    return scale_factor(pos, pos.turn if value > 0 else pos.turn ^ ONE)
