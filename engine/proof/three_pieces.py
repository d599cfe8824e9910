"""Endings of two kings and one piece, solved as a whole and backwards: the plies to mate.

From the mates on, whatever leads to a lost position is won, and a position is lost when all its
moves lead to won ones. No search is needed then, and none would be quicker: an ending takes some
hundredths of a second. The stronger side is White here; a knight or a bishop cannot mate.

Sources: Ströhlein 1970; Thompson 1986 (retrograde analysis).
"""

import numpy as np

from engine.board.attacks import piece_attacks
from engine.board.names import NONE, PAWN, SQUARE, WHITE
from engine.board.position import TABLES, Tables
from engine.machine.core import boolean, core, door, int64, record, uint64, void
from engine.machine.words import U64, as_record, bit, lowest, others

PLACES = 1 << 18
ENDING = np.dtype(
    [
        ("kind", "u8"),  # of the piece: PAWN, ROOK or QUEEN
        ("promoted", "u8", 2),  # of a pawn: addresses of the solved ENDINGs of queen and rook
        ("reached", "u8", (64, 64)),  # what the piece attacks, by White's king and its own square
        ("white", "u1", PLACES),  # White to move: plies to mate and one, 0 if there is none
        ("black", "u1", PLACES),  # the same with Black to move; both by place
    ],
    align=True,
)
Ending = record(ENDING)

KING_AT, OTHER_AT = U64(12), U64(6)
SQUARES, FILES = U64(64), U64(8)
SECOND, FOURTH, SEVENTH, EIGHTH = U64(8), U64(24), U64(48), U64(56)
"""The first squares of ranks."""
TWO = U64(2)
LONGEST = 100
"""More plies than any of these mates takes."""


@core(uint64(uint64, uint64, uint64), forceinline=True)
def place_of(king, other, piece):
    """The place of a position: White's king, Black's king, the piece."""
    return king << KING_AT | other << OTHER_AT | piece


@core(void(Ending, Tables))
def find_reached(ending, tables):
    """Write what the piece attacks. Black's king hides nothing: it does not escape along a line."""
    for king in range(SQUARES):
        for piece in range(SQUARES):
            if ending.kind == PAWN:
                ending.reached[king, piece] = tables.pawn[WHITE, piece]
            else:
                ending.reached[king, piece] = piece_attacks(tables, ending.kind, piece, bit(king))


@core(boolean(Ending, Tables, uint64, uint64, uint64), forceinline=True)
def may_stand(ending, tables, king, other, piece):
    """Whether the three may stand so with Black to move."""
    if king == other or king == piece or other == piece or tables.king[king] & bit(other):
        return False
    return ending.kind != PAWN or SECOND <= piece < EIGHTH


@core(boolean(Ending, Tables, uint64, uint64, uint64))
def is_lost(ending, tables, king, other, piece):
    """Whether all of Black's moves lead to positions that are won by now, or there is mate."""
    reached, is_mobile = ending.reached[king, piece], False
    moves = tables.king[other] & ~tables.king[king]
    while moves:
        square, moves = lowest(moves), others(moves)
        if square == piece:
            return False
        if not reached & bit(square):
            is_mobile = True
            if not ending.white[place_of(king, square, piece)]:
                return False
    return is_mobile or reached & bit(other) != NONE


@core(void(Ending, Tables, uint64, uint64, uint64, int64))
def win(ending, tables, king, other, piece, plies):
    """Note that White, to move, mates in so many plies, if the position can be and is new."""
    if not may_stand(ending, tables, king, other, piece):
        return
    if ending.reached[king, piece] & bit(other):
        return
    place = place_of(king, other, piece)
    if not ending.white[place]:
        ending.white[place] = plies + 1


@core(void(Ending, Tables, uint64, uint64, uint64, int64))
def win_before(ending, tables, king, other, piece, plies):
    """Note all positions from which a move of White leads to one that Black has lost."""
    before = tables.king[king] & ~bit(piece)
    while before:
        square, before = lowest(before), others(before)
        win(ending, tables, square, other, piece, plies)
    if ending.kind == PAWN:
        if piece < SECOND + FILES:
            return
        win(ending, tables, king, other, piece - FILES, plies)
        passed = piece - FILES
        is_double = FOURTH <= piece < FOURTH + FILES
        if is_double and passed != king and passed != other:
            win(ending, tables, king, other, passed - FILES, plies)
        return
    before = piece_attacks(tables, ending.kind, piece, bit(king) | bit(other))
    while before:
        square, before = lowest(before), others(before)
        win(ending, tables, king, other, square, plies)


@core(void(Ending, Tables, uint64, uint64, uint64, int64))
def lose_before(ending, tables, king, other, piece, plies):
    """Note the positions from which Black could come here and that are lost by now."""
    before = tables.king[other]
    while before:
        square, before = lowest(before), others(before)
        place = place_of(king, square, piece)
        if not ending.black[place] and may_stand(ending, tables, king, square, piece):
            if is_lost(ending, tables, king, square, piece):
                ending.black[place] = plies + 1


@core(void(Ending, Tables, int64))
def promote(ending, tables, plies):
    """Note the positions in which a pawn promotes to a piece that mates in one ply less."""
    for number in range(TWO):
        after = as_record(ending.promoted[number], ENDING)
        for king in range(SQUARES):
            for other in range(SQUARES):
                for file in range(FILES):
                    square = EIGHTH + file
                    if after.black[place_of(king, other, square)] == plies:
                        win(ending, tables, king, other, SEVENTH + file, plies)


@core(void(Ending, Tables))
def find_mates(ending, tables):
    """Note the positions in which Black is mated."""
    for king in range(SQUARES):
        for other in range(SQUARES):
            for piece in range(SQUARES):
                if may_stand(ending, tables, king, other, piece):
                    if is_lost(ending, tables, king, other, piece):
                        ending.black[place_of(king, other, piece)] = 1


@door(int64(uint64, uint64))
def solve(where, where_tables):
    """Solve an ENDING of which the kind is written, with the TABLES of the board; returns 0."""
    ending, tables = as_record(where, ENDING), as_record(where_tables, TABLES)
    find_reached(ending, tables)
    find_mates(ending, tables)
    for plies in range(1, LONGEST, 2):
        for place in range(U64(PLACES)):
            if ending.black[place] == plies:
                king, other = place >> KING_AT, place >> OTHER_AT & SQUARE
                win_before(ending, tables, king, other, place & SQUARE, plies)
        if ending.kind == PAWN:
            promote(ending, tables, plies)
        for place in range(U64(PLACES)):
            if ending.white[place] == plies + 1:
                king, other = place >> KING_AT, place >> OTHER_AT & SQUARE
                lose_before(ending, tables, king, other, place & SQUARE, plies + 1)
    return 0
