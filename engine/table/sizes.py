"""Sizes of a table in positions, as the studies of replacement schemes count them.

K is 1024 (Breuker 1998, section 2.5). Import-light: the sizes are choices of an option.
"""

import re

UNITS = {"": 1, "K": 2**10, "M": 2**20}
WRITTEN = re.compile(r"([0-9]{1,12}) ?([KM]?)", re.IGNORECASE)

POSITION_COUNTS = {
    f"{2**power}{unit}": 2**power * UNITS[unit]
    for unit, powers in (("", (8, 9)), ("K", range(10)), ("M", range(9)))
    for power in powers
}
"""By choice, 256 to 256M."""
CHOICES = {count: choice for choice, count in POSITION_COUNTS.items()}


def positions_of(choice: str) -> int | None:
    """Return the number of positions for a choice of `Table Positions`; None for Hash."""
    return POSITION_COUNTS.get(choice)


def choice_of(text: str) -> str:
    """Return the choice for a size however it is written: 1024K and 1048576 are 1M.

    A text that is no size of a table is returned as it is.
    """
    match = WRITTEN.fullmatch(text.strip())
    count = int(match[1]) * UNITS[match[2].upper()] if match else 0
    return CHOICES.get(count, text)
