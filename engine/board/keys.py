"""Zobrist keys: 781 random words, of which the exclusive-or of some identifies a position.

Twelve pieces on 64 squares, four castling rights, eight en-passant files, one for Black to move.
Source: Breuker 1998, section 2.1; the generator is Steele, Lea and Flood's SplitMix64 (2014).
"""

from engine.board.bits import LAST_RANK_START
from engine.board.names import NONE, ONE, TWO
from engine.board.position import Position, Tables
from engine.machine.core import core, uint64
from engine.machine.words import ALL_ONES, lowest, others

NUMBERS = 781


def random_words(seed, count):
    """Return `count` words of 64 bits; different seeds give unrelated sequences."""
    state, words = seed * 0xD1342543DE82EF95 & ALL_ONES, []
    for _ in range(count):
        state = state + 0x9E3779B97F4A7C15 & ALL_ONES
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & ALL_ONES
        word = (word ^ word >> 27) * 0x94D049BB133111EB & ALL_ONES
        words.append(word ^ word >> 31)
    return words


def fill_keys(tables, seed):
    """Write the 781 numbers of a seed into TABLES."""
    words = random_words(seed, NUMBERS)
    tables.piece_key.reshape(-1)[:] = words[:768]
    tables.castling_key[:] = words[768:772]
    tables.en_passant_key[:] = words[772:780] * 8
    tables.en_passant_key[0] = 0
    tables.turn_key = words[780]


@core(uint64(Position, Tables, uint64))
def castling_key(pos, tables, rooks):
    """The numbers of the rights that belong to these rooks; the kings still stand at home.

    A number belongs to the wing and not to the rook. Within a game that is the same: a right never
    passes to another rook.
    """
    key = NONE
    while rooks:
        rook, rooks = lowest(rooks), others(rooks)
        colour = rook // LAST_RANK_START
        king = lowest(pos.kings & pos.sides[colour])
        key ^= tables.castling_key[colour * TWO + (NONE if rook > king else ONE)]
    return key


@core(uint64(Position, Tables))
def whole_key(pos, tables):
    """The key computed from scratch; `make` updates it incrementally."""
    key = tables.en_passant_key[pos.en_passant] ^ castling_key(pos, tables, pos.castling)
    if pos.turn:
        key ^= tables.turn_key
    for colour in range(TWO):
        for kind in range(uint64(6)):
            squares = pos.pieces[kind] & pos.sides[colour]
            while squares:
                key ^= tables.piece_key[colour, kind, lowest(squares)]
                squares = others(squares)
    return key
