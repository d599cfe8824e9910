"""What every node does first: count itself, look at the limits, see whether the game is drawn."""

from engine.board.draws import (
    FIFTY_MOVES,
    fifty_moves_are_over,
    has_insufficient_material,
    repeats,
)
from engine.board.names import FOUR
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import boolean, core, int64, void
from engine.machine.stopwatch import now
from engine.machine.words import as_record, fresh
from engine.search.shared.worker import PARAMS, Worker

NODES_BETWEEN_POLLS = 32
"""Few: in a large new table many a node is the first to use a page, and then takes as long as
hundreds of others. A look at the clock costs a tenth of a node."""


@core(void(Worker, int64), forceinline=True)
def count_node(worker, ply):
    """Count a node that is entered; every node counts once, whatever becomes of it."""
    worker.nodes += 1
    worker.counted += 1
    worker.fifty_before[ply] = worker.fifty_draws
    if ply > worker.deepest_ply:
        worker.deepest_ply = ply


@core(void(Worker))
def poll(worker):
    """Set `worker.stop` when a limit is reached, and the node at which to look again if not."""
    if fresh(worker, "stop"):
        return
    late = worker.nodes > worker.free_nodes and now() >= fresh(worker, "deadline")
    if late or worker.nodes >= worker.node_limit:
        worker.stop = 1
    else:
        worker.next_poll = min(worker.nodes + NODES_BETWEEN_POLLS, worker.node_limit)


@core(void(Worker), forceinline=True)
def poll_if_due(worker):
    """Look at the limits once in some nodes; the search has to end if `worker.stop` is set then."""
    if worker.nodes >= worker.next_poll:
        poll(worker)


@core(boolean(Worker, Position, int64))
def is_drawn(worker, pos, ply):
    """Whether the game ends here by repetition or for want of material to mate.

    The fifty-move rule is asked apart: what depends on the counter is counted, and not stored.
    Stalemate shows when the moves are generated.
    Source: Breuker 1998, section 2.3.1, tests at the entry of a node.
    """
    strict = as_record(worker.params, PARAMS).strict_threefold != 0
    if pos.fifty >= FOUR and repeats(pos, ply, strict):
        return True
    return has_insufficient_material(pos)


@core(boolean(Worker, Position, Moves), forceinline=True)
def is_drawn_by_fifty_moves(worker, pos, moves):
    """Whether the game ends here by the fifty-move rule; mate goes before it."""
    if int64(pos.fifty) < FIFTY_MOVES:
        return False
    return fifty_moves_are_over(pos, as_record(worker.tables, TABLES), moves)


@core(void(Worker), forceinline=True)
def count_fifty_draw(worker):
    """Count a draw by the fifty-move rule: no node above it is stored, see `remember`."""
    worker.fifty_draws += 1
