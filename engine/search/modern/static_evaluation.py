"""How the side to move stands before its moves are searched."""

from engine.board.position import Moves, Position
from engine.machine.core import core, int64, uint64
from engine.machine.words import at
from engine.search.modern.ideas.correction import static_value
from engine.search.modern.memory import Node
from engine.search.shared.lookup import answers, clipped
from engine.search.shared.score import INFINITE
from engine.search.shared.tree_log import note_static
from engine.search.shared.worker import Worker

PLIES_OF_A_MOVE = 2
"""From a side's move to its next one."""


@core(int64(Worker, Position, Moves, Node))
def static_evaluation(worker, pos, moves, node):
    """The corrected evaluation, kept in the node; -INFINITE in check, where it means nothing.

    A singular probe of the node finds it there already.
    """
    if not node.excluded:
        node.static_evaluation = -INFINITE if moves.checks else static_value(worker, pos)
    if not moves.checks:
        note_static(worker, node.static_evaluation)
    return node.static_evaluation


@core(int64(Worker, Position, int64, uint64, int64))
def estimate(worker, pos, ply, entry, static):
    """The static evaluation, or what the table knows better."""
    if static == -INFINITE or not answers(worker, pos, entry, 0):
        return static
    return clipped(entry, ply, static)


@core(int64(Node, int64), forceinline=True)
def is_improving(node, ply):
    """1 if the side to move stands better than at its last move, else 0."""
    if ply < PLIES_OF_A_MOVE:
        return 0
    return int64(node.static_evaluation > at(node, -PLIES_OF_A_MOVE).static_evaluation)
