"""What ALIBABA alone keeps of a searching thread: its history table and its refutation lines."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.board.position import MOST_MOVES
from engine.machine.core import record
from engine.search.shared.worker import LINE, PLIES

MEMORY = np.dtype(
    [
        ("followed", "i8"),  # the ply up to which the path follows a refutation line, -1 if none
        ("refutation_row", "u8"),  # the line that it follows
        ("history", "i8", (2, 4096)),  # by side, origin and target
        ("proved", "u1", PLIES),  # by ply: whether the value that the node returned is proved
        ("all_proved", "u1", PLIES),  # by ply: the same of all moves that were searched
        ("best_proved", "u1", PLIES),  # by ply: and of the best one
        ("led_move", "u8", PLIES),  # by ply: next move of the refutation line
        ("refutation_length", "i8", MOST_MOVES),
        ("refutation", "u2", (MOST_MOVES, LINE)),  # by row of the root move, in short moves
    ],
    align=True,
)
Memory = record(MEMORY)

LEARNED: tuple[str, ...] = ()
"""Fields that go on from search to search within a game."""


def prepare(memory: Any, settings: Mapping[str, Any]) -> None:
    """Make a MEMORY record ready for the next search."""
    memory.history[:] = 0
