"""Does a move give check? Asked before it is made."""

from numba import boolean, uint64

from engine.board.attacks import bishop_attacks, checkers, piece_attacks, rook_attacks
from engine.board.make import make
from engine.board.names import (
    CASTLING,
    KIND,
    KIND_AT,
    KING,
    NONE,
    ONE,
    PASSING,
    PAWN,
    PROMOTED_AT,
    SQUARE,
    TARGET_AT,
)
from engine.board.position import Position, Tables
from engine.machine import at, bit, core, lowest


@core(boolean(Position, Tables, uint64))
def gives_check(pos, tables, move):
    """Whether the legal move checks the opponent's king; may use the next record of the stack."""
    if move & (CASTLING | PASSING) or move >> PROMOTED_AT & KIND:
        make(pos, tables, move)
        return checkers(at(pos, 1), tables) != NONE
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    us, kind = pos.turn, move >> KIND_AT & KIND
    ours, king = pos.sides[us], lowest(pos.kings & pos.sides[us ^ ONE])
    occupied = (pos.white | pos.black) & ~bit(origin) | bit(target)
    if kind == PAWN:
        if tables.pawn[us, target] & bit(king):
            return True
    elif kind != KING and piece_attacks(tables, kind, target, occupied) & bit(king):
        return True
    if not tables.line[king, origin]:
        return False
    return bool(
        bishop_attacks(tables, king, occupied) & ours & (pos.bishops | pos.queens)
        or rook_attacks(tables, king, occupied) & ours & (pos.rooks | pos.queens)
    )
