"""Mate distance pruning: no line is searched that could only give a longer mate than one known.

Source: common practice of chess programs.
"""

from engine.machine.core import core, int64
from engine.search.shared.score import MATE, UNDECIDED


@core(int64(int64, int64, int64), forceinline=True)
def mate_distance_bound(ply, alpha, beta):
    """The bound of a node in which every mate is too long to matter; else UNDECIDED."""
    soonest_mate, mated_here = MATE - ply - 1, -MATE + ply
    if alpha >= soonest_mate:
        return soonest_mate
    if beta <= mated_here:
        return mated_here
    return int64(UNDECIDED)
