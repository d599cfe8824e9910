"""The squares that a piece attacks; those of sliders are looked up by the occupied squares."""

from engine.board.names import BISHOP, KNIGHT, NONE, ONE, ROOK
from engine.board.position import Position, Tables
from engine.machine.core import boolean, core, tuple_of, uint64
from engine.machine.words import bit, gather, lowest, others


@core(uint64(Tables, uint64, uint64))
def rook_attacks(tables, square, occupied):
    """The squares a rook attacks, including the first occupied one on each line."""
    place = gather(
        occupied, tables.rook_mask[square], tables.rook_magic[square], tables.rook_shift[square]
    )
    return tables.slider[tables.rook_start[square] + place]


@core(uint64(Tables, uint64, uint64))
def bishop_attacks(tables, square, occupied):
    """The squares a bishop attacks, including the first occupied one on each line."""
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


@core(tuple_of(uint64, uint64)(Position, Tables), forceinline=True)
def checkers_and_pins(pos, tables):
    """The pieces that give check to the side to move, and its pinned pieces.

    Only sliders that attack the king on an empty board are considered: there are few of them.
    """
    us = pos.turn
    ours, theirs = pos.sides[us], pos.sides[us ^ ONE]
    king, occupied = lowest(pos.kings & ours), ours | theirs
    checks = theirs & (tables.knight[king] & pos.knights | tables.pawn[us, king] & pos.pawns)
    shields = NONE
    sliders = theirs & (
        tables.slider[tables.rook_start[king]] & (pos.rooks | pos.queens)
        | tables.slider[tables.bishop_start[king]] & (pos.bishops | pos.queens)
    )
    while sliders:
        slider, sliders = lowest(sliders), others(sliders)
        way = tables.between[king, slider] & occupied
        if not way:
            checks |= bit(slider)
        elif not others(way):
            shields |= way & ours
    return checks, shields


@core(uint64(Position, Tables), forceinline=True)
def checkers(pos, tables):
    """The pieces that give check to the side to move."""
    checks, _ = checkers_and_pins(pos, tables)
    return checks


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
