"""Whether moves give check, found before they are made: of one move or of a list."""

from engine.board.attacks import bishop_attacks, checkers, piece_attacks, rook_attacks
from engine.board.make import make
from engine.board.names import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KIND,
    KIND_AT,
    KING,
    KNIGHT,
    NONE,
    ONE,
    PAWN,
    PROMOTED_AT,
    ROOK,
    SQUARE,
    TARGET_AT,
)
from engine.board.position import Moves, Position, Tables
from engine.machine.core import boolean, core, uint64
from engine.machine.words import at, bit, lowest


@core(boolean(Position, Tables, uint64, uint64), forceinline=True)
def may_uncover(pos, tables, king, origin):
    """Whether a slider of the side to move is on the line through the king and its piece."""
    sliders = (pos.bishops | pos.rooks | pos.queens) & pos.sides[pos.turn] & ~bit(origin)
    return tables.line[king, origin] & sliders != NONE


@core(boolean(Position, Tables, uint64))
def gives_check(pos, tables, move):
    """Whether the legal move checks the opponent's king; may use the next record of the stack."""
    if move & (CASTLING | EN_PASSANT) or move >> PROMOTED_AT & KIND:
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
    if not may_uncover(pos, tables, king, origin):
        return False
    return bool(
        bishop_attacks(tables, king, occupied) & ours & (pos.bishops | pos.queens)
        or rook_attacks(tables, king, occupied) & ours & (pos.rooks | pos.queens)
    )


@core(uint64(Position, Tables, Moves, uint64, uint64))
def keep_checks(pos, tables, moves, first, end):
    """Keep, of these places of the list, the moves that give check; return where they end now.

    May use the next record of the stack, as `gives_check`.
    The squares from which a piece would check the king are found once. A piece that moves cannot
    have been between its target and the king: it would have given check already.
    """
    us, kept = pos.turn, first
    king, occupied = lowest(pos.kings & pos.sides[us ^ ONE]), pos.white | pos.black
    by_pawn, by_knight = tables.pawn[us ^ ONE, king], tables.knight[king]
    by_bishop = bishop_attacks(tables, king, occupied)
    by_rook = rook_attacks(tables, king, occupied)
    for i in range(first, end):
        move = moves.move[i]
        kind, checking = move >> KIND_AT & KIND, NONE
        if kind == PAWN:
            checking = by_pawn
        elif kind == KNIGHT:
            checking = by_knight
        elif kind != KING:
            checking = (by_bishop if kind != ROOK else NONE) | (by_rook if kind != BISHOP else NONE)
        if move & (CASTLING | EN_PASSANT) or move >> PROMOTED_AT & KIND:
            checks = gives_check(pos, tables, move)
        elif checking & bit(move >> TARGET_AT & SQUARE):
            checks = True
        else:
            uncovers = may_uncover(pos, tables, king, move & SQUARE)
            checks = uncovers and gives_check(pos, tables, move)
        if checks:
            moves.move[kept] = move
            kept += ONE
    return kept
