"""Which squares a piece attacks; sliding pieces look it up by the occupied squares on their lines."""

from numba import boolean, uint64

from engine.board.names import BISHOP, KNIGHT, NONE, ONE, ROOK
from engine.board.position import Position, Tables
from engine.machine import core, gather, lowest


@core(uint64(Tables, uint64, uint64))
def rook_attacks(tables, square, occupied):
    """The squares a rook attacks, its first obstacles included."""
    place = gather(
        occupied, tables.rook_mask[square], tables.rook_magic[square], tables.rook_shift[square]
    )
    return tables.slider[tables.rook_start[square] + place]


@core(uint64(Tables, uint64, uint64))
def bishop_attacks(tables, square, occupied):
    """The squares a bishop attacks, its first obstacles included."""
    place = gather(
        occupied,
        tables.bishop_mask[square],
        tables.bishop_magic[square],
        tables.bishop_shift[square],
    )
    return tables.slider[tables.bishop_start[square] + place]


@core(uint64(Tables, uint64, uint64, uint64), forceinline=True)
def piece_attacks(tables, kind, square, occupied):
    """The squares a knight, bishop, rook or queen attacks."""
    if kind == KNIGHT:
        return tables.knight[square]
    if kind == BISHOP:
        return bishop_attacks(tables, square, occupied)
    if kind == ROOK:
        return rook_attacks(tables, square, occupied)
    return rook_attacks(tables, square, occupied) | bishop_attacks(tables, square, occupied)


@core(boolean(Position, Tables, uint64, uint64, uint64))
def attacked(pos, tables, square, occupied, by):
    """Whether side `by` attacks the square, if these squares are occupied.

    A piece of `by` that stands outside `occupied` still counts as an attacker: take it out of the
    position as well.
    """
    side = pos.sides[by]
    return bool(
        tables.knight[square] & pos.knights & side
        or tables.pawn[by ^ ONE, square] & pos.pawns & side
        or tables.king[square] & pos.kings & side
        or bishop_attacks(tables, square, occupied) & (pos.bishops | pos.queens) & side
        or rook_attacks(tables, square, occupied) & (pos.rooks | pos.queens) & side
    )


@core(uint64(Position, Tables))
def checkers(pos, tables):
    """The pieces that give check to the side to move."""
    us = pos.turn
    ours, theirs = pos.sides[us], pos.sides[us ^ ONE]
    king, occupied = lowest(pos.kings & ours), ours | theirs
    return theirs & (
        tables.knight[king] & pos.knights
        | tables.pawn[us, king] & pos.pawns
        | bishop_attacks(tables, king, occupied) & (pos.bishops | pos.queens)
        | rook_attacks(tables, king, occupied) & (pos.rooks | pos.queens)
    )


@core(uint64(Position, Tables))
def pinned(pos, tables):
    """The pieces of the side to move that shield their king from a slider."""
    us = pos.turn
    ours, theirs = pos.sides[us], pos.sides[us ^ ONE]
    king, shields = lowest(pos.kings & ours), NONE
    snipers = theirs & (
        rook_attacks(tables, king, theirs) & (pos.rooks | pos.queens)
        | bishop_attacks(tables, king, theirs) & (pos.bishops | pos.queens)
    )
    while snipers:
        shield = tables.between[king, lowest(snipers)] & ours
        snipers &= snipers - ONE
        if not shield & shield - ONE:
            shields |= shield
    return shields


@core(boolean(Position, Tables, uint64, uint64, uint64))
def king_is_safe(pos, tables, us, occupied, gone):
    """Whether no piece attacks the king of `us` once these squares are occupied.

    `gone` are enemy pieces that will have been captured; the kings do not move.
    """
    theirs = pos.sides[us ^ ONE] & ~gone
    king = lowest(pos.kings & pos.sides[us])
    return not (
        rook_attacks(tables, king, occupied) & (pos.rooks | pos.queens) & theirs
        or bishop_attacks(tables, king, occupied) & (pos.bishops | pos.queens) & theirs
        or tables.knight[king] & pos.knights & theirs
        or tables.pawn[us, king] & pos.pawns & theirs
    )
