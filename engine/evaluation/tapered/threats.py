"""Threats in the tapered evaluation: attacks by lesser pieces, hanging pieces, pawn pushes."""

from engine.board.names import ONE, TWO, ZERO
from engine.evaluation.tapered.bitboards import beside, count, north
from engine.evaluation.tapered.sides import ATTACKS, PIECES
from engine.evaluation.tapered.weights import Weights
from engine.machine.core import core, int64, uint64


@core(int64(Weights, PIECES, PIECES, ATTACKS, uint64), forceinline=True)
def threats(weights, ours, theirs, attacks, guarded):
    """What we threaten; `guarded` is what the enemy attacks, the king included."""
    minors, pieces = theirs.knights | theirs.bishops, theirs.rooks | theirs.queens
    pieces |= minors
    value = count(attacks.pawns & minors) * weights.pawn_threat[ZERO]
    value += count(attacks.pawns & theirs.rooks) * weights.pawn_threat[ONE]
    value += count(attacks.pawns & theirs.queens) * weights.pawn_threat[TWO]
    by_minors = attacks.knights | attacks.bishops
    value += count(by_minors & theirs.rooks) * weights.minor_threat[ZERO]
    value += count(by_minors & theirs.queens) * weights.minor_threat[ONE]
    value += count(attacks.rooks & theirs.queens) * weights.rook_threat
    hanging = attacks.by_any & ~guarded
    value += count(hanging & theirs.pawns) * weights.hanging[ZERO]
    value += count(hanging & pieces) * weights.hanging[ONE]
    pushed = north(ours.pawns) & ~(attacks.occupied | guarded)
    value += count(beside(north(pushed)) & pieces & ~attacks.pawns) * weights.push_threat
    return value
