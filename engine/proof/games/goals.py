"""What the attacker wants in chess: to mate, not to lose, to win material, to promote.

Sources: Breuker 1998, sections 3.3, 3.4 (material) and 5.4 (promotion, on a board of 25 squares).
"""

from engine.board.generate import generate
from engine.board.names import (
    BISHOP,
    CAPTURED_AT,
    KIND,
    KNIGHT,
    NONE,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
    SQUARE,
    TARGET_AT,
)
from engine.board.position import Moves, Position, Tables
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import U64, bit, size
from engine.proof.numbers import FALSE, TRUE, UNKNOWN

GOALS = ("mate", "not lost", "material", "promotion")
MATE, NOT_LOST, MATERIAL, PROMOTION = (U64(number) for number in range(4))


@core(uint64(uint64), forceinline=True)
def drawn(goal):
    """The value of a draw."""
    return TRUE if goal == NOT_LOST else FALSE


@core(int64(Position, uint64))
def balance(pos, side):
    """How far a side is ahead in material, in pawns: a minor piece is 3, a rook 5, a queen 9."""
    own, other = pos.sides[side], pos.sides[side ^ ONE]
    more = int64(size(pos.pieces[PAWN] & own)) - int64(size(pos.pieces[PAWN] & other))
    minors = pos.pieces[KNIGHT] | pos.pieces[BISHOP]
    more += 3 * (int64(size(minors & own)) - int64(size(minors & other)))
    more += 5 * (int64(size(pos.pieces[ROOK] & own)) - int64(size(pos.pieces[ROOK] & other)))
    more += 9 * (int64(size(pos.pieces[QUEEN] & own)) - int64(size(pos.pieces[QUEEN] & other)))
    return more


@core(boolean(Position, Tables, Moves, uint64))
def queen_can_be_taken(pos, tables, moves, squares):
    """Whether the side to move can take a queen on one of these squares.

    The list, with the checks and pins of the position, is overwritten.
    """
    for number in range(generate(pos, tables, moves)):
        move = moves.move[number]
        taken, target = move >> CAPTURED_AT & KIND, move >> TARGET_AT & SQUARE
        if taken == QUEEN and bit(target) & squares != NONE:
            return True
    return False


@core(uint64(Position, Tables, Moves, uint64, uint64))
def promoted(pos, tables, moves, attacker, squares):
    """Whether the attacker has a queen that cannot be taken at once; kings alone are a draw.

    If the attacker is to move, the defender has just left the queen alone. The list is that of
    `queen_can_be_taken`.
    """
    queens = pos.queens & pos.sides[attacker]
    if queens and (pos.turn == attacker or not queen_can_be_taken(pos, tables, moves, squares)):
        return TRUE
    return FALSE if not (pos.white | pos.black) & ~pos.kings else UNKNOWN
