"""Static exchange evaluation (SEE): what a move wins if both sides go on capturing on its target.

Each side captures with its least valuable attacker and may stop at any time; attackers behind
others (x-rays) are included; pins are ignored.
Source: Reul, Static exchange evaluation with alpha-beta approach, ICGA Journal 33(1), 2010.
"""

from engine.board.attacks import bishop_attacks, rook_attacks
from engine.board.bits import NORTH
from engine.board.names import (
    CAPTURED_AT,
    CASTLING,
    EN_PASSANT,
    KIND,
    KIND_AT,
    ONE,
    PAWN,
    PROMOTED_AT,
    SQUARE,
    TARGET_AT,
    ZERO,
)
from engine.board.position import Position, Tables
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import bit, lowest

EXCHANGE_VALUES = (100, 325, 325, 500, 900, 20000, 0, 0)
"""Centipawns by kind; the last is that of no piece. The king outweighs everything, so that it
loses by a capture where the opponent can recapture."""


@core(uint64(Position, Tables, uint64, uint64))
def attackers_of(pos, tables, square, occupied):
    """The pieces of both sides that attack a square, if these squares are occupied."""
    return (
        tables.knight[square] & pos.knights
        | tables.king[square] & pos.kings
        | tables.pawn[ONE, square] & pos.pawns & pos.white
        | tables.pawn[ZERO, square] & pos.pawns & pos.black
        | bishop_attacks(tables, square, occupied) & (pos.bishops | pos.queens)
        | rook_attacks(tables, square, occupied) & (pos.rooks | pos.queens)
    ) & occupied


@core(boolean(Position, Tables, uint64, int64))
def wins_at_least(pos, tables, move, wanted):
    """Whether the exchange that begins with the move wins `wanted` centipawns or more."""
    if move & CASTLING:
        return wanted <= 0
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    standing, promoted = move >> KIND_AT & KIND, move >> PROMOTED_AT & KIND
    balance = EXCHANGE_VALUES[move >> CAPTURED_AT & KIND] - wanted
    if promoted:
        balance += EXCHANGE_VALUES[promoted] - EXCHANGE_VALUES[PAWN]
        standing = promoted
    if balance < 0:
        return False
    # The worst case: the piece that moved is lost without compensation.
    balance -= EXCHANGE_VALUES[standing]
    if balance >= 0:
        return True
    occupied = (pos.white | pos.black) & ~bit(origin) | bit(target)
    if move & EN_PASSANT:
        occupied &= ~bit(target ^ NORTH)
    attackers = attackers_of(pos, tables, target, occupied)
    diagonals, straights = pos.bishops | pos.queens, pos.rooks | pos.queens
    us = side = pos.turn
    while True:
        # `balance` is what the side that captured last wins if its piece is recaptured and no more.
        side ^= ONE
        attackers &= occupied
        ours = attackers & pos.sides[side]
        if not ours:
            break
        kind = PAWN
        while not pos.pieces[kind] & ours:
            kind += ONE
        balance = -balance - 1 - EXCHANGE_VALUES[kind]
        if balance >= 0:
            side ^= ONE
            break
        occupied ^= bit(lowest(pos.pieces[kind] & ours))
        if diagonals:
            attackers |= bishop_attacks(tables, target, occupied) & diagonals
        attackers |= rook_attacks(tables, target, occupied) & straights
    return side != us
