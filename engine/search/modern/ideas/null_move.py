"""If passing already refutes, a move will: search the pass, reduced.

Zugzwang makes this wrong: not with pawns only, and deep cut-offs are confirmed by a search in
which the side may not pass for some plies.
Source: Donninger, Null move and deep search, ICCA Journal 16(3), 1993; verification after Plenkner,
A null-move technique impervious to zugzwang, ICCA Journal 18(2), 1995.
"""

from numba import boolean, int64

from engine.board.position import Position
from engine.machine.words import as_record, core
from engine.search.shared.score import FARTHEST_MATE
from engine.search.shared.worker import NOBODY, PARAMS, Worker

LEAST_DEPTH, BASE_REDUCTION, DEPTH_PER_PLY, SURPLUS_PER_PLY, MOST_FOR_SURPLUS = 3, 3, 3, 200, 3
VERIFIED_FROM = 12
"""Plies from which a cut-off is confirmed."""


@core(boolean(Worker, Position, int64, int64, int64, int64))
def null_move_may_refute(worker, pos, ply, depth, static, beta):
    """Worth trying? Not twice in a row, not with pawns only, not while it is being verified."""
    params = as_record(worker.params, PARAMS)
    if not params.null_move or depth < LEAST_DEPTH or abs(beta) > FARTHEST_MATE:
        return False
    if static < beta or ply < worker.no_pass_before or worker.played[ply + 1] == NOBODY:
        return False
    return bool(pos.sides[pos.turn] & ~pos.pawns & ~pos.kings)


@core(int64(int64, int64, int64))
def depth_after_pass(depth, static, beta):
    """The plies that the pass is searched."""
    surplus = min((static - beta) // SURPLUS_PER_PLY, MOST_FOR_SURPLUS)
    return depth - BASE_REDUCTION - depth // DEPTH_PER_PLY - surplus


@core(boolean(Worker, int64))
def needs_verification(worker, depth):
    """Whether a cut-off by the pass has to be confirmed without passes."""
    params = as_record(worker.params, PARAMS)
    if not params.null_move_verification or worker.no_pass_before:
        return False
    return depth >= VERIFIED_FROM


@core(int64(int64, int64), forceinline=True)
def verified_until(ply, depth):
    """The ply up to which the verification may not pass."""
    return ply + 3 * depth // 4
