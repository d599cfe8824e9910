"""NegaScout: the search of the principal variation in one routine, its zero windows included.

It visits the same nodes as PVS where neither null moves nor uncertainty cut-offs nor multi-cut are
on: these belong to the zero-window routine, and NegaScout has none.
Source: Reinefeld 1989; Björnsson 2002, algorithm 6; without the rule that the last two plies are
not searched again, which is unsafe with extensions.
"""

from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.calls import again
from engine.machine.core import core, int64
from engine.machine.words import address, as_record, at
from engine.search.selective.conclusion import conclude
from engine.search.selective.depth import whole_plies
from engine.search.selective.descent import begin_child
from engine.search.selective.growth import count_node_by_weights
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


@core(int64(Worker, Position, Moves, int64, int64, int64))
def nega_scout(worker, pos, moves, depth, alpha, beta):
    """Return the value of the position, as `pv_search` does."""
    ply = plies_below(worker, address(pos))
    if as_record(worker.memory, MEMORY).learns:
        count_node_by_weights(worker, as_record(node_at(worker, ply), NODE))
    if depth <= 0 or ply >= DEEPEST_PLY:
        worker.horizon += 1
        return quiescence(worker, pos, moves, alpha, beta)
    score = value_at_entry(worker, pos, moves, ply)
    enter(worker, ply, depth, alpha, beta, NO_FLAGS)
    if score != UNDECIDED:
        return leave(worker, score, end_by_rules(worker))

    # The table settles the node, or narrows the window and gives the first move.
    node, params = as_record(node_at(worker, ply), NODE), as_record(worker.params, PARAMS)
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    principal, first_alpha, at_least = beta - alpha > 1, alpha, -INFINITE
    entry, rest, table_move = look_up(worker, pos, ply)
    if answers(worker, pos, entry, whole_plies(depth)):
        alpha, beta = narrowed(entry, ply, alpha, beta)
        if alpha >= beta:
            return leave(worker, settled(worker, entry, rest, ply), TABLE_HIT)
        if entry_bound(entry) == LOWER:
            at_least = score_from_table(entry_score(entry), ply)
    table_move = activate_line(worker, pos, entry, rest, table_move)
    begin_node(worker, pos, node, depth, entry, table_move)
    begin_list(moves, table_move)
    node.unsure = 0

    # Each move is searched in the scout window; the first one's is whole, and so is that of a later
    # one that is better.
    best, best_move, scout = -INFINITE, NONE, beta
    below, list_below = at(pos, 1), at(moves, 1)
    move = next_move(worker, pos, moves)
    while move:
        floor = max(alpha, best)
        begin_child(worker, pos, moves, node, move)
        node.tried += 1
        deeper = depth - node.cost
        score = -again(worker, below, list_below, deeper, -scout, -floor)
        if scout < beta and floor < score < beta and not worker.stop:
            counts.better_researches += 1
            score = -again(worker, below, list_below, deeper, -beta, -floor)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)
        if score > best:
            best, best_move = score, move
            if principal or params.table_pv_length > 1:
                extend_line(worker, ply, move)
            if best >= beta:
                break
        scout = max(alpha, best) + 1
        move = next_move(worker, pos, moves)

    # No legal move: mate or stalemate.
    if best_move == NONE:
        return leave(worker, -MATE + ply if moves.checks else DRAW, NO_MOVE)
    best = max(best, at_least)
    conclude(worker, pos, node, best_move, best, first_alpha, beta)
    return leave(worker, best, NO_FLAGS)
