"""The tapered evaluation: two values at once, for the middle game and for the endgame.

Material and piece-square values are kept up by `make`; the other terms are sums of weights, as many
times as something is seen on the board. The pieces left decide how the two values are mixed.
Source of the mixture: Letouzey, Fruit, 2004. Every weight: `tapered_weights.py`.
"""

from numba import int64, types, uint64

from engine.board.names import BISHOP, KNIGHT, ONE, QUEEN, ROOK
from engine.board.position import POSITION, TABLES, Position, Tables
from engine.evaluation.alibaba.evaluation import HIGHEST
from engine.evaluation.tapered.camps import beside, between, camp, mirrored, north, south
from engine.evaluation.tapered.king import attack, king_zone, shelter
from engine.evaluation.tapered.pawns import passed_pawns, structure
from engine.evaluation.tapered.pieces import Ground, posts, rooks, walk
from engine.evaluation.tapered.reach import REACH, Reach
from engine.evaluation.tapered.scale import WHOLE, scale
from engine.evaluation.tapered.threats import threats
from engine.evaluation.tapered.weights import WEIGHTS, Weights
from engine.machine.words import U64, as_record, bit, core, size

WHOLE_BOARD = 24
"""Phase of the start position: knights and bishops 1, rooks 2, queens 4."""
HALF_A_WORD = 1 << 31


@core(types.Tuple((int64, REACH))(Position, Tables, Weights, uint64))
def survey(pos, tables, weights, side):
    """What a side's men are worth by themselves, and what they attack."""
    ours, theirs = camp(pos, side, side), camp(pos, side ^ ONE, side)
    men = pos.sides[side]
    everybody = pos.white | pos.black
    if side:
        men, everybody = mirrored(men), mirrored(everybody)
    feared = beside(south(theirs.pawns))
    zone = king_zone(theirs.king, tables.king[theirs.king])
    ground = Ground(everybody, ~(feared | ours.pawns | bit(ours.king)), zone)

    ahead = north(ours.pawns)
    by_pawns = beside(ahead)
    knights = walk(tables, weights, KNIGHT, ours.knights, ground)
    bishops = walk(tables, weights, BISHOP, ours.bishops, ground)
    by_rooks = walk(tables, weights, ROOK, ours.rooks, ground)
    queens = walk(tables, weights, QUEEN, ours.queens, ground)
    attacks, twice = by_pawns | knights.attacks, between(ahead) | knights.twice
    twice |= by_pawns & knights.attacks
    twice |= attacks & bishops.attacks | bishops.twice
    attacks |= bishops.attacks
    twice |= attacks & by_rooks.attacks | by_rooks.twice
    attacks |= by_rooks.attacks
    twice |= attacks & queens.attacks | queens.twice
    attacks |= queens.attacks
    units = knights.units + bishops.units + by_rooks.units + queens.units

    value = knights.value + bishops.value + by_rooks.value + queens.value
    value += posts(weights, ours, theirs) + rooks(weights, ours, theirs)
    value += structure(weights, ours.pawns, theirs.pawns) + shelter(weights, ours, theirs)
    return value, Reach(
        side,
        men,
        everybody,
        by_pawns,
        knights.attacks,
        bishops.attacks,
        by_rooks.attacks,
        queens.attacks,
        attacks,
        twice,
        units,
    )


@core(int64(Position, Tables, Weights, REACH, uint64))
def meeting(pos, tables, weights, reach, guarded):
    """What our men do to theirs; `guarded` is what their men other than the king attack."""
    ours, theirs = camp(pos, reach.side, reach.side), camp(pos, reach.side ^ ONE, reach.side)
    with_king = guarded | tables.king[theirs.king]
    value = attack(tables, weights, reach, theirs.king, guarded)
    value += threats(weights, ours, theirs, reach, with_king)
    return value + passed_pawns(weights, ours, theirs, reach.occupied, with_king)


@core(int64(Position, Tables, Weights))
def untapered(pos, tables, weights):
    """The pair for the side to move: a sum of weights, whatever they are."""
    us, them = pos.turn, pos.turn ^ ONE
    our_value, our_reach = survey(pos, tables, weights, us)
    their_value, their_reach = survey(pos, tables, weights, them)
    value = -pos.value if us else pos.value
    value += our_value - their_value + weights.tempo
    value += meeting(pos, tables, weights, our_reach, mirrored(their_reach.attacks))
    return value - meeting(pos, tables, weights, their_reach, mirrored(our_reach.attacks))


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


@core(int64(Position), forceinline=True)
def placement(pos):
    """Material and piece-square values alone for the side to move: quick, and about right."""
    return tapered(pos, -pos.value if pos.turn else pos.value)


@core(int64(Position, Tables, Weights))
def evaluate(pos, tables, weights):
    """Return the static value in centipawns for the side to move; no draws, no mates."""
    value = tapered(pos, untapered(pos, tables, weights))
    value = value * scale(pos, value) // WHOLE
    return min(max(value, -HIGHEST), HIGHEST)


@core(int64(uint64, uint64, uint64))
def evaluate_tapered_at(where, tables, weights):
    """The door from Python: the static value of the POSITION at an address."""
    pos, rules = as_record(where, POSITION), as_record(tables, TABLES)
    return evaluate(pos, rules, as_record(weights, WEIGHTS))
