"""A search that advises a proof search: what it shows of the mate is proved."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.thinking.proving.chess_game import Advice

ADVICE_PART = 2
"""The search that gives advice gets one in so many of the nodes of a proof search."""
FEW_PIECES, ADVICE_TIMES = 5, 4
"""With so few pieces, kings included, it gets so many times as many instead: there a mate is long
and most moves lead to one, so that proof numbers tell little."""


@dataclass(frozen=True)
class Adviser:
    """Another search that may show a mate."""

    advice: Advice
    """What it leaves in its table."""
    look: Callable[[int, int], int | None]
    """Search so many nodes at most for a mate in so many moves; return the moves of the mate that
    is shown, if any is."""


def nodes_for_advice(nodes: int, pieces: int) -> int:
    """Return the nodes of the search that gives advice, beside a proof search of so many."""
    return nodes * ADVICE_TIMES if pieces <= FEW_PIECES else max(1, nodes // ADVICE_PART)
