"""Generation of the legal moves: pinned pieces stay on their line, checks are evaded."""

from engine.board.attacks import attacked, checkers_and_pins, piece_attacks
from engine.board.bits import EVERYWHERE, NORTH
from engine.board.make import king_lands, may_take_en_passant, rook_lands
from engine.board.names import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    NONE,
    NOTHING,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
)
from engine.board.pawns import add_free_pawns, add_pinned_pawns
from engine.board.position import Moves, Position, Tables
from engine.board.write import COUNT, NOISY, QUIET, WRITE, a_move, add
from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import bit, lowest, others


@core(uint64(Position, Tables, Moves, uint64, uint64, uint64), forceinline=True)
def add_king(pos, tables, moves, n, wanted, purpose):
    """Add the king's moves to squares that are not attacked."""
    us = pos.turn
    ours = pos.sides[us]
    king, occupied = lowest(pos.kings & ours), pos.white | pos.black
    targets, safe = tables.king[king] & ~ours & wanted, NONE
    while targets:
        target, targets = lowest(targets), others(targets)
        if not attacked(pos, tables, target, occupied ^ bit(king), us ^ ONE):
            safe |= bit(target)
    return add(pos, moves, n, KING, king, safe, purpose)


@core(uint64(Position, Tables, Moves, uint64, uint64, uint64, uint64), forceinline=True)
def add_pieces(pos, tables, moves, n, kind, allowed, purpose):
    """Add the moves of all knights, bishops, rooks or queens."""
    ours, occupied, pins = pos.sides[pos.turn], pos.white | pos.black, moves.pins
    king = lowest(pos.kings & ours)
    pieces = pos.pieces[kind] & ours
    if kind == KNIGHT:
        pieces &= ~pins
    while pieces:
        origin, pieces = lowest(pieces), others(pieces)
        targets = piece_attacks(tables, kind, origin, occupied) & allowed
        if bit(origin) & pins:
            targets &= tables.line[king, origin]
        n = add(pos, moves, n, kind, origin, targets, purpose)
    return n


@core(uint64(Position, Tables, Moves, uint64, uint64))
def add_en_passant(pos, tables, moves, n, purpose):
    """Add the en-passant captures; there is at least one."""
    us = pos.turn
    pawns = tables.pawn[us ^ ONE, pos.en_passant] & pos.pawns & pos.sides[us]
    while pawns:
        origin, pawns = lowest(pawns), others(pawns)
        if may_take_en_passant(pos, tables, pos.en_passant, us, origin):
            if purpose != COUNT:
                moves.move[n] = a_move(origin, pos.en_passant, PAWN, PAWN) | EN_PASSANT
            n += ONE
    return n


@core(boolean(Position, Tables, uint64, uint64))
def may_castle(pos, tables, king, rook):
    """Whether the ways are free and the king's is safe; right and check are tested before."""
    king_to, rook_to = king_lands(king, rook), rook_lands(king, rook)
    them = pos.turn ^ ONE
    both = bit(king) | bit(rook)
    occupied = (pos.white | pos.black) & ~both
    way = tables.between[king, king_to] | bit(king_to)
    if occupied & (way | tables.between[rook, rook_to] | bit(rook_to)):
        return False
    while way:
        # Without the rook, too: in Chess960 it may have blocked an attack on the king.
        if attacked(pos, tables, lowest(way), occupied, them):
            return False
        way = others(way)
    return True


@core(uint64(Position, Tables, Moves, uint64, uint64))
def add_castling(pos, tables, moves, n, purpose):
    """Add castling for the side to move, which is not in check."""
    ours = pos.sides[pos.turn]
    rooks, king, occupied = pos.castling & ours, lowest(pos.kings & ours), pos.white | pos.black
    while rooks:
        rook, rooks = lowest(rooks), others(rooks)
        # The squares between king and rook must be free: mostly this decides.
        if not tables.between[king, rook] & occupied and may_castle(pos, tables, king, rook):
            if purpose != COUNT:
                moves.move[n] = a_move(king, rook, KING, NOTHING) | CASTLING
            n += ONE
    return n


@core(void(Position, Tables, Moves))
def find_checks_and_pins(pos, tables, moves):
    """Find checkers and pinned pieces, and keep them with the list.

    It must be called before the generators below, once for a position.
    """
    moves.checks, moves.pins = checkers_and_pins(pos, tables)
    moves.seen = ONE


@core(uint64(Position, Tables, Moves, uint64), forceinline=True)
def moves_of(pos, tables, moves, purpose):
    """Write or count the moves for a purpose that is a constant when compiled."""
    us = pos.turn
    ours, theirs = pos.sides[us], pos.sides[us ^ ONE]
    king = lowest(pos.kings & ours)
    wanted = theirs if purpose == NOISY else EVERYWHERE
    n = NONE
    if purpose == QUIET:
        wanted, n = ~theirs, moves.bad
    n = add_king(pos, tables, moves, n, wanted, purpose)
    checks, pins = moves.checks, moves.pins
    answer = EVERYWHERE
    if checks:
        if others(checks):
            return n
        answer = tables.between[king, lowest(checks)] | checks
    allowed = ~ours & answer & wanted
    n = add_pieces(pos, tables, moves, n, KNIGHT, allowed, purpose)
    n = add_pieces(pos, tables, moves, n, BISHOP, allowed, purpose)
    n = add_pieces(pos, tables, moves, n, ROOK, allowed, purpose)
    n = add_pieces(pos, tables, moves, n, QUEEN, allowed, purpose)
    n = add_free_pawns(pos, moves, n, answer, pins, purpose)
    if pos.pawns & ours & pins:
        n = add_pinned_pawns(pos, tables, moves, n, answer, pins, purpose)
    if purpose != QUIET and pos.en_passant:
        n = add_en_passant(pos, tables, moves, n, purpose)
    if purpose != NOISY and not checks and pos.castling:
        n = add_castling(pos, tables, moves, n, purpose)
    return n


@core(uint64(Position, Tables, Moves))
def generate(pos, tables, moves):
    """Write all legal moves from the start of the list; return how many."""
    return moves_of(pos, tables, moves, WRITE)


@core(uint64(Position, Tables, Moves))
def generate_noisy(pos, tables, moves):
    """Write the captures and promotions; return how many."""
    return moves_of(pos, tables, moves, NOISY)


@core(uint64(Position, Tables, Moves))
def generate_quiet(pos, tables, moves):
    """Write the moves that are not noisy behind the `bad` ones; return how many moves there are."""
    return moves_of(pos, tables, moves, QUIET)


@core(uint64(Position, Tables, Moves))
def count(pos, tables, moves):
    """Return how many legal moves there are; the moves on the list stay."""
    return moves_of(pos, tables, moves, COUNT)


@core(boolean(Position, Tables, Moves))
def can_move(pos, tables, moves):
    """Whether there is a legal move; mostly an unpinned pawn can advance, which is quick to see."""
    free = pos.pawns & pos.sides[pos.turn] & ~moves.pins
    ahead = free << NORTH if pos.turn == WHITE else free >> NORTH
    if ahead & ~(pos.white | pos.black) and not moves.checks:
        return True
    return bool(count(pos, tables, moves))
