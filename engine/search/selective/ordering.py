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
    NONE,
    NOTHING,
    ONE,
    PROMOTED_AT,
    ZERO,
)
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import as_record
from engine.search.selective.memory import MEMORY
from engine.search.shared.noisy_order import noisy_order
from engine.search.shared.selection import ORDER_AT, count_generation, pick
from engine.search.shared.worker import Worker

FIRST, REST = ZERO, ONE
"""What comes next: the table move, the moves on the list."""


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
    order = noisy_order(move)
    if order:
        return order
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
        move = pick(moves)
        if move != moves.first:
            return move
    return NONE
