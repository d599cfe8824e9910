"""A staged move picker: moves that are not needed are not generated.

The table move; captures and queen promotions that lose nothing by exchanges, the most valuable
victim first; quiet moves by killers, counter move and histories; the losing captures, and
promotions to lesser pieces.
"""

from engine.board.checks import keep_checks
from engine.board.exchange import EXCHANGE_VALUES, wins_at_least
from engine.board.generate import generate_noisy, generate_quiet
from engine.board.legality import short
from engine.board.names import CAPTURED_AT, KIND, NONE, ONE, PROMOTED_AT, QUEEN, ZERO
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import U64, as_record, at
from engine.search.modern.histories import capture_history, history_after, refutations
from engine.search.modern.memory import MEMORY, Node
from engine.search.shared.selection import ORDER_AT, count_generation, pick
from engine.search.shared.worker import PARAMS, Worker

TABLE_MOVE, LIST_NOISY, GOOD_NOISY, LIST_QUIET, QUIET, BAD_NOISY = (
    U64(stage) for stage in range(6)
)
"""What comes next, in this order; LIST_NOISY and LIST_QUIET generate moves."""

MIDDLE = 1 << 30
"""Added to every order, so that a sum below zero is a number without sign too."""
KILLER = 1 << 20
"""Order of the newer killer: above all sums of histories."""
SECOND_KILLER = 1 << 19
"""Order of the older killer."""
COUNTER = 1 << 18
"""Order of the counter move: below both killers, above all sums of histories."""
VICTIM_WEIGHT = 32
"""What a centipawn that is taken counts against a point of the capture history."""


@core(void(Moves, uint64), forceinline=True)
def begin_stages(moves, table_move):
    """Start a list with a legal move that is tried before all others, or without one."""
    moves.first, moves.stage, moves.quiescent = table_move, TABLE_MOVE, ZERO


@core(void(Moves), forceinline=True)
def skip_quiet(moves):
    """Give no further quiet moves."""
    if moves.stage == LIST_QUIET or moves.stage == QUIET:
        moves.next, moves.stage = ZERO, BAD_NOISY


@core(int64(Worker, Position, uint64))
def noisy_order(worker, pos, move):
    """The order of a capture or promotion: what it wins first, then its history."""
    won, promoted = EXCHANGE_VALUES[move >> CAPTURED_AT & KIND], move >> PROMOTED_AT & KIND
    if promoted:
        won += EXCHANGE_VALUES[promoted]
    return VICTIM_WEIGHT * won + capture_history(worker, pos, move)


@core(void(Worker, Position, Moves))
def list_noisy(worker, pos, moves):
    """Generate captures and promotions with their order."""
    count = generate_noisy(pos, as_record(worker.tables, TABLES), moves)
    for i in range(count):
        move = moves.move[i]
        moves.move[i] = move | uint64(MIDDLE + noisy_order(worker, pos, move)) << ORDER_AT
    moves.next, moves.count, moves.bad = ZERO, count, ZERO
    count_generation(worker, moves, count)


@core(uint64(Worker, Position, Moves), forceinline=True)
def write_quiet(worker, pos, moves):
    """Generate the other moves behind the losing captures; return where they end."""
    count = generate_quiet(pos, as_record(worker.tables, TABLES), moves)
    count_generation(worker, moves, count - moves.bad)
    return count


@core(void(Worker, Position, Moves, Node, uint64))
def order_quiet(worker, pos, moves, node, count):
    """Give the quiet moves up to `count` their order, and begin with them."""
    memory, turn = as_record(worker.memory, MEMORY), pos.turn
    continued = as_record(worker.params, PARAMS).continuation_history != 0
    killer, second_killer, counter = refutations(worker, node)
    last, before = at(node, -1).played, at(node, -2).played
    for i in range(moves.bad, count):
        move = moves.move[i]
        order = MIDDLE + history_after(memory, continued, turn, last, before, move)
        name = short(move)
        if name == killer:
            order += KILLER
        elif name == second_killer:
            order += SECOND_KILLER
        elif name == counter:
            order += COUNTER
        moves.move[i] = move | uint64(order) << ORDER_AT
    moves.next, moves.count, moves.stage = moves.bad, count, QUIET


@core(uint64(Worker, Position, Moves))
def next_noisy(worker, pos, moves):
    """The next capture or promotion that loses nothing; the others are put off. 0 after the last.

    A list that was not begun is generated first.
    """
    if moves.stage == LIST_NOISY:
        list_noisy(worker, pos, moves)
        moves.stage = GOOD_NOISY
    tables = as_record(worker.tables, TABLES)
    while moves.next < moves.count:
        move = pick(moves)
        if move == moves.first:
            continue
        promoted = move >> PROMOTED_AT & KIND
        if (promoted and promoted != QUEEN) or not wins_at_least(pos, tables, move, 0):
            moves.move[moves.bad] = move
            moves.bad += ONE
            continue
        return move
    return NONE


@core(uint64(Worker, Position, Moves, Node))
def next_check(worker, pos, moves, node):
    """After the last of `next_noisy`: the next quiet move that gives check and loses nothing."""
    tables = as_record(worker.tables, TABLES)
    if moves.stage == GOOD_NOISY:
        count = write_quiet(worker, pos, moves)
        count = keep_checks(pos, tables, moves, moves.bad, count)
        order_quiet(worker, pos, moves, node, count)
    while moves.next < moves.count:
        move = pick(moves)
        if wins_at_least(pos, tables, move, 0):
            return move
    return NONE


@core(uint64(Worker, Position, Moves, Node))
def next_staged(worker, pos, moves, node):
    """The next move to try, 0 after the last."""
    # The table move, before any move is generated.
    if moves.stage == TABLE_MOVE:
        moves.stage = LIST_NOISY
        if moves.first:
            return moves.first

    # Captures and queen promotions that lose nothing; the losing ones are put off.
    if moves.stage == LIST_NOISY or moves.stage == GOOD_NOISY:
        move = next_noisy(worker, pos, moves)
        if move:
            return move
        moves.stage = LIST_QUIET

    # Quiet moves: killers, the counter move, then by the histories.
    if moves.stage == LIST_QUIET:
        order_quiet(worker, pos, moves, node, write_quiet(worker, pos, moves))
    if moves.stage == QUIET:
        while moves.next < moves.count:
            move = pick(moves)
            if move != moves.first:
                return move
        moves.next, moves.stage = ZERO, BAD_NOISY

    # What was put off.
    while moves.next < moves.bad:
        move = moves.move[moves.next]
        moves.next += ONE
        if move != moves.first:
            return move
    return NONE


@core(uint64(Worker, Position, Moves, Node), forceinline=True)
def next_but_excluded(worker, pos, moves, node):
    """The next move to try, without the one that a singular probe excludes; 0 after the last."""
    move = next_staged(worker, pos, moves, node)
    if move and node.excluded and short(move) == node.excluded:
        return next_staged(worker, pos, moves, node)
    return move
