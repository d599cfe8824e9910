"""The root of the search Modern: its moves with the best of the last window first.

The table orders the root's moves and never answers for it.
"""

from numba import int64, uint64, void

from engine.board.generate import find_checks_and_pins
from engine.board.legality import short
from engine.board.make import make
from engine.board.names import NONE, ONE, ZERO
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position
from engine.evaluation.tapered.evaluation import evaluate
from engine.evaluation.tapered.weights import WEIGHTS
from engine.machine.calls import call_at
from engine.machine.words import as_record, at, core
from engine.search.modern.descent import begin_child
from engine.search.modern.ideas.late_moves import reduction
from engine.search.modern.ideas.reductions import PLY
from engine.search.modern.picking import begin_stages, next_staged
from engine.search.modern.static_evaluation import stand
from engine.search.shared.active_line import activate_line
from engine.search.shared.lines import NOWHERE, extend_line
from engine.search.shared.lookup import look_up, remember
from engine.search.shared.node_entry import must_stop
from engine.search.shared.score import INFINITE, score_to_table
from engine.search.shared.worker import NOBODY, WORKER, Worker
from engine.table.entry import EXACT, LOWER, UPPER, new_entry

FIRST_REDUCED = 4
"""Number of the first root move that may be reduced."""


@core(void(uint64))
def list_root(where):
    """Write the root's legal moves in their first order into the WORKER at an address."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    worker.followed = NOWHERE
    worker.led_move[:], worker.excluded[:] = NONE, NONE
    worker.inherited[ZERO], worker.expects_cut[ZERO] = NONE, 0
    worker.played[ZERO] = worker.played[ONE] = NOBODY
    worker.no_pass_before, worker.root_first = 0, 0
    entry, rest = look_up(worker, pos, 0)
    begin_stages(moves, activate_line(worker, pos, entry, rest))
    worker.root_count, worker.restricted = 0, 0
    move = next_staged(worker, pos, moves, 0)
    while move:
        place = uint64(worker.root_count)
        worker.root_move[place], worker.root_row[place] = move, place
        worker.root_nodes[place] = 0
        worker.root_count += 1
        move = next_staged(worker, pos, moves, 0)


@core(void(Worker, uint64))
def bring_to_front(worker, place):
    """Move a root move before all others of this search; the others keep their order."""
    first = uint64(worker.root_first)
    move, score, row = worker.root_move[place], worker.root_score[place], worker.root_row[place]
    while place > first:
        worker.root_move[place] = worker.root_move[place - ONE]
        worker.root_score[place] = worker.root_score[place - ONE]
        worker.root_row[place] = worker.root_row[place - ONE]
        place -= ONE
    worker.root_move[first], worker.root_score[first], worker.root_row[first] = move, score, row


@core(int64(Worker, Position, Moves, int64, int64, int64, int64))
def search_root_move(worker, pos, moves, place, depth, alpha, beta):
    """Return a root move's value: of the first in the whole window, of others in a minimal one."""
    move = worker.root_move[uint64(place)]
    below, list_below = at(pos, 1), at(moves, 1)
    make(pos, as_record(worker.tables, TABLES), move)
    begin_child(worker, pos, below, list_below, 0, move)
    tried = place - worker.root_first + 1
    score = beta
    if tried > 1:
        less = 0
        if tried >= FIRST_REDUCED and not list_below.checks:
            less = reduction(worker, pos, move, 0, depth, tried, -PLY)
        shallow = max(depth - 1 - less, min(depth - 1, 1))
        worker.expects_cut[ONE] = 1
        score = -call_at(worker.negamax, worker, below, list_below, shallow, -alpha - 1, -alpha)
        if score > alpha and shallow < depth - 1 and not worker.stop:
            score = -call_at(
                worker.negamax, worker, below, list_below, depth - 1, -alpha - 1, -alpha
            )
    if tried == 1 or (alpha < score < beta and not worker.stop):
        worker.expects_cut[ONE] = 0
        score = -call_at(worker.negamax, worker, below, list_below, depth - 1, -beta, -alpha)
    return score


@core(int64(uint64, int64, int64, int64))
def search_root(where, depth, alpha, beta):
    """The door from Python: the value of the root of the WORKER at an address, which has moves.

    Fail-soft. The best line is left in `worker.line[0]`; after a stop the value is that of the
    best root move completed. Moves before `root_first` are not searched.
    """
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    first_alpha, counted_before = alpha, worker.counted
    best, best_place = -INFINITE, worker.root_first
    worker.root_depth, worker.line_length[ZERO] = depth, 0
    if must_stop(worker, 0):
        return best
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    entry, rest = look_up(worker, pos, 0)
    activate_line(worker, pos, entry, rest)
    stand(worker, pos, moves, 0)
    for place in range(worker.root_first, worker.root_count):
        worker.root_current, nodes_before = place, worker.nodes
        row = worker.root_row[uint64(place)]
        score = search_root_move(worker, pos, moves, place, depth, alpha, beta)
        worker.root_nodes[row] += worker.nodes - nodes_before
        if worker.stop:
            break
        worker.root_score[uint64(place)] = score
        if score > best:
            best, best_place = score, place
            if score > alpha or place == worker.root_first:
                extend_line(worker, 0, worker.root_move[uint64(place)])
            alpha = max(alpha, best)
            if best >= beta:
                break
    if best > first_alpha:
        bring_to_front(worker, uint64(best_place))
    if worker.stop or worker.restricted or worker.root_first:
        return best
    worker.interior += 1
    bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
    size, stored = uint64(worker.counted - counted_before), score_to_table(best, 0)
    move = worker.root_move[ZERO]
    remember(worker, pos, 0, new_entry(short(move), stored, depth, bound, size))
    return best


@core(int64(uint64))
def root_value(where):
    """The door from Python: the evaluation of the root of the WORKER at an address."""
    worker = as_record(where, WORKER)
    tables, weights = as_record(worker.tables, TABLES), as_record(worker.weights, WEIGHTS)
    return evaluate(as_record(worker.root, POSITION), tables, weights)
