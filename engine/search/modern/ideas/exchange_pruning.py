"""SEE pruning: near the leaves a move that loses too much material by exchanges is pruned.

How much is too much grows with the depth. The exchange evaluation (SEE): board/exchange.py.
Source: common practice of chess programs.
"""

from engine.board.exchange import wins_at_least
from engine.board.position import TABLES, Position
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import as_record
from engine.search.shared.worker import PARAMS, Worker

DEEPEST = 8
"""Plies up to which exchanges decide."""
QUIET_LOSS = 60
"""Centipawns for every ply that a quiet move may lose."""
NOISY_LOSS = 100
"""Centipawns for every ply that a capture or promotion may lose."""


@core(boolean(Worker, Position, uint64, int64, int64), forceinline=True)
def loses_too_much(worker, pos, move, plies, loss):
    """Whether a move that would be searched so many plies loses more than `loss` for each."""
    if not as_record(worker.params, PARAMS).exchange_pruning or plies > DEEPEST:
        return False
    return not wins_at_least(pos, as_record(worker.tables, TABLES), move, -loss * plies)
