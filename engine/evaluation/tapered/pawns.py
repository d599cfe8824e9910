"""Pawns of the tapered evaluation: their structure, and passed pawns.

The terms are common knowledge of chess programs; among the first to describe them: Slate and
Atkin, Chess 4.5, 1977.
"""

from engine.board.names import ONE, THREE
from engine.evaluation.tapered.bitboards import (
    beside,
    count,
    file_fill,
    north,
    north_fill,
    south,
    south_fill,
)
from engine.evaluation.tapered.sides import PIECES
from engine.evaluation.tapered.weights import Weights
from engine.machine.core import core, int64, uint64
from engine.machine.words import U64, bit, lowest, others

FILE = U64(7)
"""The bits of a square that are its file's number; the others are its rank's."""
FIRST_RANK = U64(0xFF)
EIGHTH_RANK_NUMBER = U64(7)
RANK_LENGTH = U64(8)


@core(int64(uint64, uint64), forceinline=True)
def distance(one, other):
    """How many steps a king needs from one square to another."""
    across = abs(int64(one & FILE) - int64(other & FILE))
    along = abs(int64(one >> THREE) - int64(other >> THREE))
    return max(across, along)


@core(int64(Weights, uint64, uint64), forceinline=True)
def pawn_structure(weights, ours, theirs):
    """Weak and strong pawns, whatever pieces there are."""
    guarded, attacked = beside(north(ours)), beside(south(theirs))
    isolated = ours & ~file_fill(beside(ours))
    doubled = ours & south_fill(south(ours))
    # No neighbour can ever guard the square ahead, and an enemy pawn does.
    backward = ours & south(attacked & ~north_fill(guarded)) & ~isolated
    weak_unopposed = (isolated | backward) & ~south_fill(theirs)
    value = count(isolated) * weights.isolated + count(doubled) * weights.doubled
    value += count(backward) * weights.backward
    value += count(weak_unopposed) * weights.weak_unopposed
    phalanx, supported, rank = ours & beside(ours), ours & guarded, FIRST_RANK
    for number in range(ONE, EIGHTH_RANK_NUMBER):
        rank = north(rank)
        value += count(phalanx & rank) * weights.phalanx[number]
        value += count(supported & rank) * weights.supported[number]
    return value


@core(uint64(uint64, uint64), forceinline=True)
def passed(ours, theirs):
    """Pawns that no pawn can stop any more; of two on one file the one in front."""
    ahead = south(theirs)
    return ours & ~south_fill(ahead | beside(ahead) | south(ours))


@core(int64(Weights, PIECES, PIECES, uint64, uint64), forceinline=True)
def passed_pawns(weights, ours, theirs, occupied, attacked):
    """The passed pawns, with the squares that are `occupied` or `attacked` by the enemy.

    The kings' distance counts to the square ahead, where the pawn is stopped or supported.
    """
    value = int64(0)
    passers = passed(ours.pawns, theirs.pawns)
    supported = beside(ours.pawns | north(ours.pawns))
    while passers:
        square, passers = lowest(passers), others(passers)
        pawn, stop, rank = bit(square), square + RANK_LENGTH, square >> THREE
        value += weights.passed[rank]
        if pawn & supported:
            value += weights.passed_supported[rank]
        if north(pawn) & occupied:
            value += weights.passed_blocked[rank]
        elif not north_fill(north(pawn)) & (occupied | attacked):
            value += weights.passed_safe[rank]
        if rank >= THREE:
            value += weights.passed_own_king[uint64(distance(ours.king, stop))]
            value += weights.passed_enemy_king[uint64(distance(theirs.king, stop))]
    return value
