"""How the side to move stands before a node of the search Modern is searched."""

from numba import int64, uint64

from engine.board.position import Moves, Position
from engine.machine.words import core
from engine.search.modern.ideas.correction import static_value
from engine.search.shared.lookup import answers, clipped
from engine.search.shared.score import INFINITE
from engine.search.shared.worker import Worker

PLIES_OF_A_MOVE = 2


@core(int64(Worker, Position, Moves, int64))
def stand(worker, pos, moves, ply):
    """The static value, kept in `worker.static_value`; -INFINITE in check: it means nothing."""
    if not worker.excluded[ply]:
        worker.static_value[ply] = -INFINITE if moves.checks else static_value(worker, pos)
    return worker.static_value[ply]


@core(int64(Worker, Position, int64, uint64, int64))
def informed(worker, pos, ply, entry, static):
    """The static value, or what the table knows better."""
    if static == -INFINITE or not answers(worker, pos, entry, 0):
        return static
    return clipped(entry, ply, static)


@core(int64(Worker, int64), forceinline=True)
def is_improving(worker, ply):
    """1 if the side to move stands better than at its last move, else 0."""
    if ply < PLIES_OF_A_MOVE:
        return 0
    return int64(worker.static_value[ply] > worker.static_value[ply - PLIES_OF_A_MOVE])
