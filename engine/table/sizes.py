"""Sizes of a table in positions, as the studies of replacement schemes count them.

K is 1024 (Breuker 1998, section 2.5). Import-light: the sizes are choices of an option.
"""

POSITION_COUNTS = {
    f"{2**power}{unit}": 2**power * factor
    for unit, factor, powers in (("K", 2**10, range(10)), ("M", 2**20, range(9)))
    for power in powers
}
"""By choice, 1K to 256M."""


def positions_of(choice: str) -> int | None:
    """Return the number of positions for a choice of `Table Positions`; None for Hash."""
    return POSITION_COUNTS.get(choice)
