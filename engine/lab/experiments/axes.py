"""Rows, columns and settings that several experiments share."""

from engine.lab.experiments.declaration import Options, Variant
from engine.lab.experiments.problems import mate_problems
from engine.table.sizes import choice_of, positions_of

CLEARING: Options = (("Time Stamping", "false"),)
STAMPING: Options = (("Time Stamping", "true"),)
PRINTED_SCHEMES = ("TWOBIG1", "TWODEEP", "BIG1", "BIGALL", "DEEP", "NEW", "OLD")
"""In the order of the printed tables, which is that of their success."""
SCHEMES = tuple(Variant(name, (("Replacement Scheme", name),)) for name in PRINTED_SCHEMES)
NO_TABLE = Variant("no table", (("Table Use", "nothing"),))
USES = tuple(
    Variant(use, (("Table Use", use),))
    for use in ("move only", "score only", "exact only", "bounds only", "full")
)
"""What of an entry is used, in the order of tables C.15 and C.16."""
LINES = tuple(
    Variant("1 ply" if plies == 1 else f"{plies} plies", (("Table PV Length", str(plies)),))
    for plies in range(1, 6)
)
"""Moves of the principal variation in an entry."""
COMPONENTS = tuple(
    Variant(label, tuple((option, "true") for option in options))
    for label, options in (
        ("none", ()),
        ("last reading", ("Stamp On Read",)),
        ("main lines", ("Entry Principal",)),
        ("proved draws", ("Entry Draw",)),
        ("both bounds", ("Entry Both Bounds",)),
        ("all of them", ("Stamp On Read", "Entry Principal", "Entry Draw", "Entry Both Bounds")),
    )
)
"""Optional components of an entry."""
KILO = 1024


def sizes(smallest: str, largest: str, factor: int = 2) -> tuple[Variant, ...]:
    """Return table sizes in positions, as the papers write them: 8K, 16K, …, 1024K."""
    first, last = positions_in(smallest), positions_in(largest)
    found = []
    while first <= last:
        label = f"{first // KILO}K" if first >= KILO else str(first)
        found.append(Variant(label, (("Table Positions", label),)))
        first *= factor
    return tuple(found)


def positions_in(label: str) -> int:
    """Return the number of positions of a table size such as 1024K."""
    found = positions_of(choice_of(label))
    if found is None:
        raise ValueError(f"{label} is no size of a table")
    return found


PROBLEMS = tuple(Variant(name, (("Problem", name),)) for name in mate_problems())
"""The mate problems, each in a row of its own."""
TWO_LEVELS: Options = (("Form", "pn2"), ("Nodes", "1000000000"), ("Slots", "300320"))
"""pn² with 300,000 nodes in memory and space for one more expansion."""
