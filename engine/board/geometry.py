"""Filling the attack tables at the start, in compiled code (3 ms; plain Python: 10 s).

Sliding attacks are stored by the number that `gather` gives to a set of occupied squares.
"""

import numpy as np

from engine.board.keys import fill_keys
from engine.board.magics import BISHOP_MAGICS, ROOK_MAGICS
from engine.board.names import NONE, ONE, ZERO
from engine.board.position import TABLES, Tables
from engine.machine.core import core, door, int64, uint64, void
from engine.machine.words import U64, address, as_record, bit, gather, size

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Rank and file steps; the first four are a rook's, the last four a bishop's."""
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
OPPOSITE = (1, 0, 3, 2, 7, 6, 5, 4)
"""The opposite direction, by direction."""
SIDE = 8
WHOLE_RAY, RELEVANT, TO_OBSTACLE = 0, 1, 2


@core(uint64(uint64, int64, int64))
def step(square, rank_step, file_step):
    """The neighbour in a direction as a set: empty beyond the edge."""
    rank, file = int64(square >> U64(3)) + rank_step, int64(square & U64(7)) + file_step
    if 0 <= rank < SIDE and 0 <= file < SIDE:
        return bit(uint64(SIDE * rank + file))
    return NONE


@core(uint64(uint64, int64, uint64, int64))
def ray(square, direction, occupied, reach):
    """The squares in a direction: to the edge, without the edge, or to the first occupied one."""
    rank_step, file_step = DIRECTIONS[direction]
    seen, place = NONE, square
    while True:
        ahead = step(place, rank_step, file_step)
        if not ahead:
            return seen
        place = uint64(int64(place) + 8 * rank_step + file_step)
        if reach == RELEVANT and not step(place, rank_step, file_step):
            return seen
        seen |= ahead
        if reach == TO_OBSTACLE and ahead & occupied:
            return seen


@core(uint64(uint64, int64, uint64, int64))
def rays(square, first_direction, occupied, reach):
    """The four rays of a rook (first direction 0) or of a bishop (4)."""
    seen = NONE
    for direction in range(first_direction, first_direction + 4):
        seen |= ray(square, direction, occupied, reach)
    return seen


@core(uint64(Tables, uint64, int64, uint64))
def fill_slider(tables, square, first_direction, start):
    """Store the attacks from a square at `start`; return the place after them."""
    mask = rays(square, first_direction, NONE, RELEVANT)
    shift = U64(64) - size(mask)
    if first_direction:
        magic = tables.bishop_magic[square]
        tables.bishop_mask[square], tables.bishop_shift[square] = mask, shift
        tables.bishop_start[square] = start
    else:
        magic = tables.rook_magic[square]
        tables.rook_mask[square], tables.rook_shift[square] = mask, shift
        tables.rook_start[square] = start
    occupied = NONE
    while True:
        place = start + gather(occupied, mask, magic, shift)
        tables.slider[place] = rays(square, first_direction, occupied, TO_OBSTACLE)
        occupied = (occupied - mask) & mask
        if not occupied:
            return start + (ONE << size(mask))


@core(void(Tables, uint64))
def fill_leapers(tables, square):
    """Store the attacks of knight, king and pawns from a square."""
    for i in range(8):
        tables.knight[square] |= step(square, JUMPS[i][0], JUMPS[i][1])
        tables.king[square] |= step(square, DIRECTIONS[i][0], DIRECTIONS[i][1])
    tables.pawn[ZERO, square] = step(square, 1, -1) | step(square, 1, 1)
    tables.pawn[ONE, square] = step(square, -1, -1) | step(square, -1, 1)


@core(void(Tables, uint64))
def fill_lines(tables, square):
    """Store the squares between this square and every other, and the lines through both."""
    for direction in range(8):
        way = ray(square, direction, NONE, WHOLE_RAY)
        whole = way | ray(square, OPPOSITE[direction], NONE, WHOLE_RAY)
        for other in range(U64(64)):
            if way & bit(other):
                tables.line[square, other] = whole | bit(square)
                until = ray(square, direction, bit(other), TO_OBSTACLE)
                tables.between[square, other] = until & ~bit(other)


@door(void(uint64))
def fill_attacks(where):
    """Fill all attack tables; the magic factors must be set."""
    tables = as_record(where, TABLES)
    end = NONE
    for square in range(U64(64)):
        fill_leapers(tables, square)
        fill_lines(tables, square)
        end = fill_slider(tables, square, 0, end)
        end = fill_slider(tables, square, 4, end)


def new_tables(seed=1):
    """Return the tables of the rules as an array of one TABLES record.

    Parameters
    ----------
    seed : int
        Chooses the Zobrist numbers.
    """
    array = np.zeros(1, TABLES).view(np.recarray)
    tables = array[0]
    tables.rook_magic[:], tables.bishop_magic[:] = ROOK_MAGICS, BISHOP_MAGICS
    fill_attacks(address(tables))
    fill_keys(tables, seed)
    return array
