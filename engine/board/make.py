"""Playing a move: the next position of the stack becomes this one with the move made.

There is no taking back: the old position is still there.
"""

from engine.board.attacks import king_is_safe
from engine.board.bits import FIRST_RANK, LAST_RANK_START, NORTH
from engine.board.keys import castling_key
from engine.board.names import (
    CAPTURED_AT,
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    KIND,
    KIND_AT,
    KING,
    NONE,
    NOTHING,
    ONE,
    PAWN,
    PROMOTED_AT,
    ROOK,
    SQUARE,
    TARGET_AT,
)
from engine.board.position import Position, Tables
from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import U64, at, bit, copy, lowest, others

KING_LANDS_SHORT, KING_LANDS_LONG = U64(6), U64(2)


@core(uint64(uint64, uint64), forceinline=True)
def king_lands(king, rook):
    """Where the king stands after castling with this rook: on the g or the c file."""
    return (king & U64(56)) + (KING_LANDS_SHORT if rook > king else KING_LANDS_LONG)


@core(uint64(uint64, uint64), forceinline=True)
def rook_lands(king, rook):
    """Where the rook stands after castling: beside the king, on its inner side."""
    landing = king_lands(king, rook)
    return landing - ONE if rook > king else landing + ONE


@core(boolean(Position, Tables, uint64, uint64, uint64))
def may_take_en_passant(pos, tables, square, us, origin):
    """Whether the pawn's en-passant capture leaves its own king safe: it may open two lines."""
    place = bit(square ^ NORTH)
    occupied = (pos.white | pos.black) ^ bit(origin) ^ place ^ bit(square)
    return king_is_safe(pos, tables, us, occupied, place)


@core(uint64(Position, Tables, uint64, uint64))
def takeable(pos, tables, square, us):
    """The en-passant square if side `us` has a legal capture there, else 0."""
    pawns = tables.pawn[us ^ ONE, square] & pos.pawns & pos.sides[us]
    while pawns:
        if may_take_en_passant(pos, tables, square, us, lowest(pawns)):
            return square
        pawns = others(pawns)
    return NONE


@core(void(Position, Tables, uint64, uint64, uint64))
def castle(after, tables, us, king, rook):
    """Move king and rook of a position in which both still stand at home."""
    king_to, rook_to = king_lands(king, rook), rook_lands(king, rook)
    after.kings ^= bit(king)
    after.kings |= bit(king_to)
    after.rooks ^= bit(rook)
    after.rooks |= bit(rook_to)
    after.sides[us] &= ~(bit(king) | bit(rook))
    after.sides[us] |= bit(king_to) | bit(rook_to)
    after.key ^= tables.piece_key[us, KING, king] ^ tables.piece_key[us, KING, king_to]
    after.key ^= tables.piece_key[us, ROOK, rook] ^ tables.piece_key[us, ROOK, rook_to]
    after.value += tables.value[us, KING, king_to] - tables.value[us, KING, king]
    after.value += tables.value[us, ROOK, rook_to] - tables.value[us, ROOK, rook]


@core(void(Position, Tables, uint64))
def make(pos, tables, move):
    """Write the position after a legal move into the next record of the stack."""
    after = at(pos, 1)
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    kind, captured = move >> KIND_AT & KIND, move >> CAPTURED_AT & KIND
    promoted = move >> PROMOTED_AT & KIND
    us, them = pos.turn, pos.turn ^ ONE

    after.pawns, after.knights, after.bishops = pos.pawns, pos.knights, pos.bishops
    after.rooks, after.queens, after.kings = pos.rooks, pos.queens, pos.kings
    after.white, after.black = pos.white, pos.black
    key = pos.key ^ tables.turn_key ^ tables.en_passant_key[pos.en_passant]
    after.value = pos.value
    castling = pos.castling
    if castling:
        lost = castling & (bit(origin) | bit(target))
        if kind == KING:
            lost |= castling & FIRST_RANK << LAST_RANK_START * us
        if lost:
            key ^= castling_key(pos, tables, lost)
            castling ^= lost
    after.castling, after.turn, after.en_passant = castling, them, NONE
    after.fifty = pos.fifty + ONE if kind != PAWN else NONE

    if move & CASTLING:
        after.key = key
        castle(after, tables, us, origin, target)
        return
    if captured != NOTHING:
        place = target ^ NORTH if move & EN_PASSANT else target
        after.pieces[captured] ^= bit(place)
        after.sides[them] ^= bit(place)
        key ^= tables.piece_key[them, captured, place]
        after.value -= tables.value[them, captured, place]
        after.fifty = NONE
    arriving = promoted if promoted else kind
    after.pieces[kind] ^= bit(origin)
    after.pieces[arriving] ^= bit(target)
    after.sides[us] ^= bit(origin) | bit(target)
    key ^= tables.piece_key[us, kind, origin] ^ tables.piece_key[us, arriving, target]
    after.value += tables.value[us, arriving, target] - tables.value[us, kind, origin]
    if move & DOUBLE:
        behind = (origin + target) >> ONE
        if tables.pawn[us, behind] & after.pawns & after.sides[them]:
            after.en_passant = takeable(after, tables, behind, them)
            key ^= tables.en_passant_key[after.en_passant]
    after.key = key


@core(void(Position, Tables))
def pass_turn(pos, tables):
    """Write the position after no move at all; the side to move is not in check.

    The count of quiet plies starts anew: no repetition is looked for across a pass.
    """
    after = at(pos, 1)
    copy(after, pos)
    after.key = pos.key ^ tables.turn_key ^ tables.en_passant_key[pos.en_passant]
    after.turn, after.en_passant, after.fifty = pos.turn ^ ONE, NONE, NONE
