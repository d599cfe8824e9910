"""Which parts of an entry are stored and used, one row each: the experiment move versus score.

Source: Breuker 1998, section 2.7.2; Lazar 1995, switches TABLE MOVES and TABLE VALUES.
"""

from typing import NamedTuple


class Use(NamedTuple):
    """What the search may use of an entry, and which results are stored."""

    name: str
    """The value of the option."""
    stores: bool
    """Whether the table is used at all."""
    move: bool
    """The move is tried first."""
    exact: bool
    """An exact score is used."""
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
