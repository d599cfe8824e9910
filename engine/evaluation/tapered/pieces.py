"""Pieces of the tapered evaluation: where they can go, and where they stand well.

Mobility counts squares that no enemy pawn guards (Slate and Atkin, Chess 4.5, 1977, in the form
of a table for each kind of piece).
"""

from typing import NamedTuple

from engine.board.attacks import piece_attacks
from engine.board.bits import DARK_SQUARES, LAST_RANKS, SEVENTH_RANK
from engine.board.names import NONE, ONE
from engine.board.position import Tables
from engine.evaluation.tapered.bitboards import (
    beside,
    count,
    file_fill,
    north,
    south,
    south_fill,
)
from engine.evaluation.tapered.sides import PIECES
from engine.evaluation.tapered.weights import Weights
from engine.machine.core import core, int64, named_tuple, uint64
from engine.machine.words import U64, bit, lowest, others, size

OUTPOST_RANKS = U64(0xFF << 24 | 0xFF << 32 | 0xFF << 40)
"""The fourth to the sixth."""


class Surroundings(NamedTuple):
    """What the pieces of one side meet on the board: sets of squares."""

    occupied: U64
    mobility_area: U64  # not attacked by enemy pawns, without own pawns and king
    king_zone: U64  # the enemy king and the squares around it


class PieceTerms(NamedTuple):
    """The mobility of all pieces of one kind, and what they attack."""

    value: int
    attacks: U64
    by_two: U64  # squares that two of them attack
    king_units: U64  # weight of the attack on the enemy king


SURROUNDINGS = named_tuple(Surroundings, *[uint64] * len(Surroundings._fields))
PIECE_TERMS = named_tuple(PieceTerms, int64, uint64, uint64, uint64)


@core(PIECE_TERMS(Tables, Weights, uint64, uint64, SURROUNDINGS), forceinline=True)
def piece_terms(tables, weights, kind, pieces, surroundings):
    """Sum up the mobility of all pieces of a kind, and collect what they attack.

    Against the king a knight counts 2, a bishop 3, a rook 4, a queen 5 units, and every attacked
    square of its zone 1.
    """
    value, attacks, by_two, units = int64(0), NONE, NONE, NONE
    while pieces:
        square, pieces = lowest(pieces), others(pieces)
        attacked = piece_attacks(tables, kind, square, surroundings.occupied)
        by_two |= attacks & attacked
        attacks |= attacked
        value += weights.mobility[kind - ONE, size(attacked & surroundings.mobility_area)]
        near_king = attacked & surroundings.king_zone
        if near_king:
            units += kind + ONE + size(near_king)
    return PieceTerms(value, attacks, by_two, units)


@core(int64(Weights, PIECES, PIECES), forceinline=True)
def minor_piece_terms(weights, ours, theirs):
    """Outposts, the bishop pair, and bishops with the pawns on squares of their colour."""
    guarded, attackable = beside(north(ours.pawns)), south_fill(beside(south(theirs.pawns)))
    outposts = OUTPOST_RANKS & guarded & ~attackable
    value = count(ours.knights & outposts) * weights.knight_outpost
    value += count(ours.bishops & outposts) * weights.bishop_outpost
    dark = count(ours.bishops & DARK_SQUARES) * count(ours.pawns & DARK_SQUARES)
    light = count(ours.bishops & ~DARK_SQUARES) * count(ours.pawns & ~DARK_SQUARES)
    value += (dark + light) * weights.bishop_pawns
    if ours.bishops and others(ours.bishops):
        value += weights.bishop_pair
    return value


@core(int64(Weights, PIECES, PIECES), forceinline=True)
def rook_terms(weights, ours, theirs):
    """Rooks on files without own pawns, and on the seventh rank when it has something to attack."""
    half_open = ours.rooks & ~file_fill(ours.pawns)
    opened = half_open & ~file_fill(theirs.pawns)
    value = count(opened) * weights.rook_open + count(half_open ^ opened) * weights.rook_half_open
    if SEVENTH_RANK & theirs.pawns or bit(theirs.king) & LAST_RANKS:
        value += count(ours.rooks & SEVENTH_RANK) * weights.rook_seventh
    return value
