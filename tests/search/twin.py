"""The slow twin's values, each computed once in a session however many tests ask for it."""

from functools import cache

from tests.naive import Twin
from tests.search.positions import board_of


@cache
def value_of(position: str, depth: int, quiescent: bool = False, strict: bool = False) -> int:
    """The value by plain minimax, in the twin's quiescence at the leaves if wanted."""
    return Twin(quiescent=quiescent, strict=strict).minimax(board_of(position), depth)
