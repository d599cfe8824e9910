"""Depth in parts of a ply, so that reductions and extensions can be finer than a ply.

The table, the options and Python count whole plies. The searches of one depth for all moves, like
ALIBABA, do not need this.
"""

from engine.machine.core import core, int64

PLY_BITS = 10
PLY = 1 << PLY_BITS
"""Parts of a ply."""


@core(int64(int64), forceinline=True)
def whole_plies(depth):
    """The plies in a depth, rounded down."""
    return depth >> PLY_BITS


@core(int64(int64), forceinline=True)
def hundredths(depth):
    """The depth in hundredths of a ply, rounded down."""
    return depth * 100 >> PLY_BITS
