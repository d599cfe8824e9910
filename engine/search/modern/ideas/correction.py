"""The static value, corrected by what searches of positions with like pieces found.

For the pawns and for the pieces of either side a table keeps how far searched values lay from the
static ones. Only a part of the correction is applied, and results whose bound agrees with the
static value anyway teach nothing.
Source: the idea is that of Caissa and Stockfish, 2023, described at chessprogramming.org, "Static
Evaluation Correction History".
"""

from engine.board.position import Position
from engine.evaluation.bounds import HIGHEST
from engine.machine.core import core, int64, tuple_of, uint64, void
from engine.machine.words import U64, as_record
from engine.search.modern.gravity import drawn_to, part
from engine.search.modern.histories import is_quiet
from engine.search.modern.memory import CORRECTIONS, MEMORY
from engine.search.shared.evaluation import evaluate, quick_value
from engine.search.shared.score import INFINITE
from engine.search.shared.worker import PARAMS, Worker
from engine.table.entry import LOWER, UPPER

# Odd numbers without a pattern: a product with one spreads a set of squares over its high bits.
WHITE_PAWN_MIX = U64(0x9E3779B97F4A7C15)
BLACK_PAWN_MIX = U64(0xE7037ED1A0B428DB)
KNIGHT_MIX = U64(0xC2B2AE3D27D4EB4F)
BISHOP_MIX = U64(0x165667B19E3779F9)
ROOK_MIX = U64(0xD6E8FEB86659FD93)
QUEEN_MIX = U64(0xA0761D6478BD642F)
KEY_SHIFT = U64(64 - CORRECTIONS.bit_length() + 1)
"""Leaves the high bits of a product that are a place in a table."""

FULL_CORRECTION = 1024
"""Limit of an entry of a table, in 48ths of a centipawn."""
LARGEST_BONUS = 256
"""Limit of what one result adds to an entry, in the same unit."""
DEEPEST_COUNTED = 32
"""Plies; a result counts by its depth up to this one."""
BONUS_DIVISOR = 4
"""Plies times centipawns of difference are divided by this."""
CORRECTION_DIVISOR = 48
"""The sum of corrections, pawns twice, is divided by this to give centipawns."""
LAZY_MARGIN = 300
"""Centipawns by which the quick value hardly ever misses the evaluation."""
KEYS = tuple_of(uint64, uint64, uint64)


@core(KEYS(Position))
def correction_keys(pos):
    """Where the corrections of a position stand: by its pawns, White's pieces, Black's pieces."""
    pawns = (pos.pawns & pos.white) * WHITE_PAWN_MIX
    pawns ^= (pos.pawns & pos.black) * BLACK_PAWN_MIX
    knights, bishops, rooks, queens = pos.knights, pos.bishops, pos.rooks, pos.queens
    white, black = pos.white, pos.black
    whites = (knights & white) * KNIGHT_MIX ^ (bishops & white) * BISHOP_MIX
    whites ^= (rooks & white) * ROOK_MIX ^ (queens & white) * QUEEN_MIX
    blacks = (knights & black) * KNIGHT_MIX ^ (bishops & black) * BISHOP_MIX
    blacks ^= (rooks & black) * ROOK_MIX ^ (queens & black) * QUEEN_MIX
    return pawns >> KEY_SHIFT, whites >> KEY_SHIFT, blacks >> KEY_SHIFT


@core(int64(Worker, Position))
def static_value(worker, pos):
    """The evaluation for the side to move, corrected."""
    value = evaluate(worker, pos)
    if as_record(worker.params, PARAMS).correction_history:
        memory = as_record(worker.memory, MEMORY)
        pawns, whites, blacks = correction_keys(pos)
        turn = pos.turn
        total = 2 * int64(memory.pawn_correction[turn, pawns])
        total += int64(memory.piece_correction[turn, U64(0), whites])
        total += int64(memory.piece_correction[turn, U64(1), blacks])
        value += part(total, CORRECTION_DIVISOR)
    return min(max(value, -HIGHEST), HIGHEST)


@core(int64(Worker, Position, int64, int64))
def value_near(worker, pos, alpha, beta):
    """The static value, or the evaluation's quick value if that is far outside the window."""
    if as_record(worker.params, PARAMS).lazy_evaluation and worker.quick_value:
        quick = quick_value(worker, pos)
        if quick - LAZY_MARGIN >= beta or quick + LAZY_MARGIN <= alpha:
            return min(max(quick, -HIGHEST), HIGHEST)
    return static_value(worker, pos)


@core(void(Worker, Position, int64, int64, int64, uint64, int64))
def learn_correction(worker, pos, depth, static, best, best_move, bound):
    """Teach the corrections how far the searched value lay from the static one.

    In check there is none: it is -INFINITE.
    """
    if not as_record(worker.params, PARAMS).correction_history:
        return
    if static == -INFINITE or abs(best) > HIGHEST or (best_move and not is_quiet(best_move)):
        return
    if (bound == LOWER and best <= static) or (bound == UPPER and best >= static):
        return
    bonus = part((best - static) * min(depth, DEEPEST_COUNTED), BONUS_DIVISOR)
    bonus = min(max(bonus, -LARGEST_BONUS), LARGEST_BONUS)
    memory = as_record(worker.memory, MEMORY)
    pawns, whites, blacks = correction_keys(pos)
    turn = pos.turn
    old = int64(memory.pawn_correction[turn, pawns])
    memory.pawn_correction[turn, pawns] = drawn_to(old, bonus, FULL_CORRECTION)
    old = int64(memory.piece_correction[turn, U64(0), whites])
    memory.piece_correction[turn, U64(0), whites] = drawn_to(old, bonus, FULL_CORRECTION)
    old = int64(memory.piece_correction[turn, U64(1), blacks])
    memory.piece_correction[turn, U64(1), blacks] = drawn_to(old, bonus, FULL_CORRECTION)
