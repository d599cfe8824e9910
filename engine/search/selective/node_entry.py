"""What a node with depth left does first: count itself, look at the limits and at the rules."""

from engine.board.draws import has_insufficient_material
from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import as_record
from engine.search.selective.memory import Node
from engine.search.shared.node_entry import (
    count_fifty_draw,
    count_node,
    is_drawn,
    is_drawn_by_fifty_moves,
    poll_if_due,
)
from engine.search.shared.score import DRAW, UNDECIDED
from engine.search.shared.tree_log import DRAWN, NO_FLAGS
from engine.search.shared.worker import PARAMS, Worker


@core(int64(Worker, Position, Moves, int64))
def value_by_rules(worker, pos, moves, ply):
    """DRAW if the rules end the game here, else UNDECIDED.

    With `Pure Search` the way to a position does not matter: no repetition, no fifty moves.
    """
    if as_record(worker.params, PARAMS).pure_search:
        return int64(DRAW) if has_insufficient_material(pos) else int64(UNDECIDED)
    if is_drawn(worker, pos, ply):
        return int64(DRAW)
    if is_drawn_by_fifty_moves(worker, pos, moves):
        count_fifty_draw(worker)
        return int64(DRAW)
    return int64(UNDECIDED)


@core(int64(Worker, Position, Moves, int64))
def value_at_entry(worker, pos, moves, ply):
    """The value of a node that is settled before the table is asked; else UNDECIDED.

    After a stop it means nothing.
    """
    worker.line_length[ply] = 0
    count_node(worker, ply)
    worker.full_width += 1
    poll_if_due(worker)
    if worker.stop:
        return int64(DRAW)
    return value_by_rules(worker, pos, moves, ply)


@core(int64(Worker), forceinline=True)
def end_by_rules(worker):
    """The mark of a node that `value_at_entry` settled: stopped, or a draw by the rules."""
    return int64(NO_FLAGS) if worker.stop else int64(DRAWN)


@core(void(Worker, Position, Node, int64, uint64, uint64), forceinline=True)
def begin_node(worker, pos, node, depth, entry, table_move):
    """Write down what the node's own searches, and those of its children, ask for."""
    node.depth, node.table_move, node.entry, node.tried = depth, table_move, entry, 0
    node.counted_before, node.extended = worker.counted - 1, NONE
