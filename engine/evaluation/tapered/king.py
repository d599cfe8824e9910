"""Safety of the king in the tapered evaluation: the pawns before him, and the attack on him.

The attack is counted in units that lead into a table, since two attackers are more than twice one.
The pawns before the king: Slate and Atkin, Chess 4.5, 1977.
"""

from numba import int64, uint64

from engine.board.attacks import bishop_attacks, rook_attacks
from engine.board.names import NONE, ONE, THREE, ZERO
from engine.board.position import Tables
from engine.evaluation.tapered.camps import CAMP, northwards
from engine.evaluation.tapered.reach import REACH
from engine.evaluation.tapered.weights import Weights
from engine.machine.words import U64, bit, core, lowest, size

FILE, FIRST_FILE = U64(7), U64(0x0101010101010101)
SECOND_FILE_NUMBER, LAST_BUT_ONE = ONE, U64(6)
FIRST_RANK = U64(0xFF)

KNIGHT_CHECK, BISHOP_CHECK, ROOK_CHECK, QUEEN_CHECK = U64(5), U64(3), U64(6), U64(5)
"""Units for a square from which such a piece could give check and not be taken."""
WITHOUT_QUEEN = U64(8)
"""Units that an attack loses."""
MOST_UNITS = U64(63)


@core(int64(Weights, CAMP, CAMP), forceinline=True)
def shelter(weights, ours, theirs):
    """On the king's file and both beside it: our nearest pawn ahead of him, and theirs."""
    value = int64(0)
    king_file = ours.king & FILE
    middle = min(max(king_file, SECOND_FILE_NUMBER), LAST_BUT_ONE)
    ahead = northwards(FIRST_RANK << (ours.king & ~FILE))
    for file in range(middle - ONE, middle + ONE + ONE):
        squares = FIRST_FILE << file & ahead
        mine, enemy = ours.pawns & squares, theirs.pawns & squares
        rank = lowest(mine) >> THREE if mine else NONE
        enemy_rank = lowest(enemy) >> THREE if enemy else NONE
        stopped = ONE if mine and enemy_rank == rank + ONE else NONE
        value += weights.shelter[ONE if file == king_file else NONE, rank]
        value += weights.storm[stopped, enemy_rank]
    return value


@core(uint64(uint64, uint64), forceinline=True)
def king_zone(king, steps):
    """The king and the squares around him, and three more on our side of them."""
    near = steps | bit(king)
    return near | near >> U64(8)


@core(int64(Tables, Weights, REACH, uint64, uint64), forceinline=True)
def attack(tables, weights, reach, king, guarded):
    """Our attack on the enemy king; `guarded` is what his other men attack."""
    units = reach.units
    if not units:
        return weights.danger[ZERO]
    steps, occupied = tables.king[king], reach.occupied
    safe = ~(reach.men | guarded | steps & ~reach.twice)
    straight, diagonal = (
        rook_attacks(tables, king, occupied) & safe,
        bishop_attacks(tables, king, occupied) & safe,
    )
    units += size(king_zone(king, steps) & reach.attacks & ~guarded)
    if tables.knight[king] & reach.knights & safe:
        units += KNIGHT_CHECK
    if diagonal & reach.bishops:
        units += BISHOP_CHECK
    if straight & reach.rooks:
        units += ROOK_CHECK
    if (straight | diagonal) & reach.queens:
        units += QUEEN_CHECK
    if not reach.queens:
        units -= min(units, WITHOUT_QUEEN)
    return weights.danger[min(units, MOST_UNITS)]
