"""The root of a search: its moves in the order of the last iteration, one window at a time.

Source: Breuker 1998, section 2.3.1 (root moves are re-ordered between iterations); choice X31: the
table orders the root's moves and never answers for it.
"""

from engine.board.legality import short
from engine.board.make import make
from engine.board.names import NONE, ONE, ZERO
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import core, door, int64, uint64, void
from engine.machine.words import as_record, at
from engine.search.alibaba.history import credit
from engine.search.alibaba.memory import MEMORY
from engine.search.alibaba.ordering import begin_node, next_move
from engine.search.alibaba.refutation import (
    NOWHERE,
    follow_refutation,
    keep_refutation,
    mark_line,
)
from engine.search.shared.active_line import activate_line
from engine.search.shared.evaluation import refresh_root, update_state
from engine.search.shared.lines import extend_line, hand_down
from engine.search.shared.lookup import look_up, remember
from engine.search.shared.node_entry import count_node, poll_if_due
from engine.search.shared.root_events import tell_fail_high, tell_result
from engine.search.shared.score import INFINITE, score_to_table
from engine.search.shared.tree_log import NO_FLAGS, enter, leave, note_move
from engine.search.shared.worker import PARAMS, WORKER, Worker
from engine.table.entry import EXACT, LOWER, UPPER, new_entry


@door(void(uint64))
def list_root(where):
    """Write the root's legal moves in their first order into the WORKER at an address."""
    worker = as_record(where, WORKER)
    memory = as_record(worker.memory, MEMORY)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    refresh_root(worker)

    # Nothing leads to the root, and nothing was handed down to it.
    memory.followed, worker.inherited[ZERO] = NOWHERE, NONE
    entry, rest, table_move = look_up(worker, pos, 0)
    begin_node(worker, pos, moves, entry, rest, table_move)

    # Each move gets a row, which it keeps while the order changes.
    worker.root_count, worker.restricted, worker.root_first = 0, 0, 0
    move = next_move(worker, pos, moves)
    while move:
        place = uint64(worker.root_count)
        worker.root_move[place], worker.root_row[place] = move, place
        worker.root_nodes[place], memory.refutation_length[place] = 0, 0
        worker.root_count += 1
        move = next_move(worker, pos, moves)


@core(void(Worker))
def order_root(worker):
    """Sort the moves searched by the scores of the last window; equals keep their order."""
    first = uint64(worker.root_first)
    for i in range(first + ONE, uint64(worker.root_count)):
        move, score, row = worker.root_move[i], worker.root_score[i], worker.root_row[i]
        place = i
        while place > first and worker.root_score[place - ONE] < score:
            worker.root_move[place] = worker.root_move[place - ONE]
            worker.root_score[place] = worker.root_score[place - ONE]
            worker.root_row[place] = worker.root_row[place - ONE]
            place -= ONE
        worker.root_move[place], worker.root_score[place] = move, score
        worker.root_row[place] = row


@core(void(Worker, uint64))
def start_line(worker, move):
    """Before a root move is searched: the path is on its refutation line, and inherits."""
    follows = as_record(worker.params, PARAMS).refutation_table
    as_record(worker.memory, MEMORY).followed = 1 if follows else NOWHERE
    hand_down(worker, 0, move)
    follow_refutation(worker, 0, move)


@core(int64(Worker, Position, Moves, uint64, int64, int64, int64))
def search_root_move(worker, pos, moves, place, depth, alpha, beta):
    """Return a root move's value: of the first in the whole window, of others in a minimal one."""
    params, memory = as_record(worker.params, PARAMS), as_record(worker.memory, MEMORY)
    move, row = worker.root_move[place], worker.root_row[place]
    below, list_below = at(pos, 1), at(moves, 1)
    make(pos, as_record(worker.tables, TABLES), move)
    update_state(worker, pos, move)
    memory.refutation_row, memory.led_move[ZERO] = row, NONE
    start_line(worker, move)
    note_move(worker, 0, move, NO_FLAGS)

    # As at the nodes below: a later move only has to show that it is no better.
    if place == uint64(worker.root_first) or not params.pvs:
        score = -call_at(worker.negamax, worker, below, list_below, depth - 1, -beta, -alpha)
        told = place == uint64(worker.root_first)
    else:
        score = -call_at(worker.negamax, worker, below, list_below, depth - 1, -alpha - 1, -alpha)
        told = alpha < score < beta and not worker.stop
        if told:
            tell_fail_high(worker, move, score)
            start_line(worker, move)
            score = -call_at(worker.negamax, worker, below, list_below, depth - 1, -beta, -alpha)
    if worker.stop:
        return score

    # A later move that is no better is the rule, and nothing to tell.
    if told or score > alpha:
        tell_result(worker, move, score, alpha, beta)
    if params.entry_principal:
        mark_line(worker, pos, row, False)
    if params.refutation_table or params.entry_principal:
        keep_refutation(worker, row, move)
    if params.entry_principal:
        mark_line(worker, pos, row, True)
    return score


@door(int64(uint64, int64, int64, int64))
def search_root(where, depth, alpha, beta):
    """The door from Python: the value of the root of the WORKER at an address, which has moves.

    Fail-soft. The best line is left in `worker.line[0]`; after a stop the value is that of the
    best root move completed. Moves before `root_first` are not searched.
    """
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    first_alpha, counted_before = alpha, worker.counted
    best, best_move = -INFINITE, NONE
    worker.line_length[ZERO] = 0
    for place in range(uint64(worker.root_first), uint64(worker.root_count)):
        worker.root_score[place] = -INFINITE

    # The root is a node like others, but the rules do not end the game and the table does not
    # answer: a move is wanted.
    count_node(worker, 0)
    enter(worker, 0, 100 * depth, alpha, beta, NO_FLAGS)
    worker.full_width += 1
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, best, NO_FLAGS)
    entry, rest, table_move = look_up(worker, pos, 0)
    activate_line(worker, pos, entry, rest, table_move)

    for place in range(uint64(worker.root_first), uint64(worker.root_count)):
        worker.root_current, nodes_before = int64(place), worker.nodes
        score = search_root_move(worker, pos, moves, place, depth, alpha, beta)
        worker.root_nodes[worker.root_row[place]] += worker.nodes - nodes_before
        if worker.stop:
            return leave(worker, best, NO_FLAGS)
        worker.root_score[place] = score

        # A new best move; one that reaches beta ends the window.
        if score > best:
            best, best_move = score, worker.root_move[place]
            extend_line(worker, 0, best_move)
            alpha = max(alpha, best)
            if best >= beta:
                break

    # The best move earns credit. What is found of some moves only is no value of the position.
    worker.interior += 1
    credit(worker, pos, best_move, depth)
    bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
    size = uint64(worker.counted - counted_before)
    if not worker.restricted and not worker.root_first:
        stored = score_to_table(best, 0)
        remember(worker, pos, 0, new_entry(short(best_move), stored, depth, bound, size), NONE)

    # If the search fails low all scores are upper bounds, and say little about the order.
    if best > first_alpha:
        order_root(worker)
    return leave(worker, best, NO_FLAGS)
