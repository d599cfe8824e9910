"""The memory of a searching thread, and the options as the core reads them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.board.position import MOVES, POSITION
from engine.board.setup import HISTORY
from engine.machine.calls import entrance
from engine.machine.words import address
from engine.options import OPTIONS, Value
from engine.search.modern.ideas.reductions import reduction_table
from engine.search.shared.worker import DEEPEST_PLY, LEARNED, WORKER
from engine.table.statistics import COUNTS
from engine.thinking.searches import Core


def fill_params(params: Any, settings: dict[str, Any]) -> None:
    """Copy the settings into a PARAMS record as numbers."""
    for option in OPTIONS:
        if option.dtype:
            params[option.field] = option.number(settings[option.field])


class Thread:
    """The memory of one searching thread; Python keeps it alive while the core uses it.

    Parameters
    ----------
    tables : array of one TABLES
    params : array of one PARAMS
    weights : array of one WEIGHTS
    core : Core
        The search it runs.
    """

    def __init__(self, tables: Any, params: Any, weights: Any, core: Core) -> None:
        self.root = HISTORY
        self.stack = np.zeros(HISTORY + DEEPEST_PLY + 6, POSITION).view(np.recarray)
        self.moves = np.zeros(DEEPEST_PLY + 6, MOVES).view(np.recarray)
        self.counts = np.zeros(1, COUNTS).view(np.recarray)
        self.array = np.zeros(1, WORKER).view(np.recarray)
        self.core = core
        self.tables, self.params, self.weights = tables, params, weights
        worker = self.array[0]
        worker.tables, worker.params = address(tables[0]), address(params[0])
        worker.weights = address(weights[0])
        worker.counts = address(self.counts[0])
        worker.root, worker.moves = address(self.stack[self.root]), address(self.moves[0])
        worker.negamax = entrance(core.negamax)
        worker.extension_percent = core.search.extension_percent
        worker.evasion_plies = core.search.evasion_plies

    @property
    def worker(self) -> Any:
        """The WORKER record."""
        return self.array[0]

    @property
    def where(self) -> Any:
        """The address of the WORKER record."""
        return address(self.array[0])

    def reset_counters(self) -> None:
        """Begin to count anew."""
        self.counts[0] = np.zeros(1, COUNTS)[0]
        for field in ("nodes", "interior", "quiescence", "counted", "generated", "generations"):
            self.worker[field] = 0
        self.worker.deepest_ply = 0

    def prepare(self, settings: Mapping[str, Value]) -> None:
        """Before a search: forget what belongs to the last one, compute what the options decide."""
        base, divisor = (int(settings[f"reduction_{name}"]) for name in ("base", "divisor"))
        self.worker.reductions[:] = reduction_table(base, divisor)
        self.worker.history[:], self.worker.killers[:] = 0, 0

    def forget(self) -> None:
        """Forget what was learned of moves and positions in other searches."""
        for field in LEARNED:
            self.worker[field] = 0
