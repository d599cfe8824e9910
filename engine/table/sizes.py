"""Sizes of a table in positions, as the studies of replacement schemes count them.

K is 1024 (Breuker 1998, section 2.5). Import-light: the sizes are announced as an option.
"""

POSITION_COUNTS = {
    f"{2**power}{unit}": 2**power * factor
    for unit, factor, powers in (("K", 2**10, range(10)), ("M", 2**20, range(9)))
    for power in powers
}
"""1K to 256M; the value of the option that names so many positions."""


def positions_of(choice: str) -> int | None:
    """Give the number of positions that a choice of `Table Positions` means; None for Hash."""
    return POSITION_COUNTS.get(choice)
