"""What is asked of a chess position, and the moves that are searched.

The order of moves is that of Breuker 1998, section 3.3 and appendix G (X72).
"""

import numpy as np

from engine.board.bits import EVERYWHERE
from engine.board.generate import count, find_checks_and_pins, generate
from engine.board.legality import short
from engine.board.make import king_lands
from engine.board.names import (
    CASTLING,
    KIND,
    NONE,
    ONE,
    PROMOTED_AT,
    QUEEN,
    SQUARE,
    TARGET_AT,
    WHOLE_MOVE,
)
from engine.board.position import Moves, Position, Tables
from engine.machine.core import boolean, core, int64, record, uint64, void
from engine.machine.words import U64, as_record, bit
from engine.proof.prover import MOST_CHILDREN
from engine.table.entry import UPPER, entry_bound, entry_move, entry_score
from engine.table.places import TABLE
from engine.table.store import peek

KEY = np.dtype([("key", "u8")], align=True)

CHESS = np.dtype(
    [
        ("tables", "u8"),  # addresses: TABLES, the root's POSITION, two MOVES, the root's KEY
        ("root", "u8"),
        ("moves", "u8"),
        ("keys", "u8"),  # by ply; those of the game stand before that of the root
        ("goal", "u8"),  # goals.GOALS
        ("attacker", "u8"),  # colour
        ("squares", "u8"),  # of the board, which may be smaller than 64 squares
        ("descending", "u8"),  # 1: moves from h8 to a1, else as the generator writes them
        ("every_en_passant", "u8"),  # 1: every double step sets the square in the key
        ("judges_material", "u8"),  # 1: insufficient material decides a position
        ("most_plies", "u8"),  # plies within which the goal must be reached; 0: any number
        ("wanted", "i8"),  # goal material: the balance to reach, in pawns
        ("root_count", "u8"),  # moves to which the root is restricted, 0 for all
        ("root_move", "u4", MOST_CHILDREN),
        ("advice", "u8"),  # address of the TABLE of another search, or 0
        ("mated", "i8"),  # the score that being mated at once has in that table, without its sign
    ],
    align=True,
)

Chess, Key = record(CHESS), record(KEY)
ORDER_AT, PROMOTIONS_AT = U64(32), U64(3)


@core(uint64(uint64), forceinline=True)
def place_in_order(move):
    """A number by origin, target and promotion that is larger for moves that come earlier."""
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    if move & CASTLING:
        target = king_lands(origin, target)
    return (origin << TARGET_AT | target) << PROMOTIONS_AT | move >> PROMOTED_AT & KIND


@core(void(Moves, uint64))
def sort_descending(moves, total):
    """Sort the list by `place_in_order`."""
    for number in range(total):
        move = moves.move[number] & WHOLE_MOVE
        ordered, place = place_in_order(move) << ORDER_AT | move, number
        while place and moves.move[place - ONE] < ordered:
            moves.move[place] = moves.move[place - ONE]
            place -= ONE
        moves.move[place] = ordered


@core(boolean(Chess, uint64), forceinline=True)
def is_on_board(chess, move):
    """Whether a move stays on the squares of the board and promotes to nothing but a queen."""
    promoted_to = move >> PROMOTED_AT & KIND
    underpromotes = promoted_to != NONE and promoted_to != QUEEN
    return bit(move >> TARGET_AT & SQUARE) & chess.squares != NONE and not underpromotes


@core(uint64(Chess, Moves, uint64))
def keep_on_board(chess, moves, total):
    """Drop the moves that leave the squares of the board; return how many are left."""
    kept = NONE
    for number in range(total):
        if is_on_board(chess, moves.move[number]):
            moves.move[kept] = moves.move[number]
            kept += ONE
    return kept


@core(uint64(Chess, Moves, uint64))
def keep_root_moves(chess, moves, total):
    """Drop the root moves that are not among `root_move`; return how many are left."""
    kept = NONE
    for number in range(total):
        for place in range(chess.root_count):
            if chess.root_move[place] == moves.move[number] & WHOLE_MOVE:
                moves.move[kept] = moves.move[number]
                kept += ONE
                break
    return kept


@core(uint64(Chess, Position, Moves, uint64, uint64))
def keep_advised(chess, pos, moves, total, ply):
    """Keep the move alone that mates in time by the table of another search, if it knows one.

    A proof that follows such advice is a proof all the same, since each defence is tried; that the
    advice leads nowhere says nothing. Return how many moves are left.
    """
    entry = peek(as_record(chess.advice, TABLE), pos.key)
    if not entry or entry_bound(entry) == UPPER:
        return total
    if chess.mated - entry_score(entry) > int64(chess.most_plies - ply):
        return total
    for number in range(total):
        if short(moves.move[number]) == entry_move(entry):
            moves.move[NONE] = moves.move[number]
            return ONE
    return total


@core(uint64(Chess, Position, Tables, Moves, uint64))
def list_moves(chess, pos, tables, moves, ply):
    """Write the moves of a position in the order of the mode; return their number."""
    find_checks_and_pins(pos, tables, moves)
    total = generate(pos, tables, moves)
    if chess.squares != EVERYWHERE:
        total = keep_on_board(chess, moves, total)
    if chess.root_count and ply == NONE:
        total = keep_root_moves(chess, moves, total)
    if chess.advice and pos.turn == chess.attacker:
        total = keep_advised(chess, pos, moves, total, ply)
    if chess.descending:
        sort_descending(moves, total)
    return total


@core(uint64(Chess, Position, Tables, Moves), forceinline=True)
def count_moves(chess, pos, tables, moves):
    """Count the moves of a position; checks and pins are kept with the list."""
    find_checks_and_pins(pos, tables, moves)
    if chess.squares == EVERYWHERE:
        return count(pos, tables, moves)
    return keep_on_board(chess, moves, generate(pos, tables, moves))
