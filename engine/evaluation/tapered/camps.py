"""The board as one side sees it: its own pieces below, so that every pawn goes north.

Black's view is the board turned upside down. Each term is written once and for White, and the
evaluation of a position and of its mirror image cannot differ.
"""

from typing import NamedTuple

from numba import int64, types, uint64

from engine.board.bits import NOT_A_FILE, NOT_H_FILE
from engine.board.names import ONE
from engine.board.position import Position
from engine.machine.words import U64, core, lowest, size


class Camp(NamedTuple):
    """The pieces of one side: sets of squares, and the king's square."""

    pawns: U64
    knights: U64
    bishops: U64
    rooks: U64
    queens: U64
    king: U64


CAMP = types.NamedUniTuple(uint64, len(Camp._fields), Camp)

BYTES, PAIRS = U64(0x00FF00FF00FF00FF), U64(0x0000FFFF0000FFFF)
BYTE, TWO_BYTES, FOUR_BYTES = U64(8), U64(16), U64(32)
LAST_RANK_FIRST = U64(56)


@core(uint64(uint64), forceinline=True)
def mirrored(squares):
    """The set with its ranks in the opposite order; one machine instruction."""
    squares = squares >> BYTE & BYTES | (squares & BYTES) << BYTE
    squares = squares >> TWO_BYTES & PAIRS | (squares & PAIRS) << TWO_BYTES
    return squares >> FOUR_BYTES | squares << FOUR_BYTES


@core(CAMP(Position, uint64, uint64), forceinline=True)
def camp(pos, side, viewer):
    """The pieces of `side` as `viewer` sees them."""
    men = pos.sides[side]
    pawns, knights, bishops = pos.pawns & men, pos.knights & men, pos.bishops & men
    rooks, queens, king = pos.rooks & men, pos.queens & men, lowest(pos.kings & men)
    if not viewer:
        return Camp(pawns, knights, bishops, rooks, queens, king)
    return Camp(
        mirrored(pawns),
        mirrored(knights),
        mirrored(bishops),
        mirrored(rooks),
        mirrored(queens),
        king ^ LAST_RANK_FIRST,
    )


@core(int64(uint64), forceinline=True)
def count(squares):
    """How many squares, as a number to multiply a weight by."""
    return int64(size(squares))


@core(uint64(uint64), forceinline=True)
def beside(squares):
    """The neighbours to the left and right."""
    return (squares & NOT_A_FILE) >> ONE | (squares & NOT_H_FILE) << ONE


@core(uint64(uint64), forceinline=True)
def between(squares):
    """The squares that have a neighbour on both sides."""
    return (squares & NOT_A_FILE) >> ONE & (squares & NOT_H_FILE) << ONE


@core(uint64(uint64), forceinline=True)
def north(squares):
    """One step ahead for us."""
    return squares << BYTE


@core(uint64(uint64), forceinline=True)
def south(squares):
    """One step ahead for them."""
    return squares >> BYTE


@core(uint64(uint64), forceinline=True)
def northwards(squares):
    """The squares and all that lie ahead of them for us."""
    squares |= squares << BYTE
    squares |= squares << TWO_BYTES
    return squares | squares << FOUR_BYTES


@core(uint64(uint64), forceinline=True)
def southwards(squares):
    """The squares and all that lie ahead of them for their side."""
    squares |= squares >> BYTE
    squares |= squares >> TWO_BYTES
    return squares | squares >> FOUR_BYTES


@core(uint64(uint64), forceinline=True)
def files(squares):
    """The whole files on which they lie."""
    return northwards(southwards(squares))
