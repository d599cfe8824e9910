"""Where the table knows no move, a shallow search of the same node finds the one to begin with.

At nodes of the principal variation alone: there all moves are searched whatever comes first, and
the bounds for all others come from the first. So it belongs to PVS: alpha-beta and NegaScout do not
tell such nodes from others beforehand, and MTD(f) has none.
Sources: Marsland 1986; Björnsson 2002, section 2.3; choice X54.
"""

from engine.board.legality import legal_move
from engine.board.names import NONE, ZERO
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import core, int64, uint64
from engine.machine.words import address, as_record
from engine.search.selective.algorithms import PVS
from engine.search.selective.depth import ONE_PLY
from engine.search.selective.growth import shift_open
from engine.search.selective.memory import MEMORY, NODE, node_at
from engine.search.shared.worker import PARAMS, Worker, plies_below

LEAST_DEPTH = 3 * ONE_PLY
"""Hundredths of a ply from which on the shallow search pays."""
LESS = 2 * ONE_PLY
"""By how much it is less deep."""


@core(uint64(Worker, Position, Moves, int64, int64, int64))
def move_by_deepening(worker, pos, moves, depth, alpha, beta):
    """The best move of the node's own search two plies less deep; 0 if the option is off."""
    params, ply = as_record(worker.params, PARAMS), plies_below(worker, address(pos))
    if not params.internal_iterative_deepening or params.algorithm != PVS or depth < LEAST_DEPTH:
        return NONE
    node, learns = as_record(node_at(worker, ply), NODE), as_record(worker.memory, MEMORY).learns
    if learns:
        shift_open(node, -LESS)
    call_at(worker.negamax, worker, pos, moves, depth - LESS, alpha, beta)
    if learns:
        shift_open(node, LESS)
    length, worker.line_length[ply] = worker.line_length[ply], 0
    if worker.stop or not length:
        return NONE
    return legal_move(pos, as_record(worker.tables, TABLES), uint64(worker.line[ply, ZERO]))
