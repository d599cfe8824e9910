"""Safety of the king in the tapered evaluation: the pawns before it, and the attack on it.

The attack is counted in units that lead into a table, since two attackers are more than twice one.
The pawns before the king: Slate and Atkin, Chess 4.5, 1977.
"""

from engine.board.attacks import bishop_attacks, rook_attacks
from engine.board.names import NONE, ONE, THREE, ZERO
from engine.board.position import Tables
from engine.evaluation.tapered.bitboards import north_fill
from engine.evaluation.tapered.sides import ATTACKS, PIECES
from engine.evaluation.tapered.weights import Weights
from engine.machine.core import core, int64, uint64
from engine.machine.words import U64, bit, lowest, size

FILE = U64(7)
"""The bits of a square that are its file's number; the others are its rank's."""
A_FILE = U64(0x0101010101010101)
FIRST_RANK = U64(0xFF)
B_FILE_NUMBER = ONE
G_FILE_NUMBER = U64(6)
RANK_LENGTH = U64(8)

# Units of the attack for a square from which such a piece could safely give check.
KNIGHT_CHECK = U64(5)
BISHOP_CHECK = U64(3)
ROOK_CHECK = U64(6)
QUEEN_CHECK = U64(5)
WITHOUT_QUEEN = U64(8)
"""Units that an attack without a queen loses."""
MOST_UNITS = U64(63)
"""The last place of the table `danger`."""


@core(int64(Weights, PIECES, PIECES), forceinline=True)
def shelter(weights, ours, theirs):
    """On the king's file and both beside it: our nearest pawn ahead of our king, and theirs."""
    value = int64(0)
    king_file = ours.king & FILE
    middle = min(max(king_file, B_FILE_NUMBER), G_FILE_NUMBER)
    ahead = north_fill(FIRST_RANK << (ours.king & ~FILE))
    for file in range(middle - ONE, middle + ONE + ONE):
        squares = A_FILE << file & ahead
        own_pawns, enemy_pawns = ours.pawns & squares, theirs.pawns & squares
        rank = lowest(own_pawns) >> THREE if own_pawns else NONE
        enemy_rank = lowest(enemy_pawns) >> THREE if enemy_pawns else NONE
        stopped = ONE if own_pawns and enemy_rank == rank + ONE else NONE
        value += weights.shelter[ONE if file == king_file else NONE, rank]
        value += weights.storm[stopped, enemy_rank]
    return value


@core(uint64(uint64, uint64), forceinline=True)
def king_zone(king, steps):
    """The enemy king, the squares around it, and the three before these on our side."""
    near = steps | bit(king)
    return near | near >> RANK_LENGTH


@core(int64(Tables, Weights, ATTACKS, uint64, uint64), forceinline=True)
def king_attack(tables, weights, attacks, king, guarded):
    """Our attack on the enemy king; `guarded` is what the enemy attacks without it."""
    units = attacks.king_units
    if not units:
        return weights.danger[ZERO]
    steps, occupied = tables.king[king], attacks.occupied
    safe = ~(attacks.own | guarded | steps & ~attacks.by_two)
    straight, diagonal = (
        rook_attacks(tables, king, occupied) & safe,
        bishop_attacks(tables, king, occupied) & safe,
    )
    units += size(king_zone(king, steps) & attacks.by_any & ~guarded)
    if tables.knight[king] & attacks.knights & safe:
        units += KNIGHT_CHECK
    if diagonal & attacks.bishops:
        units += BISHOP_CHECK
    if straight & attacks.rooks:
        units += ROOK_CHECK
    if (straight | diagonal) & attacks.queens:
        units += QUEEN_CHECK
    if not attacks.queens:
        units -= min(units, WITHOUT_QUEEN)
    return weights.danger[min(units, MOST_UNITS)]
