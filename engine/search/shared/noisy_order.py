"""The order of captures and promotions among all moves of a list: by what they win.

Sources: Breuker 1998, section 2.3.1; Lazar 1995, move ordering; Björnsson 2002, section 4.4.
"""

from engine.board.names import CAPTURED_AT, KIND, KIND_AT, KING, NONE, NOTHING, PROMOTED_AT
from engine.machine.core import core, uint64
from engine.machine.words import U64

PROMOTIONS = U64(1 << 29)
"""Order of a promotion: above all scores of a history table, which end at 2^28."""
CAPTURES = U64(1 << 30)
"""Order of a capture: above all promotions."""
STEP = U64(8)
"""Kinds of pieces that can differ in one place of the order."""


@core(uint64(uint64), forceinline=True)
def noisy_order(move):
    """The order of a move as a number: higher is tried earlier; 0 for quiet moves.

    Captures come first, the most valuable victim and then the least valuable attacker before
    others; then promotions, the most valuable one first.
    """
    captured, promoted = move >> CAPTURED_AT & KIND, move >> PROMOTED_AT & KIND
    if captured != NOTHING:
        cheapness = KING - (move >> KIND_AT & KIND)
        return CAPTURES + (captured * STEP + cheapness) * STEP + promoted
    return PROMOTIONS + promoted if promoted else NONE
