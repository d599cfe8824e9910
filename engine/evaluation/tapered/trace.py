"""The evaluation taken apart: the sum of weights, and by what it is multiplied afterwards.

Whatever the words of WEIGHTS are, `untapered` adds them up. With a word of one and others of zero
it counts how often a weight occurs: so the tuner learns the terms from the evaluation itself.
"""

import numpy as np

from engine.board.names import ONE
from engine.board.position import POSITION, TABLES
from engine.board.setup import whole_value
from engine.evaluation.tapered.evaluation import phase, untapered
from engine.evaluation.tapered.scale import scale_factor
from engine.evaluation.tapered.weights import WEIGHTS
from engine.machine.core import door, int64, record, uint64, void
from engine.machine.words import as_record, at

TRACE = np.dtype(
    [
        ("total", "i8"),  # of the words, for the side to move
        ("phase", "i8"),  # 24 with all pieces, 0 with pawns only
        ("ahead", "i8"),  # sixty-fourths of a lead of the side to move that count
        ("behind", "i8"),  # and of a lead of the other side
    ],
    align=True,
)

Trace = record(TRACE)


@door(void(uint64, uint64, uint64, uint64, int64))
def trace(positions, traces, tables_where, weights_where, number):
    """Fill TRACE records for so many POSITION records, all by their addresses.

    The values of the positions are computed anew from the tables.
    """
    pos, found = as_record(positions, POSITION), as_record(traces, TRACE)
    tables, weights = as_record(tables_where, TABLES), as_record(weights_where, WEIGHTS)
    for i in range(number):
        here, out = at(pos, i), at(found, i)
        here.value = whole_value(here, tables)
        out.total = untapered(here, tables, weights)
        out.phase = phase(here)
        out.ahead = scale_factor(here, here.turn)
        out.behind = scale_factor(here, here.turn ^ ONE)
