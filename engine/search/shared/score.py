"""Scores: centipawns for the side to move, mates counted in plies, draws, bounds of a window.

A mate in the table is counted from its own position, in the search from the root (X15).
"""

from engine.machine.core import core, int64

INFINITE = 32000
"""Centipawns beyond every value: the window that lets everything in."""
MATE = 31000
"""Being mated on the spot is -MATE; each ply of delay takes one off."""
FARTHEST_MATE = MATE - 500
"""Scores beyond it are mates: more plies than any search has, and above every evaluation."""
DRAW = 0
UNDECIDED = 2 * INFINITE
"""No value of a position: what a function returns that has found none."""


@core(int64(int64, int64), forceinline=True)
def score_to_table(score, ply):
    """Count a mate from this node instead of from the root, `ply` plies above."""
    if score > FARTHEST_MATE:
        return score + ply
    if score < -FARTHEST_MATE:
        return score - ply
    return score


@core(int64(int64, int64), forceinline=True)
def score_from_table(score, ply):
    """Count a mate from the root again."""
    if score > FARTHEST_MATE:
        return score - ply
    if score < -FARTHEST_MATE:
        return score + ply
    return score


def mate_in(score: int) -> int | None:
    """Return the moves to mate: positive if we mate, negative if we are mated, None if neither.

    A side that is mated already has 0.
    """
    if score > FARTHEST_MATE:
        return (MATE - score + 1) // 2
    if score < -FARTHEST_MATE:
        return -((MATE + score) // 2)
    return None
