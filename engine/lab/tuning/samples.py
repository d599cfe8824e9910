"""The data of the tuner: for each position the count of every weight, the phase and the outcome.

The counts come from the compiled evaluation: with the words 1, 256, 256², … in eight weights and 0
in all others its sum holds eight counts of a byte each.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, vstack

from engine.board.geometry import new_tables
from engine.evaluation.tapered.evaluation import WHOLE_BOARD
from engine.evaluation.tapered.scale import WHOLE
from engine.evaluation.tapered.trace import TRACE, trace
from engine.evaluation.tapered.weights import WEIGHTS, WORDS, fill_tapered_values
from engine.lab.selfplay.record import WHITE_WON, positions_of
from engine.machine.words import address

AT_ONCE = 1 << 14
"""Positions that are traced together, in a dense matrix."""
BYTE, IN_A_WORD = 8, 8


class TuningSamples(NamedTuple):
    """Positions for the tuner, for the side to move."""

    counts: csr_array  # positions × weights, float32
    middle: Any  # share of the middle game, 0 to 1
    ahead: Any  # scale of a positive value
    behind: Any  # scale of a negative value
    result: Any  # 0 lost, 0.5 drawn, 1 won
    score: Any  # centipawns of the search

    def of(self, rows: Any) -> "TuningSamples":
        """Select positions."""
        return TuningSamples(*(part[rows] for part in self))


def samples_of(records: Any) -> TuningSamples:
    """Trace the positions of records.

    Parameters
    ----------
    records : array of RECORD
    """
    tables = new_tables()
    parts = [
        counted(records[first : first + AT_ONCE], tables)
        for first in range(0, len(records), AT_ONCE)
    ]
    counts, traces = zip(*parts, strict=True)
    traced = np.concatenate(traces)
    sign = np.where(records["turn"] == 0, 1, -1)
    white = records["result"] / WHITE_WON
    return TuningSamples(
        csr_array(vstack(counts, "csr")),
        traced["phase"] / WHOLE_BOARD,
        traced["ahead"] / WHOLE,
        traced["behind"] / WHOLE,
        np.where(sign > 0, white, 1 - white),
        sign * records["score"].astype(np.float64),
    )


def counted(records: Any, tables: Any) -> tuple[csr_array, Any]:
    """Count the weights of positions; returns the counts and the TRACE records."""
    positions = positions_of(records)
    counts = np.empty((len(records), WORDS), np.int8)
    for first in range(0, WORDS, IN_A_WORD):
        number = min(IN_A_WORD, WORDS - first)
        words = np.zeros(WORDS, np.int64)
        words[first : first + number] = 1 << BYTE * np.arange(number, dtype=np.int64)
        traces = traced_with(words, positions, tables)
        for place, column in enumerate(bytes_of(traces["total"], number)):
            counts[:, first + place] = column
    sparse = csr_array(counts)
    check = np.random.default_rng(0).integers(-(1 << 40), 1 << 40, WORDS)
    if (traced_with(check, positions, tables)["total"] != sparse @ check).any():
        raise ArithmeticError("a weight occurs more than 127 times in a position")
    return sparse.astype(np.float32), traces


def traced_with(words: Any, positions: Any, tables: Any) -> Any:
    """Run the evaluation with these words as its weights; returns TRACE records."""
    weights = words.view(WEIGHTS)
    traces = np.zeros(len(positions), TRACE)
    fill_tapered_values(tables[0], weights)
    places = (positions.ctypes.data, traces.ctypes.data, address(tables[0]), words.ctypes.data)
    trace(*map(np.uint64, places), len(positions))
    return traces


def bytes_of(totals: Any, number: int) -> Iterator[Any]:
    """Split sums into signed bytes, the lowest first."""
    for _ in range(number):
        low = totals.astype(np.int8)
        yield low
        totals = (totals - low) >> BYTE
