"""MODERN: the strong search, alpha-beta with a table and selective in many ways.

Each idea has a file of its own in `ideas/`, where its source is named, and a switch among the
options. How moves are ordered: `picking.py`, `histories.py`. With every switch off it is plain
principal variation search (Marsland 1986; Reinefeld 1989).
"""

from engine.board.legality import short
from engine.board.make import make
from engine.board.names import NONE
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import again
from engine.machine.core import core, door, int64, uint64, void
from engine.machine.words import address, as_record, at
from engine.search.modern.descent import begin_child
from engine.search.modern.histories import learn_cut, note_tried
from engine.search.modern.ideas.check_extension import check_extension
from engine.search.modern.ideas.correction import learn_correction
from engine.search.modern.ideas.internal_iterative_reduction import internal_iterative_reduction
from engine.search.modern.ideas.late_move_pruning import enough_tried
from engine.search.modern.ideas.late_move_reductions import reduction
from engine.search.modern.ideas.mate_distance import mate_distance_bound
from engine.search.modern.ideas.multi_cut import may_multi_cut, multi_cut
from engine.search.modern.ideas.null_move import null_move_may_refute, value_after_pass
from engine.search.modern.ideas.singular import (
    may_be_singular,
    probe_depth,
    singular_bound,
    singular_extension,
    stored_extension,
)
from engine.search.modern.memory import NODE, Node, node_at
from engine.search.modern.picking import begin_stages, next_but_excluded, skip_quiet
from engine.search.modern.pruning import is_hopeless, value_far_outside
from engine.search.modern.quiescence import quiescence
from engine.search.modern.static_evaluation import estimate, is_improving, static_evaluation
from engine.search.shared.active_line import activate_line
from engine.search.shared.depth import PLY, hundredths, whole_plies
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import answers, look_up, narrowed, remember, settled
from engine.search.shared.node_entry import (
    count_fifty_draw,
    count_node,
    is_drawn,
    is_drawn_by_fifty_moves,
    poll_if_due,
)
from engine.search.shared.score import (
    DRAW,
    FARTHEST_MATE,
    INFINITE,
    MATE,
    UNDECIDED,
    score_from_table,
    score_to_table,
)
from engine.search.shared.tree_log import (
    DRAWN,
    EXPECTS_CUT,
    MATE_DISTANCE,
    MULTI_CUT,
    NO_FLAGS,
    NO_MOVE,
    NULL_MOVE_CUT,
    PROBE,
    STATIC,
    TABLE_HIT,
    enter,
    leave,
)
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Worker, plies_below
from engine.table.components import EXTENDED
from engine.table.entry import EXACT, LOWER, UPPER, entry_score, new_entry


@core(int64(Worker, Position, Moves, int64, int64), forceinline=True)
def value_at_horizon(worker, pos, moves, alpha, beta):
    """The value of a node without depth left: captures, queen promotions and some checks only."""
    worker.horizon += 1
    checks = as_record(worker.params, PARAMS).quiescence_checks
    return quiescence(worker, pos, moves, alpha, beta, checks)


@core(int64(Worker, Position, Moves, Node, int64, int64, int64))
def value_at_entry(worker, pos, moves, node, depth, alpha, beta):
    """The value of a node that is settled before the table is asked; else UNDECIDED.

    It is if the limits or the rules end the search here, or if no mate from here could matter.
    """
    ply = plies_below(worker, address(pos))
    count_node(worker, ply)
    expected = EXPECTS_CUT if node.expects_cut else NO_FLAGS
    is_probe = PROBE if node.excluded else NO_FLAGS
    enter(worker, ply, hundredths(depth), alpha, beta, expected | is_probe)
    worker.full_width += 1
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, 0, NO_FLAGS)
    if is_drawn(worker, pos, ply):
        return leave(worker, DRAW, DRAWN)
    if is_drawn_by_fifty_moves(worker, pos, moves):
        count_fifty_draw(worker)
        return leave(worker, DRAW, DRAWN)
    if as_record(worker.params, PARAMS).mate_distance_pruning:
        bound = mate_distance_bound(ply, alpha, beta)
        return leave(worker, bound, MATE_DISTANCE) if bound != UNDECIDED else bound
    return int64(UNDECIDED)


@core(int64(Worker, Position, uint64, uint64, int64, int64))
def table_value(worker, pos, entry, rest, plies, alpha):
    """What the entry says of a node with the minimal window above alpha; else UNDECIDED."""
    if not answers(worker, pos, entry, plies):
        return int64(UNDECIDED)
    ply = plies_below(worker, address(pos))
    low, high = narrowed(entry, ply, alpha, alpha + 1)
    return settled(worker, entry, rest, ply) if low >= high else UNDECIDED


@core(int64(Moves, uint64, int64, int64), forceinline=True)
def value_without_moves(moves, excluded, ply, alpha):
    """The value without a legal move: mate or stalemate; in a singular probe, no second move."""
    if excluded:
        return alpha
    return -MATE + ply if moves.checks else int64(DRAW)


@core(void(Worker, Position, Node, int64, uint64))
def conclude(worker, pos, node, best, best_move):
    """Learn from the value of a node, and store it with its best move, or the one known before."""
    ply, plies = plies_below(worker, address(pos)), whole_plies(node.depth)
    params = as_record(worker.params, PARAMS)
    bound = LOWER if best >= node.beta else EXACT if best > node.alpha else UPPER
    worker.interior += 1
    if bound == LOWER:
        learn_cut(worker, pos, node, best_move)

    # What a singular probe finds is no value of the position.
    if node.excluded:
        return
    static = node.static_evaluation
    learn_correction(worker, pos, plies, static, best, best_move, bound)
    kept = best_move if best_move else node.table_move
    size, stored = uint64(worker.counted - node.counted_before), score_to_table(best, ply)
    # The mark is the move's: that of another one, which is best now, would extend the wrong move.
    extended = node.extended and kept == node.table_move
    marks = EXTENDED if extended and params.entry_extension else NONE
    remember(worker, pos, ply, new_entry(short(kept), stored, plies, bound, size), marks)


@door(int64(Worker, Position, Moves, int64, int64, int64))
def negamax(worker, pos, moves, depth, alpha, beta):
    """Return the value of the position for the side to move; `depth` is in parts of a ply.

    Fail-soft: a value outside the window is a bound. `moves` knows checks and pins. Leaves the best
    line in `worker.line` if the window is open. After a stop the value means nothing.
    """
    ply, plies = plies_below(worker, address(pos)), whole_plies(depth)
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)
    node = as_record(node_at(worker, ply), NODE)

    if depth < PLY or ply >= DEEPEST_PLY:
        return value_at_horizon(worker, pos, moves, alpha, beta)

    # Limits, draws and mate distance.
    worker.line_length[ply], counted_before = 0, worker.counted
    score = value_at_entry(worker, pos, moves, node, depth, alpha, beta)
    if score != UNDECIDED:
        return score

    # The table, whose entry is on its way from memory during the evaluation. A singular probe
    # leaves it alone: its value is not that of the position.
    principal, excluded = beta - alpha > 1, node.excluded
    entry, rest, table_move = NONE, NONE, NONE
    static = static_evaluation(worker, pos, moves, node)
    if not excluded:
        entry, rest, table_move = look_up(worker, pos, ply)
        score = UNDECIDED if principal else table_value(worker, pos, entry, rest, plies, alpha)
        if score != UNDECIDED:
            return leave(worker, score, TABLE_HIT)
        table_move = activate_line(worker, pos, entry, rest, table_move)
    static, improving = estimate(worker, pos, ply, entry, static), is_improving(node, ply)

    if not principal and not moves.checks and not excluded:
        # Reverse futility and razoring: near the leaves, and far outside the window.
        score = value_far_outside(worker, pos, moves, plies, improving, static, alpha)
        if score != UNDECIDED:
            return leave(worker, score, STATIC)

        # Null move: prune if passing the move still fails high; deep down only after a search
        # without passes, for fear of zugzwang.
        if null_move_may_refute(worker, pos, node, depth, static, beta):
            score = value_after_pass(worker, pos, moves, node, depth, static, beta)
            if score >= beta or worker.stop:
                return leave(worker, min(score, FARTHEST_MATE), NULL_MOVE_CUT)

        # Multi-cut: several of the first moves fail high in reduced searches.
        if params.multi_cut and may_multi_cut(worker, pos, node, depth, beta):
            node.depth, node.table_move, node.counted_before = depth, table_move, counted_before
            if multi_cut(worker, pos, moves, node, beta) or worker.stop:
                return leave(worker, beta, MULTI_CUT)

    # Internal iterative reduction: without a table move the order is poor.
    if not excluded:
        depth -= internal_iterative_reduction(params, depth, table_move)

    # Singular extension: without the table move a reduced search stays below the entry's score. If
    # instead it reaches beta, two moves cut off: multi-cut.
    extension = stored_extension(worker, pos, node, ply, plies, entry)
    if not extension and may_be_singular(worker, node, ply, whole_plies(depth), entry, table_move):
        known = score_from_table(entry_score(entry), ply)
        bound = singular_bound(known, whole_plies(depth))
        node.excluded = short(table_move)
        score = again(worker, pos, moves, probe_depth(depth), bound - 1, bound)
        node.excluded = NONE
        if worker.stop or (params.singular_cut and score >= bound >= beta):
            return leave(worker, bound, MULTI_CUT)
        extension = singular_extension(score, bound, known, beta, principal)

    # From here on the node is its own: searches of the same position without passes, or without
    # the table move, have written to it before.
    node.depth, node.alpha, node.beta, node.counted_before = depth, alpha, beta, counted_before
    node.estimate, node.improving, node.table_move = static, improving, table_move
    node.tried, node.blamed_count, node.extended, worker.line_length[ply] = 0, 0, extension > 0, 0
    below, list_below, child = at(pos, 1), at(moves, 1), at(node, 1)
    best, best_move = -INFINITE, NONE
    begin_stages(moves, table_move)
    while True:
        move = next_but_excluded(worker, pos, moves, node)
        if not move:
            break
        alpha = max(alpha, best)

        # Pruning of late moves, once one is known that does not get mated.
        if best > -FARTHEST_MATE and not principal and not moves.checks:
            if enough_tried(params, node):
                skip_quiet(moves)
            if is_hopeless(worker, pos, node, move, alpha):
                continue

        # The move is made; at most one extension applies.
        make(pos, tables, move)
        node.tried += 1
        begin_child(worker, pos, below, list_below, node, move)
        deeper = depth - PLY + (extension if move == table_move else 0)
        if deeper < depth:
            deeper += check_extension(worker, pos, list_below, ply, move)
        node.cost = depth - deeper

        # A later move only has to show that it is no better: in a minimal window, and reduced. If
        # that fails, the same without the reduction.
        score = beta
        if node.tried > 1:
            less = reduction(worker, pos, node, move, principal, list_below.checks != NONE)
            shallow = max(deeper - less, min(deeper, PLY))
            child.expects_cut = 1
            score = -again(worker, below, list_below, shallow, -alpha - 1, -alpha)
            if score > alpha and shallow < deeper and not worker.stop:
                child.expects_cut = 1 - node.expects_cut
                score = -again(worker, below, list_below, deeper, -alpha - 1, -alpha)

        # The whole window for the first move, and for a later one that is better.
        if node.tried == 1 or (alpha < score < beta and not worker.stop):
            child.expects_cut = not principal and not node.expects_cut
            score = -again(worker, below, list_below, deeper, -beta, -alpha)
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)

        # A new best move; one that reaches beta cuts off the rest.
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if principal or params.table_pv_length > 1:
                    extend_line(worker, ply, move)
                if score >= beta:
                    break
        note_tried(node, move)

    # No move was found to search.
    if not node.tried:
        return leave(worker, value_without_moves(moves, excluded, ply, alpha), NO_MOVE)
    conclude(worker, pos, node, best, best_move)
    return leave(worker, best, NO_FLAGS)
