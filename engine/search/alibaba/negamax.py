"""ALIBABA: alpha-beta with a transposition table, as in figure 2.7 of Breuker (1998).

On top of the figure, and each with a switch of its own: minimal windows (PVS: Marsland 1986,
Reinefeld 1989), the move order of `ordering.py`, quiescence at the leaves. No extensions, no
pruning: the platform of the experiments with tables.
"""

from engine.board.draws import has_insufficient_material
from engine.board.legality import short
from engine.board.make import make
from engine.board.names import NONE
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import again
from engine.machine.core import door, int64, uint64
from engine.machine.words import address, as_record, at
from engine.search.alibaba.draw_proof import begin_proof, end_proof, follow_proof, set_proof
from engine.search.alibaba.history import credit
from engine.search.alibaba.known_window import known_window
from engine.search.alibaba.ordering import begin_node, next_move
from engine.search.alibaba.quiescence import quiescence
from engine.search.alibaba.quiescence_line import begin_tail, keep_tail
from engine.search.alibaba.refutation import follow_refutation
from engine.search.shared.active_line import fetch_child
from engine.search.shared.evaluation import update_state
from engine.search.shared.lines import extend_line, hand_down
from engine.search.shared.lookup import look_up, remember, settled
from engine.search.shared.node_entry import (
    count_fifty_draw,
    count_node,
    is_drawn,
    is_drawn_by_fifty_moves,
    poll_if_due,
)
from engine.search.shared.score import DRAW, INFINITE, MATE, score_to_table
from engine.search.shared.tree_log import (
    DRAWN,
    NO_FLAGS,
    NO_MOVE,
    TABLE_HIT,
    enter,
    leave,
    note_move,
)
from engine.search.shared.worker import PARAMS, Worker, plies_below
from engine.table.entry import EXACT, LOWER, UPPER, new_entry


@door(int64(Worker, Position, Moves, int64, int64, int64))
def negamax(worker, pos, moves, depth, alpha, beta):
    """Return the value of the position, `depth` plies deep, for the side to move.

    Fail-soft: a value outside the window is a bound. Leaves the best line in `worker.line`. After
    a stop the value means nothing.
    """
    # The horizon: captures and promotions only.
    if depth <= 0:
        worker.horizon += 1
        return quiescence(worker, pos, moves, alpha, beta)

    # Every node counts; now and then it looks at the limits.
    ply = plies_below(worker, address(pos))
    worker.line_length[ply], counted_before = 0, worker.counted
    count_node(worker, ply)
    enter(worker, ply, 100 * depth, alpha, beta, NO_FLAGS)
    worker.full_width += 1
    begin_tail(worker, ply)
    set_proof(worker, ply, False)
    begin_proof(worker, ply)
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, 0, NO_FLAGS)

    # The rules may end the game here.
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)
    if is_drawn(worker, pos, ply):
        set_proof(worker, ply, has_insufficient_material(pos))
        return leave(worker, DRAW, DRAWN)
    if is_drawn_by_fifty_moves(worker, pos, moves):
        count_fifty_draw(worker)
        return leave(worker, DRAW, DRAWN)

    # The table settles the node, or narrows the window.
    first_alpha = alpha
    entry, rest, table_move = look_up(worker, pos, ply)
    low, high, settler, proved = known_window(worker, pos, entry, depth, alpha, beta)
    if settler:
        set_proof(worker, ply, proved)
        score = settled(worker, settler, rest if settler == entry else NONE, ply)
        return leave(worker, score, TABLE_HIT)
    alpha, beta = max(alpha, low), min(beta, high)

    # Known moves come first: often they cut off and no move is ever generated.
    begin_node(worker, pos, moves, entry, rest, table_move)
    best, best_move = -INFINITE, NONE
    move = next_move(worker, pos, moves)
    while move:
        make(pos, tables, move)
        update_state(worker, pos, move)
        below, list_below = at(pos, 1), at(moves, 1)
        fetch_child(worker, below)
        alpha = max(alpha, best)
        note_move(worker, ply, move, NO_FLAGS)
        hand_down(worker, ply, move)
        follow_refutation(worker, ply, move)

        # The first move is searched in the whole window. The others only have to show that they are
        # no better, in a minimal window; one that is better is searched again in the whole window.
        if best_move == NONE or not params.pvs:
            score = -again(worker, below, list_below, depth - 1, -beta, -alpha)
        else:
            score = -again(worker, below, list_below, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta and not worker.stop:
                hand_down(worker, ply, move)
                follow_refutation(worker, ply, move)
                score = -again(worker, below, list_below, depth - 1, -beta, -alpha)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)
        follow_proof(worker, ply, score > best)

        # A new best move; one that reaches beta refutes the move before: the rest is cut off.
        if score > best:
            best, best_move = score, move
            extend_line(worker, ply, move)
            keep_tail(worker, ply)
            if best >= beta:
                break
        move = next_move(worker, pos, moves)

    # No legal move: mate or stalemate.
    if best_move == NONE:
        set_proof(worker, ply, True)
        return leave(worker, -MATE + ply if moves.checks else DRAW, NO_MOVE)
    worker.interior += 1

    # The best move earns credit, and the result goes into the table. A lower bound of the table
    # raised alpha: a search that falls below it is mistaken (X3).
    credit(worker, pos, best_move, depth)
    marks = end_proof(worker, ply, best, low, best >= beta)
    if not params.faithful_flags:
        best = max(best, low)
    bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
    size = uint64(worker.counted - counted_before)
    stored = score_to_table(best, ply)
    remember(worker, pos, ply, new_entry(short(best_move), stored, depth, bound, size), marks)
    return leave(worker, best, NO_FLAGS)
