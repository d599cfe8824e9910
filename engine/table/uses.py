"""Which parts of an entry are kept and used: the experiments «move versus score», one row each.

Source: Breuker 1998, section 2.7.2; Lazar 1995, switches TABLE MOVES and TABLE VALUES.
"""

from typing import NamedTuple


class Use(NamedTuple):
    """What the search may take from the table, and which results are stored at all."""

    name: str
    """The value of the option."""
    stores: bool
    """Whether anything is stored and looked up."""
    move: bool
    """The move is tried first."""
    exact: bool
    """An exact score answers."""
    bounds: bool
    """A bound narrows the window."""
    keeps_exact: bool
    """Exact results are stored."""
    keeps_bounds: bool
    """Bounds are stored."""


# fmt: off
USES = (
    #    name          stores  move   exact  bounds keeps exact, bounds
    Use("nothing", False, False, False, False, False, False),
    Use("move only", True, True, False, False, True, True),
    Use("score only", True, False, True, True, True, True),
    Use("exact only", True, False, True, False, True, False),
    Use("bounds only", True, False, False, True, False, True),
    Use("full", True, True, True, True, True, True),
)
# fmt: on
