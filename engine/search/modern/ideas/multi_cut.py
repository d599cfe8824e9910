"""Multi-cut: where several of the first moves fail high in reduced searches, a node is pruned.

A node that is expected to cut off must have no move that does, if the principal variation is to
change. One with many moves that promise to will hardly be such a node. The singular extension's
probe knows a cheaper form with two moves, the table's and another (Singular Cut).
Sources: Björnsson and Marsland, Multi-cut alpha-beta pruning, 1999; Björnsson 2002, chapter 5;
choices X42, X43 and X52.
"""

from engine.board.legality import short
from engine.board.make import make
from engine.board.names import NONE
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import boolean, core, int64, uint64, void
from engine.machine.words import address, as_record, at
from engine.search.modern.descent import begin_child
from engine.search.modern.memory import Node
from engine.search.modern.picking import begin_stages, next_staged
from engine.search.shared.depth import PLY, hundredths, whole_plies
from engine.search.shared.endings import has_few_pieces
from engine.search.shared.lookup import remember
from engine.search.shared.score import FARTHEST_MATE, score_to_table
from engine.search.shared.tree_log import MULTI_CUT_PROBE, note_move
from engine.search.shared.worker import PARAMS, Worker, plies_below
from engine.table.entry import LOWER, new_entry

NOWHERE, REDUCED = range(2)
"""Choices of the option Multi Cut Store, in its order; the last one is the full depth."""


@core(boolean(Node, int64))
def follows_an_extension(node, plies):
    """Whether one of the last moves that led to the node was extended."""
    for back in range(1, plies + 1):
        if at(node, -back).cost < PLY:
            return True
    return False


@core(boolean(Worker, Position, Node, int64, int64))
def may_multi_cut(worker, pos, node, depth, beta):
    """Whether the first moves are tried, in a minimal window and out of check."""
    params = as_record(worker.params, PARAMS)
    if not node.expects_cut or abs(beta) > FARTHEST_MATE:
        return False
    least = params.multi_cut_min_rem
    if hundredths(depth) < (least if least else hundredths(params.multi_cut_r * PLY)):
        return False
    # Where the search left the usual depth it looks at something special.
    if follows_an_extension(node, params.multi_cut_ext_guard):
        return False
    return not (params.multi_cut_endgame_off and has_few_pieces(pos, pos.turn))


@core(void(Worker, Position, Node, uint64, int64))
def remember_multi_cut(worker, pos, node, move, beta):
    """Store a pruned node, as far as the option says: its searches were reduced."""
    params = as_record(worker.params, PARAMS)
    if params.multi_cut_store == NOWHERE:
        return
    ply, plies = plies_below(worker, address(pos)), whole_plies(node.depth)
    if params.multi_cut_store == REDUCED:
        plies = max(plies - params.multi_cut_r, 0)
    size, stored = uint64(worker.counted - node.counted_before), score_to_table(beta, ply)
    remember(worker, pos, ply, new_entry(short(move), stored, plies, LOWER, size), NONE)


@core(boolean(Worker, Position, Moves, Node, int64))
def multi_cut(worker, pos, moves, node, beta):
    """Whether C of the first M moves fail high in searches R plies less deep.

    Relies on the NODE's `depth`, `table_move` and `counted_before`. Leaves the moves to be begun
    anew; after a stop the answer means nothing.
    """
    params, tables = as_record(worker.params, PARAMS), as_record(worker.tables, TABLES)
    below, list_below = at(pos, 1), at(moves, 1)
    reduced = node.depth - PLY - params.multi_cut_r * PLY
    hits, tried, hit = 0, 0, NONE
    begin_stages(moves, node.table_move)
    move = next_staged(worker, pos, moves, node)
    while move and tried < params.multi_cut_m and hits < params.multi_cut_c:
        make(pos, tables, move)
        begin_child(worker, pos, below, list_below, node, move)
        node.cost = PLY
        note_move(worker, plies_below(worker, address(pos)), move, MULTI_CUT_PROBE)
        score = -call_at(worker.negamax, worker, below, list_below, reduced, -beta, 1 - beta)
        if worker.stop:
            return False
        tried += 1
        if score >= beta - params.multi_cut_margin:
            hits, hit = hits + 1, move
        move = next_staged(worker, pos, moves, node)
    if hits < params.multi_cut_c:
        return False
    remember_multi_cut(worker, pos, node, hit, beta)
    return True
