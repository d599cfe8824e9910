"""The evaluations, one row each: what the searches call, and what has to be filled before.

A new evaluation is a folder beside the others and a row here; `thinking/searches.py` says which
search uses which. The searches reach the functions of a row by their addresses
(`search/shared/evaluation.py`), so that no search is compiled anew for another evaluation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.evaluation.alibaba import evaluation as alibaba
from engine.evaluation.tapered import evaluation as tapered
from engine.evaluation.tapered.weights import WEIGHTS, fill_tapered_values, load_weights


@dataclass(frozen=True)
class Evaluation:
    """One way to tell what a position is worth before it is searched.

    The compiled functions are called by address and nobody checks their types: `evaluate`,
    `quick_value` and `refresh` are ``int64(Position, Tables, uint64, uint64)``, with the address of
    the weights and that of the position's state; `update` is ``int64(Position, Tables, uint64,
    uint64, uint64)``, with the move as well. An address is 0 if there is nothing at it.
    """

    name: str
    """As `thinking/searches.py` calls it."""
    sources: str
    fill_values: Callable[[Any, Any, dict[str, Any]], None]
    """Fills TABLES.value, of which `make` keeps the sum in POSITION.value, from the weights and the
    settings by option field."""
    evaluate: Callable[..., int]
    """Returns the static value in centipawns for the side to move, at most HIGHEST."""
    quick_value: Callable[..., int] | None = None
    """Returns about that value in a fraction of the time, for a search that is lazy; None if it
    would take as long."""
    weights: np.dtype[Any] | None = None
    """The record of its weights."""
    load_weights: Callable[[], Any] | None = None
    """Reads them: an array of one record."""
    state: np.dtype[Any] | None = None
    """The record that is kept beside every position of the path, with what is not worth computing
    anew in each; None if there is no such thing."""
    refresh: Callable[..., int] | None = None
    """Computes the state of the root from its position alone; returns 0."""
    update: Callable[..., int] | None = None
    """After a move, or a pass (0), from a position to the next record of the stack: writes the next
    state, which follows that of the position; returns 0."""

    def doors(self) -> tuple[Callable[..., int], ...]:
        """Give the compiled functions that are called by address."""
        functions = (self.evaluate, self.quick_value, self.refresh, self.update)
        return tuple(function for function in functions if function is not None)


ALIBABA = Evaluation(
    name="AliBaba",
    sources="Breuker 1998, section 2.3.1; Lazar 1995, evaluation",
    fill_values=alibaba.fill_values,
    evaluate=alibaba.evaluate,
)

TAPERED = Evaluation(
    name="Tapered",
    sources="Letouzey, Fruit, 2004; its terms name theirs",
    fill_values=fill_tapered_values,
    evaluate=tapered.evaluate,
    quick_value=tapered.quick_value,
    weights=WEIGHTS,
    load_weights=load_weights,
)

EVALUATIONS = {row.name: row for row in (ALIBABA, TAPERED)}
"""By name."""
