"""The root's moves in one window: a pv-node whose order is that of the last window.

The table orders them and never answers for the root (choice X31).
Source: Björnsson 2002, sections 2.2 and 4.3; nothing is given up at the root itself.
"""

from engine.board.legality import short
from engine.board.names import NONE, ZERO
from engine.board.position import MOVES, POSITION, Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import core, int64, uint64
from engine.machine.words import as_record, at
from engine.search.selective.algorithms import ALPHA_BETA, MTD_F, NEGA_SCOUT
from engine.search.selective.audit import count_propagated
from engine.search.selective.depth import ONE_PLY
from engine.search.selective.descent import begin_child
from engine.search.selective.growth import begin_counting
from engine.search.selective.history import credit
from engine.search.selective.memory import MEMORY, NODE, SELECTIVE_COUNTS, Node, counts_of, node_at
from engine.search.selective.nega_scout import nega_scout
from engine.search.selective.node_entry import begin_node
from engine.search.selective.ordering import in_check
from engine.search.shared.active_line import activate_line
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import look_up, remember
from engine.search.shared.node_entry import count_node, poll_if_due
from engine.search.shared.root_events import tell_fail_high, tell_result
from engine.search.shared.root_order import bring_to_front
from engine.search.shared.score import INFINITE, score_to_table
from engine.search.shared.tree_log import NO_FLAGS, enter, leave
from engine.search.shared.worker import PARAMS, Worker
from engine.table.entry import EXACT, LOWER, UPPER, new_entry


@core(int64(Worker, Position, Moves, int64, int64, int64))
def whole_window(worker, pos, moves, depth, alpha, beta):
    """The value of the position behind a root move, by the algorithm in use."""
    if as_record(worker.params, PARAMS).algorithm == NEGA_SCOUT:
        return nega_scout(worker, pos, moves, depth, alpha, beta)
    return call_at(worker.negamax, worker, pos, moves, depth, alpha, beta)


@core(int64(Worker, Position, Moves, int64, int64))
def scout_window(worker, pos, moves, depth, beta):
    """The same in the window (beta - 1, beta); the NODE below says whether it is unsure."""
    if as_record(worker.params, PARAMS).algorithm == NEGA_SCOUT:
        return nega_scout(worker, pos, moves, depth, beta - 1, beta)
    return call_at(worker.zero_window, worker, pos, moves, depth, beta, int64(1))


@core(int64(Worker, Position, Moves, Node, uint64, int64, int64))
def search_root_move(worker, pos, moves, node, move, alpha, beta):
    """Return a root move's value: of the first in the whole window, of others in a zero window."""
    algorithm = as_record(worker.params, PARAMS).algorithm
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    begin_child(worker, pos, moves, node, move)
    deeper, below, list_below = node.depth - node.cost, at(pos, 1), at(moves, 1)
    first, score = node.tried == 1, beta
    whole = algorithm == ALPHA_BETA or (first and algorithm != MTD_F)
    if not whole:
        score = -scout_window(worker, below, list_below, deeper, -alpha)
        if worker.stop:
            return score
        if at(node, 1).unsure and algorithm != NEGA_SCOUT:
            whole = True
            counts.unsure_researches += 1
        elif alpha < score < beta:
            whole = True
            counts.better_researches += 1
            tell_fail_high(worker, move, score)
        elif at(node, 1).wrong:
            count_propagated(worker, at(node, 1).wrong)
    if whole:
        score = -whole_window(worker, below, list_below, deeper, -beta, -alpha)

    # A later move that is no better is the rule, and nothing to tell.
    if (first or score > alpha) and not worker.stop:
        tell_result(worker, move, score, alpha, beta)
    return score


@core(int64(Worker, int64, int64, int64))
def search_window(worker, depth, alpha, beta):
    """Return the value of the root in a window, fail-soft; `depth` is in plies.

    A line is left in `worker.line[0]` by the first move, and by each that is better than alpha.
    After a stop the value is that of the best root move completed.
    """
    node = as_record(node_at(worker, 0), NODE)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    first_alpha, counted_before = alpha, worker.counted
    best, best_place = -INFINITE, worker.root_first

    # The root is a node like others, but the rules do not end the game and the table does not
    # answer: a move is wanted.
    count_node(worker, 0)
    enter(worker, 0, depth * ONE_PLY, alpha, beta, NO_FLAGS)
    worker.full_width += 1
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, best, NO_FLAGS)
    moves.seen, moves.count = ZERO, ZERO
    in_check(worker, pos, moves)
    entry, rest, table_move = look_up(worker, pos, 0)
    table_move = activate_line(worker, pos, entry, rest, table_move)
    begin_node(worker, pos, node, depth * ONE_PLY, entry, table_move)
    node.layers = 0
    if as_record(worker.memory, MEMORY).learns:
        begin_counting(worker, node, depth * ONE_PLY)

    for place in range(worker.root_first, worker.root_count):
        worker.root_current, nodes_before = place, worker.nodes
        move, row = worker.root_move[uint64(place)], worker.root_row[uint64(place)]
        node.tried = place - worker.root_first + 1
        score = search_root_move(worker, pos, moves, node, move, alpha, beta)
        worker.root_nodes[row] += worker.nodes - nodes_before
        if worker.stop:
            break
        worker.root_score[uint64(place)] = score

        # A new best move; one that reaches beta ends the window.
        if score > best:
            best, best_place = score, place
            if score > alpha or not worker.line_length[ZERO]:
                extend_line(worker, 0, move)
            alpha = max(alpha, best)
            if best >= beta:
                break
    if best > first_alpha:
        bring_to_front(worker, uint64(best_place))

    # What is found of some moves only is no value of the position.
    if worker.stop or worker.restricted or worker.root_first:
        return leave(worker, best, NO_FLAGS)
    worker.interior += 1
    move = worker.root_move[ZERO]
    credit(worker, pos, move, depth)
    bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
    size, stored = uint64(worker.counted - counted_before), score_to_table(best, 0)
    remember(worker, pos, 0, new_entry(short(move), stored, depth, bound, size), NONE)
    return leave(worker, best, NO_FLAGS)
