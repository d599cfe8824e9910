"""A weaker opponent on request: fewer nodes per move.

How many nodes correspond to which rating was measured by matches against programs with published
ratings and between the levels themselves; docs/playing.md says how.
"""

from engine.options.game import LOWEST_ELO

NODES_AT_LOWEST = 220
ELO_PER_DOUBLING = 190


def nodes_for(elo: int) -> int:
    """Return the nodes per move that correspond to a rating.

    Parameters
    ----------
    elo
        From `LOWEST_ELO` to `HIGHEST_ELO`.
    """
    return round(NODES_AT_LOWEST * 2 ** ((elo - LOWEST_ELO) / ELO_PER_DOUBLING))
