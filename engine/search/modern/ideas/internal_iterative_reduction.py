"""Without a table move the order is poor and the node hardly important: it is searched less deep.

The next visit then finds a move. It takes the place of internal iterative deepening, in which a
shallow search of the same node looks for a move to begin with.
Sources: common practice of chess programs; internal iterative deepening: Marsland 1986.
"""

from engine.machine.core import core, int64, uint64
from engine.search.shared.depth import PLY
from engine.search.shared.worker import Params

LEAST_DEPTH = 4 * PLY
"""Parts of a ply from which on the reduction applies."""


@core(int64(Params, int64, uint64), forceinline=True)
def internal_iterative_reduction(params, depth, table_move):
    """By how much a node is searched less deep, in parts of a ply."""
    if table_move or depth < LEAST_DEPTH or not params.internal_iterative_reduction:
        return int64(0)
    return int64(PLY)
