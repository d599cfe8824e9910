"""Near the leaves a quiet move that failed nearly everywhere else is pruned.

Source: common practice of chess programs.
"""

from engine.board.position import Position
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import as_record
from engine.search.modern.histories import quiet_history
from engine.search.modern.memory import Node
from engine.search.shared.worker import PARAMS, Worker

DEEPEST = 4
"""Plies, after the reduction, up to which histories decide."""
BAD_HISTORY = -4000
"""The sum of histories, for each ply, below which a move is pruned."""


@core(boolean(Worker, Position, Node, uint64, int64))
def has_bad_history(worker, pos, node, move, plies):
    """Whether a quiet move that would be searched so many plies is pruned for its history."""
    if not as_record(worker.params, PARAMS).history_pruning or plies > DEEPEST:
        return False
    return quiet_history(worker, pos, node, move) < BAD_HISTORY * max(plies, 1)
