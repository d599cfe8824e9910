"""Statistics of the table, counted per search thread in the terms of the papers.

Sources: Lazar 1995, the twelve statistics; Breuker 1998, sections 2.1 and 2.7.
"""

import numpy as np

from engine.machine.core import record

COUNTS = np.dtype(
    [
        ("reads", "i8"),  # look-ups
        ("hits", "i8"),  # look-ups that found the position, as far as the search can tell (X19)
        ("writes", "i8"),  # results offered to the table, including refused ones
        ("filled", "i8"),  # places that were empty before
        ("refused", "i8"),  # results that the scheme did not store
        ("clashes", "i8"),  # stores that found the bucket occupied by another position
        ("collisions", "i8"),  # stores by which a position was lost, newcomer or resident
        ("aliases", "i8"),  # of these, the ones between positions with the same compared bits
        ("outdated", "i8"),  # positions of earlier searches that were overwritten
        ("protected", "i8"),  # stores that met an entry of a main line, which keeps its place
        ("refreshed", "i8"),  # positions of earlier searches that are current since they were read
        ("exact_cuts", "i8"),  # nodes answered by an exact score
        ("lower_cuts", "i8"),  # nodes answered after a lower bound
        ("upper_cuts", "i8"),  # nodes answered after an upper bound
        ("other_cuts", "i8"),  # of these, the ones by the further bound of an entry with two
        ("draw_cuts", "i8"),  # of these, the ones by a proved draw that was searched less deep
        ("move_only", "i8"),  # hits that gave a move to try first but no answer
        ("inherited", "i8"),  # nodes that took their first move from an ancestor's entry
        ("illegal", "i8"),  # type-1 errors detected: the table move is illegal here
        ("mistaken", "i8"),  # type-1 errors that happened: another position had the same bits
    ],
    align=True,
)

Counts = record(COUNTS)

PLACES = ("filled", "clashes", "collisions", "aliases", "outdated")
"""What happened to places; if the table is cleared during a search, these begin anew."""
