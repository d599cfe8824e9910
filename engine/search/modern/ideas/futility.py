"""Near the leaves the static value decides what is hopeless, for either side.

Reverse futility: so far above beta that the opponent will not get it down. Razoring: so far below
alpha that only captures could help. Futility: a quiet move cannot lift a value so far below alpha.
Sources: Schaeffer, Experiments in search and knowledge, 1986; Heinz, Extended futility pruning,
ICCA Journal 21(2), 1998; Birmingham and Kent, Tree-searching and tree-pruning techniques, 1977.
"""

from numba import boolean, int64

from engine.machine.words import core
from engine.search.shared.score import FARTHEST_MATE
from engine.search.shared.worker import Params

DEEPEST_REVERSE, DEEPEST_RAZORING, DEEPEST_FUTILITY = 8, 3, 8
RAZORING_BASE, RAZORING_SLOPE = 150, 200
"""Centipawns: at no ply, and for each ply times its number."""
FUTILITY_BASE = 110


@core(boolean(Params, int64, int64, int64, int64), forceinline=True)
def is_far_above(params, depth, improving, static, beta):
    """Reverse futility: whether the static value beats beta by the margin of the depth."""
    if not params.reverse_futility or depth > DEEPEST_REVERSE or abs(beta) > FARTHEST_MATE:
        return False
    return static - params.reverse_futility_margin * (depth - improving) >= beta


@core(boolean(Params, int64, int64, int64), forceinline=True)
def is_far_below(params, depth, static, alpha):
    """Razoring: whether only captures could still reach alpha."""
    if not params.razoring or depth > DEEPEST_RAZORING:
        return False
    return static + RAZORING_BASE + RAZORING_SLOPE * depth * depth < alpha


@core(boolean(Params, int64, int64, int64), forceinline=True)
def is_futile(params, depth, static, alpha):
    """Futility: whether a quiet move, to be searched `depth` plies, cannot reach alpha."""
    if not params.futility or depth > DEEPEST_FUTILITY:
        return False
    return static + FUTILITY_BASE + params.futility_margin * depth <= alpha
