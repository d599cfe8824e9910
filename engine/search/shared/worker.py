"""What one searching thread carries: where things lie, limits, counters, lines, orderings.

Nothing is allocated while searching: lines and move lists lie here by ply.
"""

import numpy as np
from numba import from_dtype, int64, uint64

from engine.board.position import MOST_MOVES, POSITION
from engine.machine.words import core
from engine.options import OPTIONS
from engine.table.entry import DEEPEST

DEEPEST_PLY = 2 * DEEPEST
"""Quiescence below the deepest search ends here at the latest."""
PLIES = DEEPEST_PLY + 4
LINE = 128
"""Moves that a line can have."""
MOST_TRIED = 64
"""Moves of a node that are blamed when a later one cuts off."""
PLACEMENTS = 2 * 6 * 64
"""A side puts a kind of piece on a square."""
NOBODY = np.uint64(PLACEMENTS)
"""The placement where no move was made."""
CORRECTIONS = 16384

PARAMS = np.dtype([(row.field, row.dtype) for row in OPTIONS if row.dtype])
"""The options as numbers; combos by the number of their choice."""

WORKER = np.dtype(
    [
        ("tables", "u8"),  # addresses: TABLES, PARAMS, TABLE, COUNTS
        ("params", "u8"),
        ("table", "u8"),
        ("counts", "u8"),
        ("root", "u8"),  # the root's POSITION and MOVES; those of further plies follow
        ("moves", "u8"),
        ("negamax", "u8"),  # entrance of the function that the roots call, see machine/calls.py
        ("stop", "i8"),  # set from outside, or by a limit
        ("deadline", "i8"),  # nanoseconds of the monotonic clock; may be changed while searching
        ("free_nodes", "i8"),  # nodes up to which the deadline does not count
        ("node_limit", "i8"),
        ("next_poll", "i8"),  # the node count at which the limits are looked at again
        ("nodes", "i8"),  # entries of the full-width and quiescence functions (X18)
        ("interior", "i8"),  # of these, the ones that searched a move
        ("quiescence", "i8"),  # quiescence nodes that searched a move
        ("counted", "i8"),  # nodes as the replacement scheme counts them
        ("generated", "i8"),  # moves that the generator wrote
        ("generations", "i8"),  # its calls
        ("deepest_ply", "i8"),
        # How far beyond its depth the search can reach: extensions in per cent of the depth, and
        # plies in which checks are answered.
        ("extension_percent", "i8"),
        ("evasion_plies", "i8"),
        ("fifty_draws", "i8"),  # nodes that were drawn by the fifty-move rule
        ("fifty_before", "i8", PLIES),  # by ply: that number when the node was entered
        ("found_move", "u8"),  # the whole, legal move of the entry looked up last
        ("followed", "i8"),  # the ply up to which the path follows a refutation line, -1 if none
        ("refutation_row", "u8"),  # the line that it follows
        ("root_count", "i8"),
        ("restricted", "i8"),  # whether these are not all legal moves
        ("root_first", "i8"),  # the place of the first to be searched: those before it are taken
        ("root_current", "i8"),  # the place of the one in search
        ("root_move", "u8", MOST_MOVES),
        ("root_score", "i8", MOST_MOVES),  # of the last window; -INFINITE if not searched
        ("root_row", "u8", MOST_MOVES),  # row of `refutation` of this root move
        ("root_nodes", "i8", MOST_MOVES),  # by row: nodes of this search below the root move
        ("history", "i8", (2, 4096)),  # by side, origin and target
        ("line_length", "i8", PLIES),
        ("line", "u2", (PLIES, LINE)),  # by ply: the best line found below, in short moves
        ("led_move", "u8", PLIES),  # by ply: next move of the refutation line
        ("active_move", "u8", PLIES),  # by ply: first move of the stored or inherited line
        ("active_rest", "u8", PLIES),  # and the moves behind it
        ("inherited", "u8", PLIES),  # by ply: the line that the parent handed down
        ("refutation_length", "i8", MOST_MOVES),
        ("refutation", "u2", (MOST_MOVES, LINE)),
        # What follows serves the search Modern alone (histories.py, correction.py).
        ("weights", "u8"),  # address: WEIGHTS
        ("root_depth", "i8"),  # plies of the iteration
        ("no_pass_before", "i8"),  # the ply down to which a null move is being verified
        ("excluded", "u8", PLIES),  # by ply: the move left out by a singular probe, in 16 bits
        ("expects_cut", "i8", PLIES),  # by ply: whether most likely some move will cut off
        ("static_value", "i8", PLIES),  # by ply: -INFINITE in check
        ("played", "u8", PLIES + 2),  # from two plies before the root: moves as `placed`
        ("tried_count", "i8", PLIES),
        ("tried", "u4", (PLIES, MOST_TRIED)),  # by ply: moves that did not cut off
        ("killers", "u2", (PLIES, 2)),
        ("counters", "u2", PLACEMENTS + 1),  # by the move answered
        ("butterfly", "i2", (2, 4096)),  # by side, origin and target
        ("captures", "i2", (PLACEMENTS, 8)),  # by placement and captured kind
        # By plies back, the move there, kind and target.
        ("continuation", "i2", (2, PLACEMENTS + 1, PLACEMENTS // 2)),
        ("pawn_correction", "i2", (2, CORRECTIONS)),  # by side to move and key
        ("piece_correction", "i2", (2, 2, CORRECTIONS)),  # and colour of the pieces
        ("reductions", "i8", (64, 64)),  # 1024ths of a ply by depth and number of the move
    ],
    align=True,
)

Worker, Params = from_dtype(WORKER), from_dtype(PARAMS)
LEARNED = (
    *("killers", "counters", "butterfly", "captures", "continuation"),
    *("pawn_correction", "piece_correction"),
)
"""Fields that keep what the search Modern learns."""
POSITION_BYTES = np.uint64(POSITION.itemsize)


@core(int64(Worker, uint64), forceinline=True)
def plies_below(worker, where):
    """The distance from the root of the position at an address."""
    return int64((where - worker.root) // POSITION_BYTES)
