"""What every node does first: count itself, look at the limits, see whether the game is drawn."""

from numba import boolean, int64

from engine.board.draws import fifty_moves_are_over, has_insufficient_material, repeats
from engine.board.names import FOUR
from engine.board.position import TABLES, Moves, Position
from engine.machine.stopwatch import now
from engine.machine.words import as_record, core, fresh
from engine.search.shared.worker import PARAMS, Worker

NODES_BETWEEN_POLLS = 32
"""Few: in a large new table many a node is the first to use a page, and then takes as long as
hundreds of others. A look at the clock costs a tenth of a node."""


@core(boolean(Worker))
def poll(worker):
    """Whether to stop: asked from outside, out of nodes, or out of time."""
    if fresh(worker, "stop"):
        return True
    late = worker.nodes > worker.free_nodes and now() >= fresh(worker, "deadline")
    if late or worker.nodes >= worker.node_limit:
        worker.stop = 1
        return True
    worker.next_poll = min(worker.nodes + NODES_BETWEEN_POLLS, worker.node_limit)
    return False


@core(boolean(Worker, int64), forceinline=True)
def must_stop(worker, ply):
    """Count the node; whether the search has to end. Every node counts once, whatever it is."""
    worker.nodes += 1
    worker.counted += 1
    worker.fifty_before[ply] = worker.fifty_draws
    if ply > worker.deepest_ply:
        worker.deepest_ply = ply
    if worker.nodes >= worker.next_poll:
        return poll(worker)
    return worker.stop != 0


@core(boolean(Worker, Position, Moves, int64))
def is_drawn(worker, pos, moves, ply):
    """Whether the rules end the game here: repetition, fifty moves, dead material.

    Source: Breuker 1998, section 2.3.1, tests at the entry of a node; mate goes before the fifty
    moves. Stalemate shows when the moves are generated.
    """
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)
    if pos.fifty >= FOUR and repeats(pos, ply, params.strict_threefold != 0):
        return True
    if has_insufficient_material(pos):
        return True
    over = fifty_moves_are_over(pos, tables, moves)
    worker.fifty_draws += over
    return over
