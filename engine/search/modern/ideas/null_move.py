"""If passing the move still fails high, some move will too: the pass is searched, reduced.

In zugzwang this is wrong: so never with pawns only, and deep cut-offs are verified by a search in
which the side may not pass for some plies.
Source: Donninger, Null move and deep search, ICCA Journal 16(3), 1993; verification after Plenkner,
A null-move technique impervious to zugzwang, ICCA Journal 18(2), 1995.
"""

from engine.board.make import pass_turn
from engine.board.names import NONE
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import boolean, core, int64
from engine.machine.words import address, as_record, at
from engine.search.modern.descent import begin_child
from engine.search.modern.memory import MEMORY, NOBODY, Node
from engine.search.shared.depth import PLY, whole_plies
from engine.search.shared.score import FARTHEST_MATE
from engine.search.shared.worker import PARAMS, Worker, plies_below

LEAST_DEPTH = 3 * PLY
"""Parts of a ply from which on the pass is searched."""
BASE_REDUCTION = 3
"""Plies by which it is searched less deep in any case."""
DEPTH_PER_PLY = 3
"""Plies of depth for each further ply of reduction."""
SURPLUS_PER_PLY = 200
"""Centipawns of the static value above beta for each further ply of reduction."""
MOST_FOR_SURPLUS = 3
"""Plies of reduction for the static value at most."""
VERIFIED_FROM = 12 * PLY
"""Parts of a ply from which on a cut-off is confirmed."""


@core(boolean(Worker, Position, Node, int64, int64, int64))
def null_move_may_refute(worker, pos, node, depth, static, beta):
    """Whether to search the pass: not twice in a row, with pawns only, or while it is verified."""
    params, memory = as_record(worker.params, PARAMS), as_record(worker.memory, MEMORY)
    if not params.null_move or depth < LEAST_DEPTH or abs(beta) > FARTHEST_MATE:
        return False
    if static < beta or at(node, -1).played == NOBODY:
        return False
    if plies_below(worker, address(pos)) < memory.no_pass_before:
        return False
    return bool(pos.sides[pos.turn] & ~pos.pawns & ~pos.kings)


@core(int64(int64, int64, int64))
def depth_after_pass(depth, static, beta):
    """The depth to which the pass is searched, in parts of a ply."""
    plies = BASE_REDUCTION
    # The deeper the search the more can be saved.
    plies += whole_plies(depth) // DEPTH_PER_PLY
    # The further above beta the surer the cut-off.
    plies += min((static - beta) // SURPLUS_PER_PLY, MOST_FOR_SURPLUS)
    return depth - plies * PLY


@core(boolean(Worker, int64))
def needs_verification(worker, depth):
    """Whether a cut-off by the pass has to be confirmed without passes."""
    if not as_record(worker.params, PARAMS).null_move_verification:
        return False
    return depth >= VERIFIED_FROM and not as_record(worker.memory, MEMORY).no_pass_before


@core(int64(int64, int64), forceinline=True)
def verified_until(ply, depth):
    """The ply up to which the verification may not pass."""
    return ply + 3 * whole_plies(depth) // 4


@core(int64(Worker, Position, Moves, Node, int64, int64, int64))
def value_after_pass(worker, pos, moves, node, depth, static, beta):
    """The value of the reduced search after a pass; deep down, of the one that confirms it.

    After a stop it means nothing.
    """
    memory, below, list_below = as_record(worker.memory, MEMORY), at(pos, 1), at(moves, 1)
    reduced = depth_after_pass(depth, static, beta)
    pass_turn(pos, as_record(worker.tables, TABLES))
    begin_child(worker, pos, below, list_below, node, NONE)
    node.cost = PLY
    score = -call_at(worker.negamax, worker, below, list_below, reduced, -beta, 1 - beta)
    if score >= beta and needs_verification(worker, depth) and not worker.stop:
        memory.no_pass_before = verified_until(plies_below(worker, address(pos)), depth)
        score = call_at(worker.negamax, worker, pos, moves, reduced, beta - 1, beta)
        memory.no_pass_before = 0
    return score
