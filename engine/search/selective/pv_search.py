"""The search of the principal variation.

The first move is searched in the whole window, the others in a zero window, and again where they
are better or where their value is unsure.
Its values are always sure. With `Algorithm` AlphaBeta every move is searched in the whole window.
Source: Björnsson 2002, algorithms 3 and 4 (alpha-beta), 7 (PVS) and 9 (PVS with uncertainty).
"""

from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.calls import again, call_at
from engine.machine.core import door, int64
from engine.machine.words import address, as_record, at
from engine.search.selective.algorithms import ALPHA_BETA
from engine.search.selective.audit import count_propagated
from engine.search.selective.conclusion import conclude
from engine.search.selective.depth import whole_plies
from engine.search.selective.descent import begin_child
from engine.search.selective.growth import count_node_by_weights
from engine.search.selective.internal_iterative_deepening import move_by_deepening
from engine.search.selective.memory import MEMORY, NODE, SELECTIVE_COUNTS, counts_of, node_at
from engine.search.selective.node_entry import begin_node, end_by_rules, value_at_entry
from engine.search.selective.ordering import begin_list, next_move
from engine.search.selective.quiescence import quiescence
from engine.search.shared.active_line import activate_line
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import answers, look_up, narrowed, settled
from engine.search.shared.score import DRAW, INFINITE, MATE, UNDECIDED, score_from_table
from engine.search.shared.tree_log import NO_FLAGS, NO_MOVE, TABLE_HIT, enter, leave
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Worker, plies_below
from engine.table.entry import LOWER, entry_bound, entry_score


@door(int64(Worker, Position, Moves, int64, int64, int64))
def pv_search(worker, pos, moves, depth, alpha, beta):
    """Return the value of the position for the side to move; `depth` is in hundredths of a ply.

    Fail-soft: a value outside the window is a bound. Leaves the best line in `worker.line`. After
    a stop the value means nothing.
    """
    # The horizon: captures only.
    ply = plies_below(worker, address(pos))
    if as_record(worker.memory, MEMORY).learns:
        count_node_by_weights(worker, as_record(node_at(worker, ply), NODE))
    if depth <= 0 or ply >= DEEPEST_PLY:
        worker.horizon += 1
        return quiescence(worker, pos, moves, alpha, beta)

    # Limits and draws.
    score = value_at_entry(worker, pos, moves, ply)
    enter(worker, ply, depth, alpha, beta, NO_FLAGS)
    if score != UNDECIDED:
        return leave(worker, score, end_by_rules(worker))

    # The table settles the node, or narrows the window and gives the first move.
    node, params = as_record(node_at(worker, ply), NODE), as_record(worker.params, PARAMS)
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    first_alpha, at_least = alpha, -INFINITE
    entry, rest, table_move = look_up(worker, pos, ply)
    if answers(worker, pos, entry, whole_plies(depth)):
        alpha, beta = narrowed(entry, ply, alpha, beta)
        if alpha >= beta:
            return leave(worker, settled(worker, entry, rest, ply), TABLE_HIT)
        if entry_bound(entry) == LOWER:
            at_least = score_from_table(entry_score(entry), ply)
    table_move = activate_line(worker, pos, entry, rest, table_move)
    if not table_move:
        table_move = move_by_deepening(worker, pos, moves, depth, alpha, beta)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)
    begin_node(worker, pos, node, depth, entry, table_move)
    begin_list(moves, table_move)
    node.layers = node.unsure = 0

    best, best_move = -INFINITE, NONE
    below, list_below, child = at(pos, 1), at(moves, 1), at(node, 1)
    move = next_move(worker, pos, moves)
    while move:
        floor = max(alpha, best)
        begin_child(worker, pos, moves, node, move)
        node.tried += 1
        deeper = depth - node.cost

        # The first move is searched in the whole window. A later one only has to show that it is
        # no better; if it is, or if that is unsure, it is searched again in the whole window.
        whole = best_move == NONE or params.algorithm == ALPHA_BETA
        if not whole:
            score = -call_at(
                worker.zero_window, worker, below, list_below, deeper, -floor, int64(1)
            )
            if child.unsure:
                whole = True
                counts.unsure_researches += 1
            elif floor < score < beta:
                whole = True
                counts.better_researches += 1
            elif child.wrong:
                count_propagated(worker, child.wrong)
        if whole and not worker.stop:
            score = -again(worker, below, list_below, deeper, -beta, -floor)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)

        # A new best move; one that reaches beta refutes the move before: the rest is cut off.
        if score > best:
            best, best_move = score, move
            extend_line(worker, ply, move)
            if best >= beta:
                break
        move = next_move(worker, pos, moves)

    # No legal move: mate or stalemate.
    if best_move == NONE:
        return leave(worker, -MATE + ply if moves.checks else DRAW, NO_MOVE)

    # A lower bound of the table raised alpha: a search that falls below it is mistaken (X3).
    best = max(best, at_least)
    conclude(worker, pos, node, best_move, best, first_alpha, beta)
    return leave(worker, best, NO_FLAGS)
