"""Threats in the tapered evaluation: men attacked by lesser ones, loose men, threats to push."""

from numba import int64, uint64

from engine.board.names import ONE, TWO, ZERO
from engine.evaluation.tapered.camps import CAMP, beside, count, north
from engine.evaluation.tapered.reach import REACH
from engine.evaluation.tapered.weights import Weights
from engine.machine.words import core


@core(int64(Weights, CAMP, CAMP, REACH, uint64), forceinline=True)
def threats(weights, ours, theirs, reach, guarded):
    """What we threaten; `guarded` is what their men attack, their king included."""
    minors, pieces = theirs.knights | theirs.bishops, theirs.rooks | theirs.queens
    pieces |= minors
    value = count(reach.pawns & minors) * weights.pawn_threat[ZERO]
    value += count(reach.pawns & theirs.rooks) * weights.pawn_threat[ONE]
    value += count(reach.pawns & theirs.queens) * weights.pawn_threat[TWO]
    by_minors = reach.knights | reach.bishops
    value += count(by_minors & theirs.rooks) * weights.minor_threat[ZERO]
    value += count(by_minors & theirs.queens) * weights.minor_threat[ONE]
    value += count(reach.rooks & theirs.queens) * weights.rook_threat
    loose = reach.attacks & ~guarded
    value += count(loose & theirs.pawns) * weights.hanging[ZERO]
    value += count(loose & pieces) * weights.hanging[ONE]
    pushed = north(ours.pawns) & ~(reach.occupied | guarded)
    value += count(beside(north(pushed)) & pieces & ~reach.pawns) * weights.push_threat
    return value
