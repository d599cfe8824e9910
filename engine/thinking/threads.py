"""The memory of a searching thread, and the options as the core reads them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.board.position import MOVES, POSITION
from engine.board.setup import HISTORY
from engine.evaluation.evaluations import Evaluation
from engine.machine.calls import entrance
from engine.machine.words import address
from engine.options import OPTIONS, Value
from engine.process.processors import usable_processors
from engine.search.shared.worker import DEEPEST_PLY, TALLIES, WORKER
from engine.table.statistics import COUNTS
from engine.thinking.loading import LoadedSearch

CACHE_LINE = 64
"""Bytes that a processor takes from memory at once."""


def fill_params(params: Any, settings: dict[str, Any]) -> None:
    """Copy the settings into a PARAMS record as numbers."""
    for option in OPTIONS:
        if option.dtype:
            params[option.field] = option.number(settings[option.field])


def aligned(number: int, dtype: Any) -> Any:
    """Return so many records of zeros that begin with a line of the processor's cache."""
    room = np.zeros(number * dtype.itemsize + CACHE_LINE, np.uint8)
    begin = -room.ctypes.data % CACHE_LINE
    return room[begin : begin + number * dtype.itemsize].view(dtype).view(np.recarray)


def tallies_of(array: Any) -> Any:
    """Return the counters of one WORKER as numbers in the order of TALLIES; they share memory."""
    assert WORKER.fields is not None
    begin = WORKER.fields[TALLIES[0]][1]
    return array.view(np.uint8)[begin : begin + 8 * len(TALLIES)].view(np.int64)


class Thread:
    """The memory of one searching thread; Python keeps it alive while the core uses it.

    Parameters
    ----------
    tables : array of one TABLES
    params : array of one PARAMS
    weights : array of one record, or None
        What the evaluation of the search needs.
    core : LoadedSearch
        The search it runs.
    """

    def __init__(self, tables: Any, params: Any, weights: Any, core: LoadedSearch) -> None:
        self.root = HISTORY
        self.stack = aligned(HISTORY + DEEPEST_PLY + 6, POSITION)
        self.moves = aligned(DEEPEST_PLY + 6, MOVES)
        self.counts = aligned(1, COUNTS)
        self.array = aligned(1, WORKER)
        self.memories = aligned(1, core.memory)
        self.tallies, self.table_counts = tallies_of(self.array), self.counts.view(np.int64)
        self.core = core
        self.tables, self.params, self.weights = tables, params, weights
        worker = self.array[0]
        worker.tables, worker.params = address(tables[0]), address(params[0])
        worker.counts, worker.memory = address(self.counts[0]), address(self.memories[0])
        worker.root, worker.moves = address(self.stack[self.root]), address(self.moves[0])
        worker.negamax = entrance(core.negamax)
        worker.zero_window = entrance(core.zero_window) if core.zero_window else 0
        worker.extension_percent = core.search.extension_percent
        worker.evasion_plies = core.search.evasion_plies
        self._connect(core.evaluation)

    def _connect(self, evaluation: Evaluation) -> None:
        """Give the worker the functions of an evaluation, its weights and a stack for its state."""
        worker = self.worker
        for field in ("evaluate", "quick_value", "refresh", "update"):
            function = getattr(evaluation, field)
            worker[field] = entrance(function) if function else 0
        if evaluation.weights:
            worker.weights = address(self.weights[0])
        if evaluation.state:
            self.states = aligned(DEEPEST_PLY + 6, evaluation.state)
            worker.states, worker.state_bytes = address(self.states[0]), evaluation.state.itemsize

    @property
    def worker(self) -> Any:
        """The WORKER record."""
        return self.array[0]

    @property
    def memory(self) -> Any:
        """The record that the search alone uses."""
        return self.memories[0]

    @property
    def where(self) -> Any:
        """The address of the WORKER record."""
        return address(self.array[0])

    def reset_counters(self) -> None:
        """Begin to count anew."""
        self.tallies[:] = self.table_counts[:] = 0
        self.worker.deepest_ply = 0

    def prepare(self, settings: Mapping[str, Value]) -> None:
        """Before a search: forget what belongs to the last one, compute what the options decide."""
        self.core.prepare(self.memory, settings)

    def forget(self) -> None:
        """Forget what was learned of moves and positions in other searches."""
        for field in self.core.learned:
            self.memory[field] = 0


def warnings(threads: int) -> tuple[str, ...]:
    """Say so if more threads are wanted than there are processors."""
    processors = usable_processors()
    if threads <= processors:
        return ()
    return (
        f"{threads} threads share {processors} processors, which is all that this process may use: "
        "more threads than processors make a search weaker.",
    )
