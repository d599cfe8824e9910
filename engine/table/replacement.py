"""The replacement schemes, one row each: which position stays when two map to one place.

A scheme is the number of places in a bucket, a rule for the first of them (does the newcomer win
it?), and how a table hit counts in the size of a subtree. This file has no heavy imports, because
the names of the schemes are printed before the compiler is loaded; `store.py` compiles
`newcomer_wins`.

Sources: Breuker, Uiterwijk and van den Herik 1994, section 2; Breuker 1998, section 2.4;
Lazar 1995. TWOBIGALL is ours: the missing combination.
"""

from typing import NamedTuple

ALWAYS, NEVER, AT_LEAST_AS_DEEP, AT_LEAST_AS_BIG = range(4)


def newcomer_wins(rule, depth, size, resident_depth, resident_size):
    """Whether the newcomer takes the first place; ties go to the newer result (X2)."""
    if rule == AT_LEAST_AS_BIG:
        return size >= resident_size
    if rule == AT_LEAST_AS_DEEP:
        return depth >= resident_depth
    return rule == ALWAYS


class Scheme(NamedTuple):
    """A replacement scheme."""

    name: str
    """The value of the option."""
    levels: int
    """Places in a bucket: 1 or 2."""
    rule: int
    """The rule of `newcomer_wins` for the first place."""
    whole_hits: bool
    """Whether a table hit counts as the nodes it saved (BIGALL) or as one node (BIG1)."""
    sentence: str


SCHEMES = (
    Scheme("OLD", 1, NEVER, False, "the resident stays"),
    Scheme("NEW", 1, ALWAYS, False, "the newcomer replaces"),
    Scheme("DEEP", 1, AT_LEAST_AS_DEEP, False, "the deeper search stays"),
    Scheme("BIG1", 1, AT_LEAST_AS_BIG, False, "the bigger subtree stays, a hit counts 1"),
    Scheme("BIGALL", 1, AT_LEAST_AS_BIG, True, "the bigger subtree stays, a hit counts its nodes"),
    Scheme("TWODEEP", 2, AT_LEAST_AS_DEEP, False, "DEEP in the first place, NEW in the second"),
    Scheme("TWOBIG1", 2, AT_LEAST_AS_BIG, False, "BIG1 in the first place, NEW in the second"),
    Scheme("TWOBIGALL", 2, AT_LEAST_AS_BIG, True, "BIGALL in the first place, NEW in the second"),
)
