"""The tapered evaluation: two values at once, for the middle game and for the endgame.

Material and piece-square values are kept up by `make`; the other terms are sums of weights, as many
times as something is seen on the board. The pieces left decide how the two values are mixed.
Source of the mixture: Letouzey, Fruit, 2004. Every weight: `weights.py`.
"""

from engine.board.names import BISHOP, KNIGHT, ONE, QUEEN, ROOK
from engine.board.position import Position, Tables
from engine.evaluation.bounds import HIGHEST
from engine.evaluation.tapered.bitboards import beside, beside_two, mirrored, north, south
from engine.evaluation.tapered.king import king_attack, king_zone, shelter
from engine.evaluation.tapered.pawns import passed_pawns, pawn_structure
from engine.evaluation.tapered.pieces import (
    Surroundings,
    minor_piece_terms,
    piece_terms,
    rook_terms,
)
from engine.evaluation.tapered.scale import WHOLE, scale
from engine.evaluation.tapered.sides import ATTACKS, Attacks, pieces_of
from engine.evaluation.tapered.threats import threats
from engine.evaluation.tapered.weights import WEIGHTS, Weights
from engine.machine.core import core, door, int64, tuple_of, uint64
from engine.machine.words import U64, as_record, bit, size

WHOLE_BOARD = 24
"""Phase of the start position: knights and bishops 1, rooks 2, queens 4."""
HALF_A_WORD = 1 << 31


@core(tuple_of(int64, ATTACKS)(Position, Tables, Weights, uint64))
def terms_of_one_side(pos, tables, weights, side):
    """What the pieces of a side are worth by themselves, and what they attack."""
    ours, theirs = pieces_of(pos, side, side), pieces_of(pos, side ^ ONE, side)
    own, occupied = pos.sides[side], pos.white | pos.black
    if side:
        own, occupied = mirrored(own), mirrored(occupied)
    attacked_by_pawns = beside(south(theirs.pawns))
    surroundings = Surroundings(
        occupied,
        ~(attacked_by_pawns | ours.pawns | bit(ours.king)),
        king_zone(theirs.king, tables.king[theirs.king]),
    )

    ahead = north(ours.pawns)
    by_pawns = beside(ahead)
    knights = piece_terms(tables, weights, KNIGHT, ours.knights, surroundings)
    bishops = piece_terms(tables, weights, BISHOP, ours.bishops, surroundings)
    rooks = piece_terms(tables, weights, ROOK, ours.rooks, surroundings)
    queens = piece_terms(tables, weights, QUEEN, ours.queens, surroundings)
    by_any, by_two = by_pawns | knights.attacks, beside_two(ahead) | knights.by_two
    by_two |= by_pawns & knights.attacks
    by_two |= by_any & bishops.attacks | bishops.by_two
    by_any |= bishops.attacks
    by_two |= by_any & rooks.attacks | rooks.by_two
    by_any |= rooks.attacks
    by_two |= by_any & queens.attacks | queens.by_two
    by_any |= queens.attacks
    units = knights.king_units + bishops.king_units + rooks.king_units + queens.king_units

    value = knights.value + bishops.value + rooks.value + queens.value
    value += minor_piece_terms(weights, ours, theirs) + rook_terms(weights, ours, theirs)
    value += pawn_structure(weights, ours.pawns, theirs.pawns) + shelter(weights, ours, theirs)
    return value, Attacks(
        side,
        own,
        occupied,
        by_pawns,
        knights.attacks,
        bishops.attacks,
        rooks.attacks,
        queens.attacks,
        by_any,
        by_two,
        units,
    )


@core(int64(Position, Tables, Weights, ATTACKS, uint64))
def terms_against_enemy(pos, tables, weights, attacks, guarded):
    """King attack, threats and passed pawns; `guarded` is what the enemy attacks without king."""
    side = attacks.side
    ours, theirs = pieces_of(pos, side, side), pieces_of(pos, side ^ ONE, side)
    guarded_with_king = guarded | tables.king[theirs.king]
    value = king_attack(tables, weights, attacks, theirs.king, guarded)
    value += threats(weights, ours, theirs, attacks, guarded_with_king)
    return value + passed_pawns(weights, ours, theirs, attacks.occupied, guarded_with_king)


@core(int64(Position, Tables, Weights))
def untapered(pos, tables, weights):
    """The pair for the side to move: a sum of weights, whatever they are."""
    us, them = pos.turn, pos.turn ^ ONE
    our_value, our_attacks = terms_of_one_side(pos, tables, weights, us)
    their_value, their_attacks = terms_of_one_side(pos, tables, weights, them)
    value = -pos.value if us else pos.value
    value += our_value - their_value + weights.tempo
    guarded = mirrored(their_attacks.by_any)
    value += terms_against_enemy(pos, tables, weights, our_attacks, guarded)
    guarded = mirrored(our_attacks.by_any)
    return value - terms_against_enemy(pos, tables, weights, their_attacks, guarded)


@core(int64(Position), forceinline=True)
def phase(pos):
    """How much of the middle game is left: 24 with all pieces, 0 with pawns only."""
    pieces = size(pos.knights | pos.bishops) + (size(pos.rooks) << ONE)
    return min(int64(pieces + (size(pos.queens) << U64(2))), WHOLE_BOARD)


@core(int64(Position, int64), forceinline=True)
def tapered(pos, pair):
    """The two values of a pair mixed by the pieces that are left, in centipawns."""
    left = phase(pos)
    middle = (pair + HALF_A_WORD) >> 32
    endgame = pair - (middle << 32)
    return (middle * left + endgame * (WHOLE_BOARD - left)) // WHOLE_BOARD


@door(int64(Position, Tables, uint64, uint64))
def quick_value(pos, tables, weights, state):
    """Return the tapered value of material and piece-square values alone."""
    return tapered(pos, -pos.value if pos.turn else pos.value)


@door(int64(Position, Tables, uint64, uint64))
def evaluate(pos, tables, weights, state):
    """Return the static value in centipawns for the side to move; no draws, no mates."""
    value = tapered(pos, untapered(pos, tables, as_record(weights, WEIGHTS)))
    value = value * scale(pos, value) // WHOLE
    return min(max(value, -HIGHEST), HIGHEST)
