"""What one searching thread carries, whichever search it runs: addresses, limits, counters, lines.

What a search alone uses lies in a record of its own (`memory.py` in its room). Nothing is allocated
while searching.
"""

import numpy as np

from engine.board.position import MOST_MOVES, POSITION
from engine.machine.core import core, int64, record, uint64
from engine.options import OPTIONS
from engine.table.entry import DEEPEST

DEEPEST_PLY = 2 * DEEPEST
"""Quiescence below the deepest search ends here at the latest."""
PLIES = DEEPEST_PLY + 4
"""Length of what is kept by ply."""
LINE = 128
"""Moves that a line can have."""

PARAMS = np.dtype([(row.field, row.dtype) for row in OPTIONS if row.dtype])
"""The options as numbers; combos by the number of their choice."""

WORKER = np.dtype(
    [
        ("tables", "u8"),  # addresses: TABLES, PARAMS, TABLE, COUNTS
        ("params", "u8"),
        ("table", "u8"),
        ("counts", "u8"),
        ("events", "u8"),  # address of EVENTS if root events are asked for, else 0
        ("tree", "u8"),  # address of a TREE_LOG if the tree is to be written down, else 0
        ("memory", "u8"),  # address of the MEMORY of the search that the thread runs
        ("root", "u8"),  # the root's POSITION and MOVES; those of further plies follow
        ("moves", "u8"),
        ("negamax", "u8"),  # entrance of the function that the roots call, see machine/calls.py
        ("zero_window", "u8"),  # and of the one for zero windows, 0 if the search has none
        ("evaluate", "u8"),  # entrances of the evaluation's functions, 0 if it has none
        ("quick_value", "u8"),
        ("refresh", "u8"),
        ("update", "u8"),
        ("weights", "u8"),  # addresses: its weights, its state beside the root; 0 if it has none
        ("states", "u8"),
        ("state_bytes", "u8"),
        ("stop", "i8"),  # set from outside, or by a limit
        ("deadline", "i8"),  # nanoseconds of the monotonic clock; may be changed while searching
        ("free_nodes", "i8"),  # nodes up to which the deadline does not count
        ("node_limit", "i8"),
        ("next_poll", "i8"),  # the node count at which the limits are looked at again
        ("nodes", "i8"),  # entries of the full-width and quiescence functions (X18)
        ("interior", "i8"),  # of these, the ones that searched a move
        ("quiescence", "i8"),  # quiescence nodes that searched a move
        ("full_width", "i8"),  # nodes of the full-width function, the root's windows included
        ("horizon", "i8"),  # nodes that it passed to quiescence because no depth was left
        ("counted", "i8"),  # nodes as the replacement scheme counts them
        ("generated", "i8"),  # moves that the generator wrote
        ("generations", "i8"),  # its calls
        ("quiescence_generated", "i8"),  # of these, the moves
        ("quiescence_generations", "i8"),  # and the calls for quiescence nodes
        ("deepest_ply", "i8"),
        # How far beyond its depth the search can reach: extensions in per cent of the depth, and
        # plies in which checks are answered.
        ("extension_percent", "i8"),
        ("evasion_plies", "i8"),
        ("fifty_draws", "i8"),  # nodes that were drawn by the fifty-move rule
        ("fifty_before", "i8", PLIES),  # by ply: that number when the node was entered
        ("root_count", "i8"),
        ("restricted", "i8"),  # whether these are not all legal moves
        ("root_first", "i8"),  # the place of the first to be searched: those before it are taken
        ("root_current", "i8"),  # the place of the one in search
        ("root_move", "u8", MOST_MOVES),
        ("root_score", "i8", MOST_MOVES),  # of the last window; -INFINITE if not searched
        ("root_row", "u8", MOST_MOVES),  # the number that a root move keeps while the order changes
        ("root_nodes", "i8", MOST_MOVES),  # by row: nodes of this search below the root move
        ("line_length", "i8", PLIES),
        ("line", "u2", (PLIES, LINE)),  # by ply: the best line found below, in short moves
        ("active_move", "u8", PLIES),  # by ply: first move of the stored or inherited line
        ("active_rest", "u8", PLIES),  # and the moves behind it
        ("inherited", "u8", PLIES),  # by ply: the line that the parent handed down
    ],
    align=True,
)

TALLIES = (
    *("nodes", "interior", "quiescence", "full_width", "horizon", "counted"),
    *("generated", "generations", "quiescence_generated", "quiescence_generations"),
)
"""The counters of WORKER, which lie side by side."""

Worker, Params = record(WORKER), record(PARAMS)
POSITION_BYTES = np.uint64(POSITION.itemsize)


@core(int64(Worker, uint64), forceinline=True)
def plies_below(worker, where):
    """The distance from the root of the position at an address."""
    return int64((where - worker.root) // POSITION_BYTES)
