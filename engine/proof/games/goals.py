"""What the attacker wants in chess: to mate, not to lose, to win material, to promote.

Sources: Breuker 1998, sections 3.3, 3.4 (material) and 5.4 (promotion, on a board of 25 squares).
"""

from engine.board.names import BISHOP, KNIGHT, NONE, ONE, PAWN, QUEEN, ROOK
from engine.board.position import Position, Tables
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import U64, lowest, others, size
from engine.proof.numbers import FALSE, TRUE, UNKNOWN

GOALS = ("mate", "not lost", "material", "promotion")
MATE, NOT_LOST, MATERIAL, PROMOTION = (U64(number) for number in range(4))


@core(uint64(uint64), forceinline=True)
def drawn(goal):
    """The value of a draw."""
    return TRUE if goal == NOT_LOST else FALSE


@core(int64(Position, uint64))
def balance(pos, side):
    """What a side has more than the other, in pawns: 3 for a minor piece, 5 and 9."""
    own, other = pos.sides[side], pos.sides[side ^ ONE]
    more = int64(size(pos.pieces[PAWN] & own)) - int64(size(pos.pieces[PAWN] & other))
    minors = pos.pieces[KNIGHT] | pos.pieces[BISHOP]
    more += 3 * (int64(size(minors & own)) - int64(size(minors & other)))
    more += 5 * (int64(size(pos.pieces[ROOK] & own)) - int64(size(pos.pieces[ROOK] & other)))
    more += 9 * (int64(size(pos.pieces[QUEEN] & own)) - int64(size(pos.pieces[QUEEN] & other)))
    return more


@core(boolean(Position, Tables, uint64, uint64))
def queen_can_be_taken(pos, tables, attacker, board):
    """Whether the lone king of the defender can take a queen, inside the squares of `board`."""
    king = lowest(pos.kings & pos.sides[attacker ^ ONE])
    protected = tables.king[lowest(pos.kings & pos.sides[attacker])]
    pawns = pos.pawns & pos.sides[attacker]
    while pawns:
        pawn, pawns = lowest(pawns), others(pawns)
        protected |= tables.pawn[attacker, pawn]
    queens = pos.queens & pos.sides[attacker]
    return tables.king[king] & queens & board & ~protected != NONE


@core(uint64(Position, Tables, uint64, uint64))
def promoted(pos, tables, attacker, board):
    """Whether the attacker has a queen that lives; a draw when there are only kings."""
    queens = pos.queens & pos.sides[attacker]
    if queens and (pos.turn == attacker or not queen_can_be_taken(pos, tables, attacker, board)):
        return TRUE
    return FALSE if not (pos.white | pos.black) & ~pos.kings else UNKNOWN
