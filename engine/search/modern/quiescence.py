"""Beyond the last ply of MODERN: captures and promotions that lose nothing, all moves in check.

At its first ply also quiet moves that give check. Results are kept in the table with depth 0. Two
options rule here too: with Futility captures that cannot reach the window are skipped (delta
pruning), with Late Move Pruning quiet moves are pruned in check once a move avoids the mate.
Sources: Marsland, A review of game-tree pruning, ICCA Journal 9(1), 1986, for standing pat; Beal,
A generalised quiescence search algorithm, Artificial Intelligence 43, 1990, for checks; delta
pruning and the exchange test are common practice.
"""

from engine.board.exchange import EXCHANGE_VALUES
from engine.board.legality import short
from engine.board.make import make
from engine.board.names import CAPTURED_AT, KIND, NONE, ONE, PROMOTED_AT
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import again
from engine.machine.core import core, int64, uint64
from engine.machine.words import address, as_record, at
from engine.search.modern.descent import begin_child
from engine.search.modern.ideas.correction import value_near
from engine.search.modern.memory import NODE, Node, node_at
from engine.search.modern.picking import (
    LIST_NOISY,
    QUIET,
    begin_stages,
    next_check,
    next_noisy,
    next_staged,
    skip_quiet,
)
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import answers, clipped, look_up, narrowed, remember, settled
from engine.search.shared.node_entry import (
    count_fifty_draw,
    count_node,
    is_drawn,
    is_drawn_by_fifty_moves,
    poll_if_due,
)
from engine.search.shared.score import DRAW, FARTHEST_MATE, INFINITE, MATE, score_to_table
from engine.search.shared.tree_log import (
    DRAWN,
    NO_FLAGS,
    NO_MOVE,
    QUIESCENCE,
    STATIC,
    TABLE_HIT,
    enter,
    leave,
    note_static,
)
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Worker, plies_below
from engine.table.entry import LOWER, UPPER, new_entry
from engine.table.places import TABLE

DELTA_MARGIN = 150
"""Centipawns by which a capture may miss the window and still be searched."""
NO_DEPTH = 0
"""Plies of its entries in the table."""


@core(int64(uint64), forceinline=True)
def hoped_gain(move):
    """What the move wins at most, in centipawns."""
    promoted = move >> PROMOTED_AT & KIND
    gain = EXCHANGE_VALUES[move >> CAPTURED_AT & KIND]
    return gain + EXCHANGE_VALUES[promoted] if promoted else gain


@core(uint64(Worker, Position, Moves, Node, int64), forceinline=True)
def next_of_few(worker, pos, moves, node, checks):
    """The next move to try when not in check: what takes or queens, then the quiet checks."""
    move = NONE if moves.stage == QUIET else next_noisy(worker, pos, moves)
    return next_check(worker, pos, moves, node) if checks and not move else move


@core(int64(Worker, Position, Moves, int64, int64, int64))
def quiescence(worker, pos, moves, alpha, beta, checks):
    """Return the value of the position once it is quiet, fail-soft; `moves` knows checks and pins.

    `checks` tells whether quiet moves that give check are tried, here and not below.
    """
    # Every node counts; now and then it looks at the limits.
    ply = plies_below(worker, address(pos))
    node = as_record(node_at(worker, ply), NODE)
    worker.line_length[ply], counted_before = 0, worker.counted
    count_node(worker, ply)
    enter(worker, ply, NO_DEPTH, alpha, beta, QUIESCENCE)
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, 0, NO_FLAGS)

    # The rules may end the game here.
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)
    if is_drawn(worker, pos, ply):
        return leave(worker, DRAW, DRAWN)
    if is_drawn_by_fifty_moves(worker, pos, moves):
        count_fifty_draw(worker)
        return leave(worker, DRAW, DRAWN)

    # The table, whose entry is on its way from memory during the evaluation.
    in_check, principal = moves.checks != NONE, beta - alpha > 1
    static = -INFINITE if in_check else value_near(worker, pos, alpha, beta)
    if not in_check:
        note_static(worker, static)
    entry, rest, table_move = look_up(worker, pos, ply)
    known = answers(worker, pos, entry, NO_DEPTH)
    if known and not principal:
        low, high = narrowed(entry, ply, alpha, beta)
        if low >= high:
            return leave(worker, settled(worker, entry, rest, ply), TABLE_HIT)

    # Standing pat: out of check the side may leave it at the static value, or at what the table
    # knows better; but a principal variation is to show how a mate is reached.
    best = static
    if known and not in_check:
        best = clipped(entry, ply, static)
        if principal and abs(best) > FARTHEST_MATE:
            best = static
    if ply >= DEEPEST_PLY:
        return leave(worker, DRAW if in_check else best, STATIC)
    if best >= beta:
        return leave(worker, best, STATIC)

    # All moves in check, with the table move first; else those that promise something.
    best_move, searched = NONE, False
    if in_check:
        uses_moves = as_record(worker.table, TABLE).move
        begin_stages(moves, table_move if uses_moves else NONE)
        moves.quiescent = ONE
        move = next_staged(worker, pos, moves, node)
    else:
        moves.first, moves.stage = NONE, LIST_NOISY
        moves.quiescent = ONE
        move = next_of_few(worker, pos, moves, node, checks)
    while move:
        alpha = max(alpha, best)

        # Delta pruning (option Futility): what the move wins at most does not reach the window.
        hoped = static + hoped_gain(move) + DELTA_MARGIN
        hopeful = hoped > alpha or abs(alpha) > FARTHEST_MATE or moves.stage == QUIET
        if in_check or hopeful or not params.futility:
            # A node is interior once it has searched a move (X18).
            if not searched:
                searched = True
                worker.interior += 1
                worker.quiescence += 1
            make(pos, tables, move)
            below, list_below = at(pos, 1), at(moves, 1)
            begin_child(worker, pos, below, list_below, node, move)
            score = -again(worker, below, list_below, -beta, -alpha, 0)
            if worker.stop:
                return leave(worker, 0, NO_FLAGS)

            # A new best move; one that reaches beta cuts off the rest.
            if score > best:
                best = score
                if score > alpha:
                    best_move = move
                    if principal:
                        extend_line(worker, ply, move)
                    if best >= beta:
                        break

            # One way out of check that avoids the mate will do, of the quiet moves (option Late
            # Move Pruning).
            if in_check and best > -FARTHEST_MATE and params.late_move_pruning:
                skip_quiet(moves)
        else:
            best = max(best, hoped)
        if in_check:
            move = next_staged(worker, pos, moves, node)
        else:
            move = next_of_few(worker, pos, moves, node, checks)

    # In check without a move: mate.
    if best == -INFINITE:
        return leave(worker, -MATE + ply, NO_MOVE)
    bound = LOWER if best >= beta else UPPER
    size, stored = uint64(worker.counted - counted_before), score_to_table(best, ply)
    remember(worker, pos, ply, new_entry(short(best_move), stored, NO_DEPTH, bound, size), NONE)
    return leave(worker, best, NO_FLAGS)
