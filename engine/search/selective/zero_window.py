"""The zero-window search: whether a position is worth beta or more.

Most nodes are searched here. `cut` says whether some move is expected to cut off: so it is at the
sibling of a move of the principal variation, and then at every second ply. The order at a node is
the thesis's: horizon, table, null move, multi-cut, moves.
Source: Björnsson 2002, algorithms 8 (MWS), 10 (uncertainty) and 11 (multi-cut).
"""

from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.calls import again
from engine.machine.core import door, int64
from engine.machine.words import address, as_record, at
from engine.search.selective.algorithms import MTD_F
from engine.search.selective.audit import MULTI_CUT_RULE, NULL_MOVE_RULE, audit, errors_left
from engine.search.selective.conclusion import conclude
from engine.search.selective.cut_stats import describe, is_described
from engine.search.selective.depth import whole_plies
from engine.search.selective.descent import begin_child
from engine.search.selective.growth import count_node_by_weights
from engine.search.selective.memory import MEMORY, NODE, SELECTIVE_COUNTS, counts_of, node_at
from engine.search.selective.multi_cut import may_multi_cut, multi_cut, remember_multi_cut
from engine.search.selective.node_entry import begin_node, end_by_rules, value_at_entry
from engine.search.selective.null_move import may_pass, value_after_pass
from engine.search.selective.ordering import begin_list, next_move
from engine.search.selective.quiescence import quiescence
from engine.search.selective.uncertainty import is_given_up
from engine.search.shared.active_line import activate_line
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import answers, look_up, narrowed, settled
from engine.search.shared.score import DRAW, FARTHEST_MATE, INFINITE, MATE, UNDECIDED
from engine.search.shared.tree_log import (
    EXPECTS_CUT,
    MULTI_CUT,
    NO_FLAGS,
    NO_MOVE,
    NULL_MOVE_CUT,
    TABLE_HIT,
    UNSURE,
    enter,
    leave,
)
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Worker, plies_below


@door(int64(Worker, Position, Moves, int64, int64, int64))
def zero_window(worker, pos, moves, depth, beta, cut):
    """Return the value of the position for the side to move in the window (beta - 1, beta).

    Fail-soft, but for a multi-cut, which is worth beta. `depth` is in hundredths of a ply. The
    NODE's `unsure` says whether the value may be no bound. After a stop it means nothing.
    """
    ply = plies_below(worker, address(pos))
    params, node = as_record(worker.params, PARAMS), as_record(node_at(worker, ply), NODE)
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    node.unsure, node.wrong = 0, NONE
    if as_record(worker.memory, MEMORY).learns:
        count_node_by_weights(worker, node)

    # The horizon: captures only.
    if depth <= 0 or ply >= DEEPEST_PLY:
        worker.horizon += 1
        return quiescence(worker, pos, moves, beta - 1, beta)

    # Limits and draws.
    score = value_at_entry(worker, pos, moves, ply)
    enter(worker, ply, depth, beta - 1, beta, EXPECTS_CUT if cut else NO_FLAGS)
    if score != UNDECIDED:
        return leave(worker, score, end_by_rules(worker))

    # The table settles the node, or gives the first move.
    entry, rest, table_move = look_up(worker, pos, ply)
    if answers(worker, pos, entry, whole_plies(depth)):
        low, high = narrowed(entry, ply, beta - 1, beta)
        if low >= high:
            return leave(worker, settled(worker, entry, rest, ply), TABLE_HIT)
    table_move = activate_line(worker, pos, entry, rest, table_move)
    begin_node(worker, pos, node, depth, entry, table_move)
    begin_list(moves, table_move)
    node.layers = at(node, -1).layers
    counts.zero_window_nodes += 1
    counts.expected_cut_nodes += cut

    # Some expected cut-nodes are described (option Cut Stats).
    if is_described(worker, pos, depth, cut):
        describe(worker, pos, moves, node, beta)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)

    # Null move: passing still fails high.
    if may_pass(worker, pos, moves, node, beta):
        score = value_after_pass(worker, pos, moves, node, beta, cut)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)
        if score >= beta:
            audit(worker, pos, moves, node, beta, cut, NULL_MOVE_RULE)
            return leave(worker, min(score, FARTHEST_MATE), NULL_MOVE_CUT)

    # Multi-cut: several moves promise to cut off.
    if may_multi_cut(worker, pos, moves, node, beta, cut):
        pruned = multi_cut(worker, pos, moves, node, beta)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)
        if pruned:
            remember_multi_cut(worker, pos, node, beta)
            audit(worker, pos, moves, node, beta, cut, MULTI_CUT_RULE)
            return leave(worker, beta, MULTI_CUT)

    best, best_move, unsure, wrong = -INFINITE, NONE, 0, NONE
    below, list_below, child = at(pos, 1), at(moves, 1), at(node, 1)
    keeps_lines = params.table_pv_length > 1 or params.algorithm == MTD_F
    move = next_move(worker, pos, moves)
    while move:
        # Uncertainty: the promising moves did not cut off, so another node nearer the root is to.
        if is_given_up(worker, pos, moves, node, move, cut):
            counts.uncertainty_cut_offs += 1
            unsure = 1
            break

        begin_child(worker, pos, moves, node, move)
        node.tried += 1
        score = -again(worker, below, list_below, depth - node.cost, 1 - beta, 1 - cut)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)

        # A move that reaches beta cuts off, and is as sure as its own search.
        if score > best:
            best, best_move = score, move
            if keeps_lines:
                extend_line(worker, ply, move)
            if best >= beta:
                unsure = child.unsure
                wrong = errors_left(worker, pos, moves, node, beta, wrong)
                counts.cut_offs += 1
                counts.first_cut_offs += int64(node.tried == 1)
                break
        unsure |= child.unsure
        wrong |= child.wrong
        move = next_move(worker, pos, moves)

    # No legal move: mate or stalemate.
    if best_move == NONE:
        return leave(worker, -MATE + ply if moves.checks else DRAW, NO_MOVE)
    node.unsure, node.wrong = unsure, wrong
    conclude(worker, pos, node, best_move, best, beta - 1, beta)
    return leave(worker, best, UNSURE if unsure else NO_FLAGS)
