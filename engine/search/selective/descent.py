"""From a node to the position behind a move: what is made, and what its search relies on."""

from engine.board.make import make, pass_turn
from engine.board.names import NONE, ZERO
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import address, as_record, at
from engine.search.selective.depth import ONE_PLY
from engine.search.selective.fractional_plies import cost_of
from engine.search.selective.growth import lead_on
from engine.search.selective.memory import MEMORY, SELECTIVE_COUNTS, Node, counts_of
from engine.search.shared.active_line import fetch_child
from engine.search.shared.evaluation import update_state
from engine.search.shared.lines import hand_down
from engine.search.shared.tree_log import NO_FLAGS, NULL_MOVE, note_move
from engine.search.shared.worker import PARAMS, Worker, plies_below


@core(void(Worker, int64), forceinline=True)
def count_extension(worker, cost):
    """Count a move that is extended or reduced."""
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    if cost < ONE_PLY:
        counts.extended_moves += 1
    elif cost > ONE_PLY:
        counts.reduced_moves += 1


@core(void(Worker, Position, Moves, Node, uint64))
def begin_child(worker, pos, moves, node, move):
    """Make a move, and find what depth it uses up: `node.cost`."""
    params, below, list_below = as_record(worker.params, PARAMS), at(pos, 1), at(moves, 1)
    make(pos, as_record(worker.tables, TABLES), move)
    note_move(worker, plies_below(worker, address(pos)), move, NO_FLAGS)
    # The bucket comes from memory while the rest is done.
    fetch_child(worker, below)
    update_state(worker, pos, move)
    list_below.seen, node.played, node.cost, node.classes = ZERO, move, ONE_PLY, NONE
    if params.extensions and not params.pure_search:
        node.cost, node.classes = cost_of(worker, pos, moves, node, move)
        count_extension(worker, node.cost)
    # The only good one of the moves that multi-cut tried: a ply deeper, but never more depth.
    if move == node.extended:
        node.cost = max(node.cost - ONE_PLY, 0)
    if as_record(worker.memory, MEMORY).learns:
        lead_on(worker, node, node.cost)
    hand_down(worker, plies_below(worker, address(pos)), move)


@core(void(Worker, Position, Moves, Node))
def begin_pass(worker, pos, moves, node):
    """Pass the turn instead."""
    below, list_below = at(pos, 1), at(moves, 1)
    note_move(worker, plies_below(worker, address(pos)), NONE, NULL_MOVE)
    pass_turn(pos, as_record(worker.tables, TABLES))
    fetch_child(worker, below)
    update_state(worker, pos, NONE)
    list_below.seen, node.played, node.cost, node.classes = ZERO, NONE, ONE_PLY, NONE
    hand_down(worker, plies_below(worker, address(pos)), NONE)
