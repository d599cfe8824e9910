"""Uncertainty cut-offs: where the promising moves of an expected cut-node fail, it is given up.

A node nearer the root then tries another move. Its tentative value is unsure: it bounds nothing,
the table gets a move from it and no value, and a pv-node searches such a move again exactly. So the
value of the root is that of the search without these cut-offs.

Risk: none for the value. Applicability: expected cut-nodes with more than a ply left. Cost:
searches that are repeated. Domain: any; what is promising is the order of the moves.
Source: Björnsson 2002, chapter 4; choices X40 and X41.
"""

from engine.board.legality import short
from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.core import boolean, core, int64, uint64, void
from engine.machine.words import as_record
from engine.search.selective.depth import whole_plies
from engine.search.selective.memory import Node
from engine.search.selective.ordering import in_check, is_quiet
from engine.search.shared.lookup import remember
from engine.search.shared.score import INFINITE
from engine.search.shared.worker import PARAMS, Worker
from engine.table.entry import LOWER, MOVE_MASK, new_entry

PERCENT = 100


@core(boolean(Worker, Position, Moves, Node, uint64, int64))
def is_given_up(worker, pos, moves, node, move, cut):
    """Whether the node is left before this move, and so before all that come after it.

    `node.tried` moves were searched, one at least. Quiet moves come last: where captures are always
    searched, the first quiet move beyond the quota ends the node.
    """
    params = as_record(worker.params, PARAMS)
    if not params.uncertainty_cuts or not cut or not node.tried:
        return False
    if node.depth <= params.uncertainty_min_rem or node.skips_pruning:
        return False
    quota = (params.uncertainty_ratio * int64(moves.count) + PERCENT - 1) // PERCENT
    if node.tried < quota or (params.uncertainty_captures and not is_quiet(move)):
        return False
    return not (params.uncertainty_skip_in_check and in_check(worker, pos, moves))


@core(void(Worker, Position, Node, int64, uint64))
def remember_move(worker, pos, node, ply, move):
    """Store the best move of an unsure node: a bound that is known of the position stays.

    What is stored where nothing is known, a value above the lowest of all, never cuts off.
    """
    if node.entry:
        entry = node.entry & ~MOVE_MASK | short(move)
    else:
        size = uint64(worker.counted - node.counted_before)
        entry = new_entry(short(move), -INFINITE, whole_plies(node.depth), LOWER, size)
    remember(worker, pos, ply, entry, NONE)
