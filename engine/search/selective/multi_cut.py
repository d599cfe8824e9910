"""Multi-cut: where several of the first moves fail high in reduced searches, a node is pruned.

An expected cut-node must have no move that cuts off, if the principal variation is to change. One
with many moves that promise to will hardly be such a node.

Risk: that each promise is wrong; it falls with C. Applicability: expected cut-nodes. Cost: up to M
searches R plies less deep. Domain: the ending and extended lines are left out in chess.
Source: Björnsson 2002, chapter 5; Björnsson and Marsland 1999; choices X42 and X43.
"""

from engine.board.legality import short
from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import boolean, core, int64, uint64, void
from engine.machine.words import address, as_record, at
from engine.search.selective.depth import ONE_PLY, whole_plies
from engine.search.selective.descent import begin_child
from engine.search.selective.growth import lead_on
from engine.search.selective.memory import MEMORY, SELECTIVE_COUNTS, Node, counts_of
from engine.search.selective.ordering import begin_again, in_check, list_moves, next_move
from engine.search.shared.endings import has_few_pieces
from engine.search.shared.lookup import remember
from engine.search.shared.score import FARTHEST_MATE, INFINITE, score_to_table
from engine.search.shared.tree_log import MULTI_CUT_PROBE, note_move
from engine.search.shared.worker import PARAMS, Worker, plies_below
from engine.table.entry import LOWER, new_entry

NOWHERE, REDUCED = range(2)
"""Choices of the option Multi Cut Store, in its order; the last one is the full depth."""


@core(boolean(Node, int64))
def follows_an_extension(node, plies):
    """Whether one of the last moves that led to the node was extended."""
    for back in range(1, plies + 1):
        if at(node, -back).cost < ONE_PLY:
            return True
    return False


@core(boolean(Worker, Position, Moves, Node, int64, int64))
def may_multi_cut(worker, pos, moves, node, beta, cut):
    """Whether the first moves are tried: at expected cut-nodes, out of check, not in endings."""
    params = as_record(worker.params, PARAMS)
    if not params.multi_cut or params.pure_search or not cut or node.skips_pruning:
        return False
    least = params.multi_cut_min_rem
    if node.depth < (least if least else params.multi_cut_r * ONE_PLY):
        return False
    if abs(beta) > FARTHEST_MATE or follows_an_extension(node, params.multi_cut_ext_guard):
        return False
    if params.multi_cut_endgame_off and has_few_pieces(pos, pos.turn):
        return False
    if in_check(worker, pos, moves):
        return False
    if not moves.count:
        list_moves(worker, pos, moves, False)
    return int64(moves.count) >= params.multi_cut_c


@core(void(Worker, Position, Node, int64))
def remember_multi_cut(worker, pos, node, beta):
    """Store a pruned node, as far as the option says: its searches were reduced."""
    params = as_record(worker.params, PARAMS)
    if params.multi_cut_store == NOWHERE or as_record(worker.memory, MEMORY).probing:
        return
    ply, plies = plies_below(worker, address(pos)), whole_plies(node.depth)
    if params.multi_cut_store == REDUCED:
        plies = max(plies - params.multi_cut_r, 0)
    size, stored = uint64(worker.counted - node.counted_before), score_to_table(beta, ply)
    move = short(node.played)
    remember(worker, pos, ply, new_entry(move, stored, plies, LOWER, size), NONE)


@core(int64(Worker, Position, Moves, Node, int64))
def promises(worker, pos, moves, node, beta):
    """Try the first M moves, at most until C fail high; return how many did.

    If just one does, and all others stay below beta by a margin, it becomes `node.extended`.
    """
    params = as_record(worker.params, PARAMS)
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    less = params.multi_cut_r * ONE_PLY
    hits, tried, hit, others = 0, 0, NONE, -INFINITE
    node.wrong = NONE
    move = next_move(worker, pos, moves)
    while move and tried < params.multi_cut_m and hits < params.multi_cut_c:
        begin_child(worker, pos, moves, node, move)
        note_move(worker, plies_below(worker, address(pos)), move, MULTI_CUT_PROBE)
        deeper, below, list_below = node.depth - node.cost - less, at(pos, 1), at(moves, 1)
        if as_record(worker.memory, MEMORY).learns:
            lead_on(worker, node, node.cost + less)
        score = -call_at(worker.zero_window, worker, below, list_below, deeper, 1 - beta, int64(0))
        if worker.stop:
            break
        tried += 1
        counts.multi_cut_tries += 1
        if at(node, 1).unsure:
            others = INFINITE
        elif score >= beta - params.multi_cut_margin:
            hits, hit = hits + 1, move
            node.wrong |= at(node, 1).wrong
        else:
            others = max(others, score)
        move = next_move(worker, pos, moves)
    begin_again(moves)
    if params.multi_cut_singular and hits == 1 and others <= beta - params.singular_margin:
        node.extended = hit
        counts.singular_moves += 1
    return int64(hits)


@core(boolean(Worker, Position, Moves, Node, int64))
def multi_cut(worker, pos, moves, node, beta):
    """Whether C of the first M moves fail high, at as many nodes of the path as are wanted."""
    params, memory = as_record(worker.params, PARAMS), as_record(worker.memory, MEMORY)
    counts, nodes_before = as_record(counts_of(worker), SELECTIVE_COUNTS), worker.nodes
    counts.multi_cut_tests += 1
    memory.tries_running += 1
    hits = promises(worker, pos, moves, node, beta)
    memory.tries_running -= 1
    if not memory.tries_running:
        counts.multi_cut_nodes += worker.nodes - nodes_before
    if hits < params.multi_cut_c or worker.stop:
        return False
    node.layers += 1
    if node.layers < params.multi_cut_layers:
        counts.multi_cut_layers += 1
        return False
    counts.multi_cuts += 1
    return True
