"""How large the proof searches of one `go mate` are, within the memory that they may take."""

from engine.proof.memory import slots_within
from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import FEWEST_SLOTS, MOST_NODES, Settings
from engine.proof.variants import PN2, Variant
from engine.table.memory import MIB

SLOTS_PER_NODE = 2
"""Nearly always enough for BTA, which needs further slots for twins."""
FIRST_NODES = 20_000
GROWTH = 4
"""The first searches are small, each further one so many times larger."""
MIDDLE_PERCENT, WIDTH_PERCENT = 200, 27
"""pn²: a and b of the size of the second level, in per cent of the memory: Breuker's best pair,
600,000 and 80,000 nodes, for a memory of 300,000 (section 4.4)."""
PARTS_OF_PN2, PARTS = 3, 4
"""pn² gets three quarters of the memory. It gives its proofs up, and finds the line again in the
rest: by a search in a quarter of its slots, which has a quarter of those for one within it, ..."""


def most_nodes(form: Variant, memory: int) -> int:
    """Return the nodes of the largest search: those that fit into the memory, if all are kept."""
    keeps_all = not form.second_level and not form.table
    return most_slots(form, memory) if keeps_all else MOST_NODES


def most_slots(form: Variant, memory: int) -> int:
    """Return the slots that fit into so many bytes."""
    return slots_within(form, memory * PARTS_OF_PN2 // PARTS if form.second_level else memory)


def sized(form: Variant, one_level: Variant, memory: int, nodes: int, limit: int) -> Settings:
    """Return how to search.

    Parameters
    ----------
    form
        That is asked for.
    one_level
        With which pn² begins: what fits into memory as a graph needs no second level.
    memory
        Bytes that the search may take.
    nodes
        For which there is to be room.
    limit
        Nodes after which the search ends.
    """
    searched = one_level if form == PN2 else form
    if searched.table:
        return Settings(
            searched.name, node_limit=limit, slots=FEWEST_SLOTS, table_mib=memory // MIB
        )
    most = most_slots(searched, memory)
    needed = nodes * (SLOTS_PER_NODE if searched.looks_up else 1) + MOST_CHILDREN
    if form != PN2 or needed <= GROWTH * most:  # once with all of the memory
        slots = max(FEWEST_SLOTS, min(most, needed))
        return Settings(searched.name, node_limit=limit, slots=slots, populates=True)
    most = most_slots(PN2, memory)
    middle, width = most * MIDDLE_PERCENT // 100, most * WIDTH_PERCENT // 100
    return Settings(PN2.name, node_limit=limit, slots=most, middle=middle, width=width)
