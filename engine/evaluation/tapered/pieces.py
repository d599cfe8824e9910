"""Pieces of the tapered evaluation: where they can go, and where they stand well.

Mobility counts squares that no enemy pawn guards (Slate and Atkin, Chess 4.5, 1977, in the form
of a table for each kind of piece).
"""

from typing import NamedTuple

from numba import int64, types, uint64

from engine.board.attacks import piece_attacks
from engine.board.bits import DARK_SQUARES, LAST_RANKS, SEVENTH_RANK
from engine.board.names import NONE, ONE
from engine.board.position import Tables
from engine.evaluation.tapered.camps import CAMP, beside, count, files, north, south, southwards
from engine.evaluation.tapered.weights import Weights
from engine.machine.words import U64, bit, core, lowest, others, size

OUTPOST_RANKS = U64(0xFF << 24 | 0xFF << 32 | 0xFF << 40)


class Ground(NamedTuple):
    """What the pieces of one side find on the board: sets of squares."""

    occupied: U64
    open_to: U64  # safe from pawns, not taken by own pawns and king
    zone: U64  # the enemy king and the squares around him


class Walk(NamedTuple):
    """What the pieces of one kind attack."""

    value: int
    attacks: U64
    twice: U64  # by two of them
    units: U64  # weight of the attack on the enemy king


GROUND = types.NamedUniTuple(uint64, len(Ground._fields), Ground)
WALK = types.NamedTuple((int64, uint64, uint64, uint64), Walk)


@core(WALK(Tables, Weights, uint64, uint64, GROUND), forceinline=True)
def walk(tables, weights, kind, pieces, ground):
    """Follow all pieces of a kind: their mobility, and what they attack.

    Against the king a knight counts 2, a bishop 3, a rook 4, a queen 5 units, and every attacked
    square around him 1.
    """
    value, attacks, twice, units = int64(0), NONE, NONE, NONE
    while pieces:
        square, pieces = lowest(pieces), others(pieces)
        seen = piece_attacks(tables, kind, square, ground.occupied)
        twice |= attacks & seen
        attacks |= seen
        value += weights.mobility[kind - ONE, size(seen & ground.open_to)]
        near = seen & ground.zone
        if near:
            units += kind + ONE + size(near)
    return Walk(value, attacks, twice, units)


@core(int64(Weights, CAMP, CAMP), forceinline=True)
def posts(weights, ours, theirs):
    """Knights and bishops where no pawn drives them off; bishops and the pawns of their colour."""
    guarded, attackable = beside(north(ours.pawns)), southwards(beside(south(theirs.pawns)))
    outposts = OUTPOST_RANKS & guarded & ~attackable
    value = count(ours.knights & outposts) * weights.knight_outpost
    value += count(ours.bishops & outposts) * weights.bishop_outpost
    dark = count(ours.bishops & DARK_SQUARES) * count(ours.pawns & DARK_SQUARES)
    light = count(ours.bishops & ~DARK_SQUARES) * count(ours.pawns & ~DARK_SQUARES)
    value += (dark + light) * weights.bishop_pawns
    if ours.bishops and others(ours.bishops):
        value += weights.bishop_pair
    return value


@core(int64(Weights, CAMP, CAMP), forceinline=True)
def rooks(weights, ours, theirs):
    """Rooks on files without own pawns, and on the seventh rank when it has something to attack."""
    unclosed = ours.rooks & ~files(ours.pawns)
    opened = unclosed & ~files(theirs.pawns)
    value = count(opened) * weights.rook_open + count(unclosed ^ opened) * weights.rook_half_open
    if SEVENTH_RANK & theirs.pawns or bit(theirs.king) & LAST_RANKS:
        value += count(ours.rooks & SEVENTH_RANK) * weights.rook_seventh
    return value
