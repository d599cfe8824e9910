"""Near the leaves, after enough moves, the remaining quiet moves are pruned.

The option also rules quiescence: in check, once a move avoids the mate, quiet moves are pruned.

Source: pruning by count is common practice; in spirit Heinz, Extended futility pruning, ICCA
Journal 21(2), 1998.
"""

from engine.machine.core import boolean, core
from engine.search.modern.memory import Node
from engine.search.shared.depth import whole_plies
from engine.search.shared.worker import Params

DEEPEST = 8
"""Plies up to which moves are counted."""
FIRST_LATE = 3
"""Moves that are enough at no depth."""


@core(boolean(Params, Node), forceinline=True)
def enough_tried(params, node):
    """Whether the remaining quiet moves are pruned."""
    plies = whole_plies(node.depth)
    if not params.late_move_pruning or plies > DEEPEST:
        return False
    return node.tried >= (FIRST_LATE + plies * plies) // (2 - node.improving)
