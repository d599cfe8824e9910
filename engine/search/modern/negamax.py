"""MODERN: the strong search, alpha-beta with a table and selective in many ways.

Each idea has a file of its own, where its paper is named, and a switch among the options:
null_move, futility, late_moves, singular, histories, correction, picking, exchange. With every
switch off it is plain principal variation search (Marsland 1986; Reinefeld 1989).
"""

from numba import boolean, int64, uint64, void

from engine.board.exchange import wins_at_least
from engine.board.legality import short
from engine.board.make import make, pass_turn
from engine.board.names import NONE
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import again
from engine.machine.words import address, as_record, at, core
from engine.search.modern.descent import begin_child
from engine.search.modern.histories import learn_cut, note_tried
from engine.search.modern.ideas.correction import learn_correction
from engine.search.modern.ideas.futility import is_far_above, is_far_below
from engine.search.modern.ideas.late_moves import enough_tried, is_hopeless, reduction
from engine.search.modern.ideas.null_move import (
    depth_after_pass,
    needs_verification,
    null_move_may_refute,
    verified_until,
)
from engine.search.modern.ideas.reductions import PLY
from engine.search.modern.ideas.singular import may_be_singular, singular_bound, singular_plies
from engine.search.modern.picking import begin_stages, leave_quiet, next_staged
from engine.search.modern.quiescence import quiescence
from engine.search.modern.static_evaluation import informed, is_improving, stand
from engine.search.shared.active_line import activate_line
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import answers, look_up, narrowed, remember, settled
from engine.search.shared.node_entry import is_drawn, must_stop
from engine.search.shared.score import (
    DRAW,
    FARTHEST_MATE,
    INFINITE,
    MATE,
    score_from_table,
    score_to_table,
)
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Worker, plies_below
from engine.table.entry import EXACT, LOWER, UPPER, entry_score, new_entry

LEAST_IIR_DEPTH = 4
UNDECIDED = 2 * INFINITE
"""No value of a position."""


@core(int64(Worker, Position, Moves, int64, int64, int64))
def enter(worker, pos, moves, ply, alpha, beta):
    """Count the node; its value if limits or rules end the search here, else UNDECIDED.

    Nor is a node searched in which every mate would be longer than one known already.
    """
    if must_stop(worker, ply):
        return 0
    if is_drawn(worker, pos, moves, ply):
        return DRAW
    shortest, longest = MATE - ply - 1, -MATE + ply
    if as_record(worker.params, PARAMS).mate_distance_pruning:
        if alpha >= shortest:
            return shortest
        if beta <= longest:
            return longest
    return UNDECIDED


@core(int64(Worker, Position, uint64, uint64, int64, int64))
def table_value(worker, pos, entry, rest, depth, alpha):
    """What the entry says of a node with the minimal window above alpha; else UNDECIDED."""
    if not answers(worker, pos, entry, depth):
        return UNDECIDED
    ply = plies_below(worker, address(pos))
    low, high = narrowed(entry, ply, alpha, alpha + 1)
    return settled(worker, entry, rest, ply) if low >= high else UNDECIDED


@core(int64(Worker, Position, Moves, int64, int64, int64, int64))
def futile_value(worker, pos, moves, depth, improving, static, alpha):
    """The value of a node that is far outside its minimal window; else UNDECIDED."""
    params = as_record(worker.params, PARAMS)
    if is_far_above(params, depth, improving, static, alpha + 1):
        return static
    if is_far_below(params, depth, static, alpha):
        score = quiescence(worker, pos, moves, alpha, alpha + 1, params.quiescence_checks)
        if score <= alpha or worker.stop:
            return score
    return UNDECIDED


@core(boolean(Worker, Position, Moves, int64, uint64))
def extends_check(worker, pos, list_below, ply, move):
    """Whether the move gives a check that is searched a ply deeper, since it loses nothing."""
    params = as_record(worker.params, PARAMS)
    if not params.check_extension or not list_below.checks or ply >= 2 * worker.root_depth:
        return False
    return wins_at_least(pos, as_record(worker.tables, TABLES), move, 0)


@core(void(Worker, Position, Moves, int64, int64, uint64, uint64, int64, int64, int64))
def conclude(worker, pos, moves, depth, best, best_move, table_move, alpha, beta, counted_before):
    """Learn from the value of a node, and store it with its best move, or the one known before.

    The window is the one that the node was entered with. What a singular probe finds is no value
    of the position.
    """
    ply = plies_below(worker, address(pos))
    bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
    worker.interior += 1
    if bound == LOWER:
        learn_cut(worker, pos, ply, best_move, depth)
    if worker.excluded[ply]:
        return
    static = worker.static_value[ply]
    learn_correction(worker, pos, moves, depth, static, best, best_move, bound)
    kept = best_move if best_move else table_move
    size, stored = uint64(worker.counted - counted_before), score_to_table(best, ply)
    remember(worker, pos, ply, new_entry(short(kept), stored, depth, bound, size))


@core(int64(Worker, Position, Moves, int64, int64, int64))
def negamax(worker, pos, moves, depth, alpha, beta):
    """Return the value of the position, about `depth` plies deep, for the side to move.

    Fail-soft: a value outside the window is a bound. `moves` has seen the king. Leaves the best
    line in `worker.line` if the window is open. After a stop the value means nothing.
    """
    ply = plies_below(worker, address(pos))
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)
    if depth <= 0 or ply >= DEEPEST_PLY:
        return quiescence(worker, pos, moves, alpha, beta, params.quiescence_checks)
    worker.line_length[ply], counted_before = 0, worker.counted
    score = enter(worker, pos, moves, ply, alpha, beta)
    if score != UNDECIDED:
        return score
    principal, floor, excluded = beta - alpha > 1, alpha, worker.excluded[ply]
    # The static value is found while the table's entry is on its way from memory.
    entry, rest, table_move, static = NONE, NONE, NONE, stand(worker, pos, moves, ply)
    if not excluded:
        entry, rest = look_up(worker, pos, ply)
        score = UNDECIDED if principal else table_value(worker, pos, entry, rest, depth, alpha)
        if score != UNDECIDED:
            return score
        table_move = activate_line(worker, pos, entry, rest)
    static, improving = informed(worker, pos, ply, entry, static), is_improving(worker, ply)
    below, list_below = at(pos, 1), at(moves, 1)
    if not principal and not moves.checks and not excluded:
        score = futile_value(worker, pos, moves, depth, improving, static, alpha)
        if score != UNDECIDED:
            return score
        if null_move_may_refute(worker, pos, ply, depth, static, beta):
            pass_turn(pos, tables)
            begin_child(worker, pos, below, list_below, ply, NONE)
            reduced = depth_after_pass(depth, static, beta)
            score = -again(worker, below, list_below, reduced, -beta, 1 - beta)
            if score >= beta and needs_verification(worker, depth) and not worker.stop:
                worker.no_pass_before = verified_until(ply, depth)
                score = again(worker, pos, moves, reduced, beta - 1, beta)
                worker.no_pass_before = 0
            if score >= beta or worker.stop:
                return min(score, FARTHEST_MATE)
    if depth >= LEAST_IIR_DEPTH and not table_move and not excluded:
        depth -= params.internal_iterative_reduction
    extension = 0
    if may_be_singular(worker, ply, depth, entry, table_move):
        known = score_from_table(entry_score(entry), ply)
        bound = singular_bound(known, depth)
        worker.excluded[ply] = short(table_move)
        score = again(worker, pos, moves, (depth - 1) // 2, bound - 1, bound)
        worker.excluded[ply] = NONE
        if worker.stop or (params.singular_cut and score >= bound >= beta):
            return bound
        extension = singular_plies(score, bound, known, beta, principal)

    begin_stages(moves, table_move)
    worker.tried_count[ply], worker.line_length[ply] = 0, 0
    best, best_move, tried = -INFINITE, NONE, 0
    while True:
        move = next_staged(worker, pos, moves, ply)
        if not move:
            break
        if excluded and short(move) == excluded:
            continue
        alpha = max(alpha, best)
        if best > -FARTHEST_MATE and not principal and not moves.checks:
            if enough_tried(params, depth, tried, improving):
                leave_quiet(moves)
            if is_hopeless(worker, pos, move, ply, depth, tried, static, alpha):
                continue
        make(pos, tables, move)
        tried += 1
        begin_child(worker, pos, below, list_below, ply, move)
        deeper = depth - 1 + (extension if move == table_move else 0)
        if deeper < depth and extends_check(worker, pos, list_below, ply, move):
            deeper += 1
        score = beta
        if tried > 1:
            more = 2 * worker.expects_cut[ply] - principal + 1 - improving - bool(list_below.checks)
            less = reduction(worker, pos, move, ply, depth, tried, more * PLY)
            shallow = max(deeper - less, min(deeper, 1))
            worker.expects_cut[ply + 1] = 1
            score = -again(worker, below, list_below, shallow, -alpha - 1, -alpha)
            if score > alpha and shallow < deeper and not worker.stop:
                worker.expects_cut[ply + 1] = not worker.expects_cut[ply]
                score = -again(worker, below, list_below, deeper, -alpha - 1, -alpha)
        if tried == 1 or (alpha < score < beta and not worker.stop):
            worker.expects_cut[ply + 1] = not principal and not worker.expects_cut[ply]
            score = -again(worker, below, list_below, deeper, -beta, -alpha)
        if worker.stop:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if principal or params.table_pv_length > 1:
                    extend_line(worker, ply, move)
                if score >= beta:
                    break
        note_tried(worker, ply, move)
    if not tried:
        return alpha if excluded else -MATE + ply if moves.checks else DRAW
    conclude(worker, pos, moves, depth, best, best_move, table_move, floor, beta, counted_before)
    return best
