"""Legality of a move from the table, whose entry may belong to another position.

Source: Breuker 1998, section 2.2: an illegal table move betrays another position (type-1 error).
"""

from engine.board.attacks import attacked, checkers, king_is_safe, piece_attacks
from engine.board.bits import LAST_RANKS, NORTH, SECOND_RANK, SEVENTH_RANK
from engine.board.generate import may_castle
from engine.board.make import may_take_en_passant
from engine.board.names import (
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    FROM_TO,
    KIND,
    KING,
    NONE,
    NOTHING,
    ONE,
    PAWN,
    PROMOTED_AT,
    QUEEN,
    SHORT_PROMOTED_AT,
    SQUARE,
    TARGET_AT,
    WHITE,
)
from engine.board.position import Position, Tables
from engine.board.write import a_move, kind_on
from engine.machine.core import boolean, core, uint64
from engine.machine.words import bit


@core(uint64(uint64), forceinline=True)
def short(move):
    """The 16 bits that identify the move in a known position."""
    return move & FROM_TO | (move >> PROMOTED_AT & KIND) << SHORT_PROMOTED_AT


@core(uint64(Position, uint64, uint64))
def pawn_push(pos, origin, target):
    """The pawn's single or double step, if the squares are empty; else 0."""
    us, occupied = pos.turn, pos.white | pos.black
    up = NORTH if us == WHITE else NONE - NORTH
    home = SECOND_RANK if us == WHITE else SEVENTH_RANK
    if bit(origin + up) & occupied:
        return NONE
    move = a_move(origin, target, PAWN, NOTHING)
    if target == origin + up:
        return move
    if target == origin + up + up and bit(origin) & home and not bit(target) & occupied:
        return move | DOUBLE
    return NONE


@core(uint64(Position, Tables, uint64, uint64, uint64))
def pawn_move(pos, tables, origin, target, promoted):
    """The pawn's move with its flags if it is pseudo-legal; else 0."""
    us, last = pos.turn, bool(bit(target) & LAST_RANKS)
    if promoted > QUEEN or last != bool(promoted):
        return NONE
    if not tables.pawn[us, origin] & bit(target):
        move = pawn_push(pos, origin, target)
    elif bit(target) & pos.sides[us ^ ONE]:
        move = a_move(origin, target, PAWN, kind_on(pos, target))
    elif pos.en_passant and target == pos.en_passant:
        move = a_move(origin, target, PAWN, PAWN) | EN_PASSANT
    else:
        move = NONE
    return move | promoted << PROMOTED_AT if move else NONE


@core(uint64(Position, Tables, uint64, uint64))
def king_move(pos, tables, origin, target):
    """The king's move or castling (onto its own rook) if it is legal, else 0."""
    us = pos.turn
    ours, occupied = pos.sides[us], pos.white | pos.black
    if bit(target) & pos.castling & ours:
        if checkers(pos, tables) or not may_castle(pos, tables, origin, target):
            return NONE
        return a_move(origin, target, KING, NOTHING) | CASTLING
    if bit(target) & ours or not tables.king[origin] & bit(target):
        return NONE
    if attacked(pos, tables, target, occupied ^ bit(origin), us ^ ONE):
        return NONE
    return a_move(origin, target, KING, kind_on(pos, target) if bit(target) & occupied else NOTHING)


@core(boolean(Position, Tables, uint64))
def leaves_king_safe(pos, tables, move):
    """Whether the king is safe after a move of another piece."""
    us = pos.turn
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    if move & EN_PASSANT:
        return may_take_en_passant(pos, tables, target, us, origin)
    occupied = (pos.white | pos.black) & ~bit(origin) | bit(target)
    return king_is_safe(pos, tables, us, occupied, bit(target))


@core(uint64(Position, Tables, uint64))
def legal_move(pos, tables, named):
    """The whole move that 16 bits identify, or 0 if there is no such legal move here."""
    origin, target = named & SQUARE, named >> TARGET_AT & SQUARE
    promoted = named >> SHORT_PROMOTED_AT
    us = pos.turn
    ours, occupied = pos.sides[us], pos.white | pos.black
    if not bit(origin) & ours:
        return NONE
    kind = kind_on(pos, origin)
    if kind != PAWN and promoted:
        return NONE
    if kind == KING:
        return king_move(pos, tables, origin, target)
    if bit(target) & ours:
        return NONE
    if kind == PAWN:
        move = pawn_move(pos, tables, origin, target, promoted)
    elif piece_attacks(tables, kind, origin, occupied) & bit(target):
        captured = kind_on(pos, target) if bit(target) & occupied else NOTHING
        move = a_move(origin, target, kind, captured)
    else:
        return NONE
    return move if move and leaves_king_safe(pos, tables, move) else NONE
