"""By how much a late move is searched less deep: a table by depth and number of the move."""

import math
from functools import cache
from typing import Any

import numpy as np

from engine.search.shared.depth import PLY

LAST_ROW = 63
"""Depths in plies, and numbers of moves, beyond it are treated as this one."""


@cache
def reduction_table(base: int, divisor: int) -> Any:
    """Return an array of int64 by depth and number, both up to LAST_ROW, in parts of a ply.

    Parameters
    ----------
    base, divisor : int
        In hundredths: base + ln(depth) * ln(number of the move) / divisor plies.
    """
    table = np.zeros((LAST_ROW + 1, LAST_ROW + 1), np.int64)
    for depth in range(1, LAST_ROW + 1):
        for tried in range(2, LAST_ROW + 1):
            plies = base / 100 + math.log(depth) * math.log(tried) * 100 / divisor
            table[depth, tried] = int(plies * PLY)
    return table
