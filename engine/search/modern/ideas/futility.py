"""Near the leaves the static value decides what is hopeless, for either side.

Reverse futility: so far above beta that the opponent will not get it down. Razoring: so far below
alpha that only captures could help. Futility: a quiet move cannot lift a value so far below alpha.
The option Futility also rules whether quiescence skips captures that cannot reach alpha.
Sources: Schaeffer, Experiments in search and knowledge, 1986; Heinz, Extended futility pruning,
ICCA Journal 21(2), 1998; Birmingham and Kent, Tree-searching and tree-pruning techniques, 1977.
"""

from engine.machine.core import boolean, core, int64
from engine.search.shared.score import FARTHEST_MATE
from engine.search.shared.worker import Params

DEEPEST_REVERSE = 8
"""Plies up to which reverse futility applies."""
DEEPEST_RAZORING = 3
"""Plies up to which razoring applies."""
DEEPEST_FUTILITY = 8
"""Plies, after the reduction, up to which futility applies."""
RAZORING_BASE = 150
"""Centipawns of the margin at no depth."""
RAZORING_SLOPE = 200
"""Centipawns of the margin by the square of the plies."""
FUTILITY_BASE = 110
"""Centipawns of the margin at no depth."""


@core(boolean(Params, int64, int64, int64, int64), forceinline=True)
def is_far_above(params, plies, improving, static, beta):
    """Reverse futility: whether the static value beats beta by the margin of the depth."""
    if not params.reverse_futility or plies > DEEPEST_REVERSE or abs(beta) > FARTHEST_MATE:
        return False
    return static - params.reverse_futility_margin * (plies - improving) >= beta


@core(boolean(Params, int64, int64, int64), forceinline=True)
def is_far_below(params, plies, static, alpha):
    """Razoring: whether only captures could still reach alpha."""
    if not params.razoring or plies > DEEPEST_RAZORING:
        return False
    return static + RAZORING_BASE + RAZORING_SLOPE * plies * plies < alpha


@core(boolean(Params, int64, int64, int64), forceinline=True)
def is_futile(params, plies, static, alpha):
    """Futility: whether a quiet move, to be searched so many plies, cannot reach alpha."""
    if not params.futility or plies > DEEPEST_FUTILITY:
        return False
    return static + FUTILITY_BASE + params.futility_margin * plies <= alpha
