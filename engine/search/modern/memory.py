"""What MODERN alone keeps of a searching thread: a NODE for each ply, and what it learns of moves.

The NODEs lie one behind the other, some of them before the root, so that the moves that led to a
node can be asked for at every ply: `at(node, -1)` is the parent's.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.machine.core import core, int64, record, uint64
from engine.machine.words import U64
from engine.search.modern.ideas.reductions import LAST_ROW, reduction_table
from engine.search.shared.depth import PLY
from engine.search.shared.worker import PLIES, Worker

MOST_TRIED = 64
"""Moves of a node that are blamed when a later one cuts off."""
PLACEMENTS = 2 * 6 * 64
"""A side puts a kind of piece on a square."""
NOBODY = np.uint64(PLACEMENTS)
"""The placement where no move was made."""
CORRECTIONS = 16384
"""Length of a correction table."""
NODES_BEFORE_ROOT = 8
"""NODEs of moves before the root, which nobody made: as many as a guard looks back."""

NODE = np.dtype(
    [
        # First what the nodes below ask for, and what every node writes.
        ("played", "u8"),  # the move in search, as `placed`
        ("static_evaluation", "i8"),  # centipawns, corrected; -INFINITE in check
        ("expects_cut", "i8"),  # 1 if most likely some move will cut off, else 0
        ("cost", "i8"),  # parts of a ply that the move in search uses up: less if it is extended
        ("extended", "u8"),  # whether the table move is searched deeper: a singular move
        ("excluded", "u8"),  # the move that a singular probe excludes, in 16 bits, 0 if none
        ("depth", "i8"),  # parts of a ply by which its moves are searched
        ("tried", "i8"),  # moves searched, the one in search counted in
        ("killers", "u2", 2),  # quiet moves that cut off at this ply, in 16 bits
        ("improving", "i8"),  # 1 if the side to move stands better than at its last move, else 0
        ("estimate", "i8"),  # centipawns: the static evaluation, or what the table knows better
        ("alpha", "i8"),  # centipawns: the window that the node was entered with
        ("beta", "i8"),
        ("table_move", "u8"),  # the whole move that the table knows, 0 if none
        ("counted_before", "i8"),  # `worker.counted` when the node was entered
        ("blamed_count", "i8"),  # moves searched that did not cut off, up to MOST_TRIED
        ("blamed", "u4", MOST_TRIED),  # these moves
    ],
    align=True,
)
MEMORY = np.dtype(
    [
        ("root_depth", "i8"),  # plies of the iteration
        ("no_pass_before", "i8"),  # the ply down to which a null move is being verified
        ("node", NODE, NODES_BEFORE_ROOT + PLIES),
        ("reductions", "i8", (LAST_ROW + 1, LAST_ROW + 1)),  # parts of a ply by depth and number
        ("counters", "u2", PLACEMENTS + 1),  # by the move answered
        ("butterfly", "i2", (2, 4096)),  # by side, origin and target
        ("captures", "i2", (PLACEMENTS, 8)),  # by placement and captured kind
        # By plies back, the move there, kind and target.
        ("continuation", "i2", (2, PLACEMENTS + 1, PLACEMENTS // 2)),
        ("pawn_correction", "i2", (2, CORRECTIONS)),  # by side to move and key
        ("piece_correction", "i2", (2, 2, CORRECTIONS)),  # and colour of the pieces
    ],
    align=True,
)
Node, Memory = record(NODE), record(MEMORY)

assert MEMORY.fields
ROOT_NODE_AT = U64(MEMORY.fields["node"][1] + NODES_BEFORE_ROOT * NODE.itemsize)
"""Bytes from the beginning of a MEMORY to the root's NODE."""
NODE_BYTES = NODE.itemsize

LEARNED = (
    *("counters", "butterfly", "captures", "continuation"),
    *("pawn_correction", "piece_correction"),
)
"""Fields that go on from search to search within a game."""


@core(uint64(Worker, int64), forceinline=True)
def node_at(worker, ply):
    """The address of a ply's NODE."""
    return worker.memory + ROOT_NODE_AT + uint64(ply * NODE_BYTES)


def prepare(memory: Any, settings: Mapping[str, Any]) -> None:
    """Make a MEMORY record ready for the next search: killers belong to plies of one tree."""
    memory.node[:] = np.zeros(1, NODE)[0]
    memory.node["cost"] = PLY
    base, divisor = int(settings["reduction_base"]), int(settings["reduction_divisor"])
    memory.reductions[:] = reduction_table(base, divisor)
