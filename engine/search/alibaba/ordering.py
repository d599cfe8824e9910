"""In which order moves are tried.

The refutation move, the table move, captures (most valuable victim, then least valuable attacker),
promotions (most valuable first), the rest by history. The first two are searched before any move
is generated: often they make the generator needless.
Source: Breuker 1998, section 2.3.1; Lazar 1995, move ordering.
"""

from engine.board.generate import find_checks_and_pins, generate, generate_noisy
from engine.board.legality import legal_move
from engine.board.names import (
    FROM_TO,
    NONE,
    ONE,
    ZERO,
)
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import U64, address, as_record
from engine.search.alibaba.memory import MEMORY
from engine.search.alibaba.refutation import next_refutation
from engine.search.shared.active_line import activate_line
from engine.search.shared.noisy_order import noisy_order
from engine.search.shared.selection import ORDER_AT, count_generation, pick
from engine.search.shared.worker import Worker, plies_below

FIRST, SECOND, ALL, NOISY, REST = (U64(stage) for stage in range(5))
"""What comes next: a known move, generating all or the noisy moves, the moves on the list."""


@core(void(Moves, uint64, uint64), forceinline=True)
def begin(moves, first, second):
    """Start a list with up to two legal moves that are tried before all others."""
    moves.first, moves.second, moves.stage, moves.quiescent = first, second, FIRST, ZERO


@core(void(Moves, boolean), forceinline=True)
def begin_quiescence(moves, in_check):
    """Start the list of a quiescence node: all moves in check, else captures and promotions."""
    moves.first, moves.second, moves.quiescent = NONE, NONE, ONE
    moves.stage = ALL if in_check else NOISY


@core(uint64(Worker, Position, uint64))
def order_of(worker, pos, move):
    """The order of a move as a number: higher is tried earlier."""
    order = noisy_order(move)
    if order:
        return order
    return uint64(as_record(worker.memory, MEMORY).history[pos.turn, move & FROM_TO])


@core(void(Worker, Position, Moves, uint64))
def list_moves(worker, pos, moves, wanted):
    """Generate the wanted moves and write the order of each above it."""
    tables = as_record(worker.tables, TABLES)
    if not moves.seen:
        find_checks_and_pins(pos, tables, moves)
    if wanted == NOISY:
        count = generate_noisy(pos, tables, moves)
    else:
        count = generate(pos, tables, moves)
    for i in range(count):
        move = moves.move[i]
        moves.move[i] = move | order_of(worker, pos, move) << ORDER_AT
    moves.next, moves.count, moves.stage = ZERO, count, REST
    count_generation(worker, moves, count)


@core(uint64(Worker, Position, Moves))
def next_move(worker, pos, moves):
    """The next move to try, 0 after the last."""
    if moves.stage == FIRST:
        moves.stage = SECOND
        if moves.first:
            return moves.first
    if moves.stage == SECOND:
        moves.stage = ALL
        if moves.second and moves.second != moves.first:
            return moves.second
    if moves.stage != REST:
        list_moves(worker, pos, moves, moves.stage)
    while moves.next < moves.count:
        move = pick(moves)
        if move != moves.first and move != moves.second:
            return move
    return NONE


@core(void(Worker, Position, Moves, uint64, uint64, uint64))
def begin_node(worker, pos, moves, entry, rest, table_move):
    """Start the move list with the refutation move and the first move of the active line."""
    memory, ply = as_record(worker.memory, MEMORY), plies_below(worker, address(pos))
    move = activate_line(worker, pos, entry, rest, table_move)
    led = next_refutation(memory, ply)
    memory.led_move[ply] = legal_move(pos, as_record(worker.tables, TABLES), led) if led else NONE
    moves.seen = ZERO
    begin(moves, memory.led_move[ply], move)
