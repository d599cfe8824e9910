"""What tells an expected cut-node that cuts off from one that does not: moves that promise it.

At some expected cut-nodes, before a null move is tried, the moves are counted that several
predictors hold for cut-offs, and a search in full says whether there is one.
Source: Björnsson 2002, section 5.3, tables 5.1 and 5.2; choice X46.
"""

from engine.board.names import FROM_TO
from engine.board.position import Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import boolean, core, int64, void
from engine.machine.words import U64, as_record, at
from engine.search.selective.audit import value_in_full
from engine.search.selective.depth import ONE_PLY, whole_plies
from engine.search.selective.descent import begin_child
from engine.search.selective.memory import CUT_ROW, MEMORY, MOST_CUT_ROWS, Node, next_cut_row
from engine.search.selective.ordering import begin_list, next_move
from engine.search.selective.traces import begin_probe, end_probe
from engine.search.shared.worker import PARAMS, Worker

LEAST_DEPTH = 4 * ONE_PLY
"""Of a node that is described."""
REDUCTION = 2 * ONE_PLY
"""Of the search that promises."""
QUARTER_PAWN = 25
MUCH_HISTORY = 100
UPPER_BITS, ONE_IN_EIGHT = U64(40), U64(7)
"""Nodes are chosen by bits of their key."""


@core(boolean(Worker, Position, int64, int64), forceinline=True)
def is_described(worker, pos, depth, cut):
    """Whether the node is one of those that are looked at."""
    if not as_record(worker.params, PARAMS).cut_stats or not cut or depth < LEAST_DEPTH:
        return False
    memory = as_record(worker.memory, MEMORY)
    if memory.probing or memory.cut_row_count >= MOST_CUT_ROWS:
        return False
    return not pos.key >> UPPER_BITS & ONE_IN_EIGHT


@core(int64(Worker, Position, Moves, Node, int64, int64))
def promise(worker, pos, moves, node, depth, beta):
    """2 if the move just made promises beta, 1 if it promises a quarter of a pawn less, else 0."""
    below, list_below, child = at(pos, 1), at(moves, 1), at(node, 1)
    score = -call_at(worker.zero_window, worker, below, list_below, depth, 1 - beta, int64(0))
    if score >= beta and not child.unsure:
        return 2
    if score < beta - QUARTER_PAWN:
        return 0
    lower = beta - QUARTER_PAWN
    score = -call_at(worker.zero_window, worker, below, list_below, depth, 1 - lower, int64(0))
    return int64(score >= lower and not child.unsure)


@core(void(Worker, Position, Moves, Node, int64))
def count_promises(worker, pos, moves, node, beta):
    """Write down, for the node, how many moves each predictor holds for cut-offs."""
    memory = as_record(worker.memory, MEMORY)
    legal, above_0, above_100, still, nearly_still, deep, nearly_deep = 0, 0, 0, 0, 0, 0, 0
    begin_list(moves, node.table_move)
    move = next_move(worker, pos, moves)
    while move and not worker.stop:
        history = memory.history[pos.turn, move & FROM_TO]
        legal += 1
        above_0 += int64(history > 0)
        above_100 += int64(history > MUCH_HISTORY)
        begin_child(worker, pos, moves, node, move)
        level = promise(worker, pos, moves, node, int64(0), beta)
        still += int64(level > 1)
        nearly_still += int64(level > 0)
        level = promise(worker, pos, moves, node, node.depth - node.cost - REDUCTION, beta)
        deep += int64(level > 1)
        nearly_deep += int64(level > 0)
        move = next_move(worker, pos, moves)
    row = as_record(next_cut_row(worker), CUT_ROW)
    row.legal_moves, row.history_above_0, row.history_above_100 = legal, above_0, above_100
    row.quiescence, row.quiescence_25 = still, nearly_still
    row.search, row.search_25, row.plies = deep, nearly_deep, whole_plies(node.depth)


@core(void(Worker, Position, Moves, Node, int64))
def describe(worker, pos, moves, node, beta):
    """Add a row for an expected cut-node that has just been begun; the node is as it was."""
    memory, table_move, entry = as_record(worker.memory, MEMORY), node.table_move, node.entry
    counted_before = node.counted_before
    begin_probe(worker)
    count_promises(worker, pos, moves, node, beta)
    end_probe(worker)
    row = as_record(next_cut_row(worker), CUT_ROW)
    row.cuts_off = int64(value_in_full(worker, pos, moves, node, beta, int64(1)) >= beta)
    memory.cut_row_count += int64(not worker.stop)
    node.table_move, node.entry, node.tried = table_move, entry, 0
    node.counted_before = counted_before
    begin_list(moves, table_move)
