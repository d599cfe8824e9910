"""What the tapered evaluation knows of one side: its pieces, and what they attack.

A side sees its own pieces below, so that every pawn goes north; Black's view is the board turned
upside down. Each term is written once and for White, and the evaluation of a position and of its
mirror image cannot differ.
"""

from typing import NamedTuple

from engine.board.position import Position
from engine.evaluation.tapered.bitboards import mirrored
from engine.machine.core import core, named_tuple, uint64
from engine.machine.words import U64, lowest


class Pieces(NamedTuple):
    """The pieces of one side: sets of squares, and the king's square."""

    pawns: U64
    knights: U64
    bishops: U64
    rooks: U64
    queens: U64
    king: U64


class Attacks(NamedTuple):
    """The squares that one side attacks, as it sees the board, and what belongs to them."""

    side: U64
    own: U64  # its pieces of all kinds
    occupied: U64
    pawns: U64  # squares attacked by its pawns
    knights: U64
    bishops: U64
    rooks: U64
    queens: U64
    by_any: U64  # but the king
    by_two: U64  # pieces or pawns, without the king
    king_units: U64  # weight of the attack on the enemy king, see `king.py`


PIECES = named_tuple(Pieces, *[uint64] * len(Pieces._fields))
ATTACKS = named_tuple(Attacks, *[uint64] * len(Attacks._fields))

LAST_RANK_FIRST = U64(56)
"""Exclusive-or with a square turns the board upside down."""


@core(PIECES(Position, uint64, uint64), forceinline=True)
def pieces_of(pos, side, viewer):
    """The pieces of `side` as `viewer` sees them."""
    own = pos.sides[side]
    pawns, knights, bishops = pos.pawns & own, pos.knights & own, pos.bishops & own
    rooks, queens, king = pos.rooks & own, pos.queens & own, lowest(pos.kings & own)
    if not viewer:
        return Pieces(pawns, knights, bishops, rooks, queens, king)
    return Pieces(
        mirrored(pawns),
        mirrored(knights),
        mirrored(bishops),
        mirrored(rooks),
        mirrored(queens),
        king ^ LAST_RANK_FIRST,
    )
