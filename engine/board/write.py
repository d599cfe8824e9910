"""Writing moves to a list, or only counting them."""

from engine.board.bits import LAST_RANKS
from engine.board.names import (
    BISHOP,
    CAPTURED_AT,
    FOUR,
    KIND_AT,
    KING,
    KNIGHT,
    NOTHING,
    ONE,
    PAWN,
    PROMOTED_AT,
    QUEEN,
    ROOK,
    TARGET_AT,
    THREE,
    TWO,
)
from engine.board.position import Moves, Position
from engine.machine.core import core, uint64
from engine.machine.words import U64, bit, lowest, others, size

WRITE, COUNT, NOISY, QUIET = (U64(purpose) for purpose in range(4))
"""Purposes: all moves, their number, captures and promotions only, all others only."""


@core(uint64(Position, uint64))
def kind_on(pos, square):
    """The kind of the piece on a square that is not empty."""
    here = bit(square)
    if here & pos.pawns:
        return PAWN
    if here & pos.knights:
        return KNIGHT
    if here & pos.bishops:
        return BISHOP
    if here & pos.rooks:
        return ROOK
    if here & pos.queens:
        return QUEEN
    return KING


@core(uint64(uint64, uint64, uint64, uint64), forceinline=True)
def a_move(origin, target, kind, captured):
    """A move without flags."""
    return origin | target << TARGET_AT | kind << KIND_AT | captured << CAPTURED_AT


@core(uint64(Position, Moves, uint64, uint64, uint64, uint64, uint64), forceinline=True)
def add(pos, moves, n, kind, origin, targets, purpose):
    """Count the moves of one piece, or write them after the first `n`."""
    if purpose == COUNT:
        return n + size(targets)
    occupied = pos.white | pos.black
    captures, quiets = targets & occupied, targets & ~occupied
    if purpose != QUIET:
        while captures:
            target, captures = lowest(captures), others(captures)
            moves.move[n] = a_move(origin, target, kind, kind_on(pos, target))
            n += ONE
    if purpose != NOISY:
        while quiets:
            target, quiets = lowest(quiets), others(quiets)
            moves.move[n] = a_move(origin, target, kind, NOTHING)
            n += ONE
    return n


@core(uint64(Moves, uint64, uint64, uint64, uint64))
def write_promotions(moves, n, origin, target, captured):
    """Write all four promotions of one step; return the new number of moves."""
    move = a_move(origin, target, PAWN, captured)
    moves.move[n] = move | QUEEN << PROMOTED_AT
    moves.move[n + ONE] = move | ROOK << PROMOTED_AT
    moves.move[n + TWO] = move | BISHOP << PROMOTED_AT
    moves.move[n + THREE] = move | KNIGHT << PROMOTED_AT
    return n + FOUR


@core(uint64(Moves, uint64, uint64, uint64, uint64))
def write_pushes(moves, n, targets, step, mark):
    """Write pawn moves that all have the same `step` (modulo 64 squares)."""
    promoting, targets = targets & LAST_RANKS, targets & ~LAST_RANKS
    while targets:
        target, targets = lowest(targets), others(targets)
        moves.move[n] = a_move(target - step, target, PAWN, NOTHING) | mark
        n += ONE
    while promoting:
        target, promoting = lowest(promoting), others(promoting)
        n = write_promotions(moves, n, target - step, target, NOTHING)
    return n


@core(uint64(Position, Moves, uint64, uint64, uint64))
def write_pawn_captures(pos, moves, n, targets, step):
    """Write pawn captures that all have the same `step` (modulo 64 squares)."""
    promoting, targets = targets & LAST_RANKS, targets & ~LAST_RANKS
    while targets:
        target, targets = lowest(targets), others(targets)
        moves.move[n] = a_move(target - step, target, PAWN, kind_on(pos, target))
        n += ONE
    while promoting:
        target, promoting = lowest(promoting), others(promoting)
        n = write_promotions(moves, n, target - step, target, kind_on(pos, target))
    return n


@core(uint64(uint64), forceinline=True)
def pawn_moves_to(targets):
    """How many moves pawns have to these squares, one pawn for each."""
    return size(targets) + THREE * size(targets & LAST_RANKS)
