"""A weaker opponent on request: fewer nodes for every move.

How many nodes make which rating was found by matches against programs with published ratings and
between the levels themselves; docs/playing.md says how.
"""

from engine.options.game import LOWEST_ELO

NODES_AT_LOWEST = 220
ELO_PER_DOUBLING = 190


def nodes_for(elo: int) -> int:
    """Return the nodes of a move that make a rating.

    Parameters
    ----------
    elo
        From `LOWEST_ELO` to `HIGHEST_ELO`.
    """
    return round(NODES_AT_LOWEST * 2 ** ((elo - LOWEST_ELO) / ELO_PER_DOUBLING))
