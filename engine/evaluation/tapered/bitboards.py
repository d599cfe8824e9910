"""Sets of squares of the tapered evaluation: shifts and fills, as seen by the side in question.

Every side sees its own pieces below, so that its pawns go north (`sides.py`).
"""

from engine.board.bits import NOT_A_FILE, NOT_H_FILE
from engine.board.names import ONE
from engine.machine.core import core, int64, uint64
from engine.machine.words import U64, size

EVERY_SECOND_RANK = U64(0x00FF00FF00FF00FF)
EVERY_SECOND_PAIR = U64(0x0000FFFF0000FFFF)

# Bits to shift by.
ONE_RANK = U64(8)
TWO_RANKS = U64(16)
FOUR_RANKS = U64(32)


@core(uint64(uint64), forceinline=True)
def mirrored(squares):
    """The set with its ranks in the opposite order; one machine instruction."""
    squares = squares >> ONE_RANK & EVERY_SECOND_RANK | (squares & EVERY_SECOND_RANK) << ONE_RANK
    squares = squares >> TWO_RANKS & EVERY_SECOND_PAIR | (squares & EVERY_SECOND_PAIR) << TWO_RANKS
    return squares >> FOUR_RANKS | squares << FOUR_RANKS


@core(int64(uint64), forceinline=True)
def count(squares):
    """How many squares, as a number to multiply a weight by."""
    return int64(size(squares))


@core(uint64(uint64), forceinline=True)
def beside(squares):
    """The neighbours to the left and right."""
    return (squares & NOT_A_FILE) >> ONE | (squares & NOT_H_FILE) << ONE


@core(uint64(uint64), forceinline=True)
def beside_two(squares):
    """The squares that have a neighbour on both sides."""
    return (squares & NOT_A_FILE) >> ONE & (squares & NOT_H_FILE) << ONE


@core(uint64(uint64), forceinline=True)
def north(squares):
    """One rank towards the enemy."""
    return squares << ONE_RANK


@core(uint64(uint64), forceinline=True)
def south(squares):
    """One rank back."""
    return squares >> ONE_RANK


@core(uint64(uint64), forceinline=True)
def north_fill(squares):
    """The squares and all that lie north of them on their files."""
    squares |= squares << ONE_RANK
    squares |= squares << TWO_RANKS
    return squares | squares << FOUR_RANKS


@core(uint64(uint64), forceinline=True)
def south_fill(squares):
    """The squares and all that lie south of them on their files."""
    squares |= squares >> ONE_RANK
    squares |= squares >> TWO_RANKS
    return squares | squares >> FOUR_RANKS


@core(uint64(uint64), forceinline=True)
def file_fill(squares):
    """The whole files on which they lie."""
    return north_fill(south_fill(squares))
