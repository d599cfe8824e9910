"""The root of MODERN: its moves with the best of the last window first.

The table orders the root's moves and never answers for it.
"""

from engine.board.generate import find_checks_and_pins
from engine.board.legality import short
from engine.board.make import make
from engine.board.names import NONE, ZERO
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import core, door, int64, uint64, void
from engine.machine.words import as_record, at
from engine.search.modern.descent import begin_child
from engine.search.modern.ideas.late_move_reductions import reduction
from engine.search.modern.memory import MEMORY, NOBODY, NODE, NODES_BEFORE_ROOT, Node, node_at
from engine.search.modern.picking import begin_stages, next_staged
from engine.search.modern.static_evaluation import static_evaluation
from engine.search.shared.active_line import activate_line
from engine.search.shared.depth import PLY
from engine.search.shared.evaluation import refresh_root
from engine.search.shared.lines import extend_line
from engine.search.shared.lookup import look_up, remember
from engine.search.shared.node_entry import count_node, poll_if_due
from engine.search.shared.root_events import tell_fail_high, tell_result
from engine.search.shared.root_order import bring_to_front
from engine.search.shared.score import INFINITE, score_to_table
from engine.search.shared.tree_log import NO_FLAGS, enter, leave
from engine.search.shared.worker import PLIES, WORKER, Worker
from engine.table.entry import EXACT, LOWER, UPPER, new_entry

FIRST_REDUCED = 4
"""Number of the first root move that may be reduced."""


@door(void(uint64))
def list_root(where):
    """Write the root's legal moves in their first order into the WORKER at an address."""
    worker = as_record(where, WORKER)
    memory, node = as_record(worker.memory, MEMORY), as_record(node_at(worker, 0), NODE)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    refresh_root(worker)

    # Nothing leads to the root, and nothing was handed down to it.
    for ply in range(-NODES_BEFORE_ROOT, PLIES):
        at(node, ply).excluded = NONE
    at(node, -1).played = at(node, -2).played = NOBODY
    node.expects_cut, worker.inherited[ZERO] = 0, NONE
    memory.no_pass_before = 0

    # Each move gets a row, which it keeps while the order changes.
    entry, rest, table_move = look_up(worker, pos, 0)
    begin_stages(moves, activate_line(worker, pos, entry, rest, table_move))
    worker.root_count, worker.restricted, worker.root_first = 0, 0, 0
    move = next_staged(worker, pos, moves, node)
    while move:
        place = uint64(worker.root_count)
        worker.root_move[place], worker.root_row[place] = move, place
        worker.root_nodes[place] = 0
        worker.root_count += 1
        move = next_staged(worker, pos, moves, node)


@core(int64(Worker, Position, Moves, Node, uint64, int64, int64))
def search_root_move(worker, pos, moves, node, move, alpha, beta):
    """Return a root move's value: of the first in the whole window, of others in a minimal one."""
    below, list_below, child = at(pos, 1), at(moves, 1), at(node, 1)
    make(pos, as_record(worker.tables, TABLES), move)
    begin_child(worker, pos, below, list_below, node, move)
    deeper = node.depth - PLY
    score = beta

    # A later move only has to show that it is no better: in a minimal window, and reduced. If that
    # fails, the same without the reduction.
    if node.tried > 1:
        less = 0
        if node.tried >= FIRST_REDUCED and not list_below.checks:
            less = reduction(worker, pos, node, move, True, False)
        shallow = max(deeper - less, min(deeper, PLY))
        child.expects_cut = 1
        score = -call_at(worker.negamax, worker, below, list_below, shallow, -alpha - 1, -alpha)
        if score > alpha and shallow < deeper and not worker.stop:
            score = -call_at(worker.negamax, worker, below, list_below, deeper, -alpha - 1, -alpha)

    # The whole window for the first move, and for a later one that is better.
    whole = node.tried == 1 or (alpha < score < beta and not worker.stop)
    if whole:
        if node.tried > 1:
            tell_fail_high(worker, move, score)
        child.expects_cut = 0
        score = -call_at(worker.negamax, worker, below, list_below, deeper, -beta, -alpha)

    # A later move that is no better is the rule, and nothing to tell.
    if (whole or score > alpha) and not worker.stop:
        tell_result(worker, move, score, alpha, beta)
    return score


@door(int64(uint64, int64, int64, int64))
def search_root(where, depth, alpha, beta):
    """The door from Python: the value of the root of the WORKER at an address, which has moves.

    Fail-soft; `depth` is in plies. The best line is left in `worker.line[0]`; after a stop the
    value is that of the best root move completed. Moves before `root_first` are not searched.
    """
    worker = as_record(where, WORKER)
    node = as_record(node_at(worker, 0), NODE)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    first_alpha, counted_before = alpha, worker.counted
    best, best_place = -INFINITE, worker.root_first
    as_record(worker.memory, MEMORY).root_depth, worker.line_length[ZERO] = depth, 0

    # The root is a node like others, but the rules do not end the game and the table does not
    # answer: a move is wanted.
    count_node(worker, 0)
    enter(worker, 0, 100 * depth, alpha, beta, NO_FLAGS)
    worker.full_width += 1
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, best, NO_FLAGS)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    entry, rest, table_move = look_up(worker, pos, 0)
    activate_line(worker, pos, entry, rest, table_move)

    # It counts as improving, though there is nothing to compare it with: that reduces less.
    static_evaluation(worker, pos, moves, node)
    node.depth, node.improving = depth * PLY, 1

    for place in range(worker.root_first, worker.root_count):
        worker.root_current, nodes_before = place, worker.nodes
        move, row = worker.root_move[uint64(place)], worker.root_row[uint64(place)]
        node.tried = place - worker.root_first + 1
        score = search_root_move(worker, pos, moves, node, move, alpha, beta)
        worker.root_nodes[row] += worker.nodes - nodes_before
        if worker.stop:
            break
        worker.root_score[uint64(place)] = score

        # A new best move; one that reaches beta ends the window. The first has a line in any case.
        if score > best:
            best, best_place = score, place
            if score > alpha or place == worker.root_first:
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
    bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
    size, stored = uint64(worker.counted - counted_before), score_to_table(best, 0)
    move = worker.root_move[ZERO]
    remember(worker, pos, 0, new_entry(short(move), stored, depth, bound, size), NONE)
    return leave(worker, best, NO_FLAGS)
