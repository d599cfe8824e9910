"""In which order moves are tried, and how often the list can be begun anew.

The table move, before any move is generated; captures (most valuable victim, then least valuable
attacker); promotions (most valuable first); the rest by history.
Source: Björnsson 2002, section 4.4 (the program The Turk).
"""

from engine.board.generate import find_checks_and_pins, generate, generate_noisy
from engine.board.names import (
    CAPTURED_AT,
    FROM_TO,
    KIND,
    KIND_AT,
    KING,
    NONE,
    NOTHING,
    ONE,
    PROMOTED_AT,
    WHOLE_MOVE,
    ZERO,
)
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import U64, as_record
from engine.search.selective.memory import MEMORY
from engine.search.shared.selection import ORDER_AT, count_generation
from engine.search.shared.worker import Worker

FIRST, REST = ZERO, ONE
"""What comes next: the table move, the moves on the list."""
PROMOTIONS = U64(1 << 29)
"""Order of a promotion: above all scores of the history table, which end at 2^28."""
CAPTURES = U64(1 << 30)
"""Order of a capture: above all promotions."""
STEP = U64(8)
"""Kinds of pieces that can differ in one place of the order."""


@core(boolean(uint64), forceinline=True)
def is_quiet(move):
    """Whether the move neither takes nor promotes."""
    return move >> CAPTURED_AT & KIND == NOTHING and not move >> PROMOTED_AT & KIND


@core(boolean(Worker, Position, Moves), forceinline=True)
def in_check(worker, pos, moves):
    """Whether the side to move is in check; looked for once in a position."""
    if not moves.seen:
        find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    return moves.checks != NONE


@core(void(Moves, uint64), forceinline=True)
def begin_list(moves, table_move):
    """Start the list of a position with a legal move that is tried first, or without one."""
    moves.first, moves.stage, moves.quiescent, moves.count = table_move, FIRST, ZERO, ZERO


@core(void(Moves), forceinline=True)
def begin_again(moves):
    """Give all moves once more, in the same order."""
    moves.stage, moves.next = FIRST, ZERO


@core(uint64(Worker, Position, uint64))
def order_of(worker, pos, move):
    """The order of a move as a number: higher is tried earlier."""
    captured, promoted = move >> CAPTURED_AT & KIND, move >> PROMOTED_AT & KIND
    if captured != NOTHING:
        cheapness = KING - (move >> KIND_AT & KIND)
        return CAPTURES + (captured * STEP + cheapness) * STEP + promoted
    if promoted:
        return PROMOTIONS + promoted
    return uint64(as_record(worker.memory, MEMORY).history[pos.turn, move & FROM_TO])


@core(void(Worker, Position, Moves, boolean))
def list_moves(worker, pos, moves, only_noisy):
    """Generate all legal moves, or captures and promotions, with the order of each above it."""
    tables = as_record(worker.tables, TABLES)
    if not moves.seen:
        find_checks_and_pins(pos, tables, moves)
    if only_noisy:
        count = generate_noisy(pos, tables, moves)
    else:
        count = generate(pos, tables, moves)
    for i in range(count):
        move = moves.move[i]
        moves.move[i] = move | order_of(worker, pos, move) << ORDER_AT
    moves.next, moves.count = ZERO, count
    count_generation(worker, moves, count)


@core(uint64(Moves))
def take_best(moves):
    """The remaining move of the highest order, the earlier one of equals; it stays on the list."""
    start = moves.next
    best, found = moves.move[start], start
    for i in range(start + ONE, moves.count):
        move = moves.move[i]
        if move >> ORDER_AT > best >> ORDER_AT:
            best, found = move, i
    moves.move[found] = moves.move[start]
    moves.move[start] = best
    moves.next = start + ONE
    return best & WHOLE_MOVE


@core(uint64(Worker, Position, Moves))
def next_move(worker, pos, moves):
    """The next move to try, 0 after the last."""
    if moves.stage == FIRST:
        moves.stage = REST
        if moves.first:
            return moves.first
    if not moves.count:
        list_moves(worker, pos, moves, False)
    while moves.next < moves.count:
        move = take_best(moves)
        if move != moves.first:
            return move
    return NONE
