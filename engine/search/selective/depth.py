"""Depth in hundredths of a ply, the unit of the weights of move classes.

The table, the options and Python count whole plies.
"""

from engine.machine.core import core, int64

ONE_PLY = 100
"""Hundredths of a ply in a ply."""


@core(int64(int64), forceinline=True)
def whole_plies(depth):
    """The plies in a depth, rounded down."""
    return depth // ONE_PLY
