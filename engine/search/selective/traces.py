"""Searches that must leave no trace: they measure the search, and may not change it.

Neither the table nor the history learns from them, and afterwards all counters and limits are as
they were.
"""

from engine.machine.core import core, void
from engine.machine.words import address, as_record, copy
from engine.search.selective.memory import (
    KEPT_COUNTS_AT,
    KEPT_TABLE_COUNTS_AT,
    KEPT_TALLIES_AT,
    MEMORY,
    SELECTIVE_COUNTS,
    TALLIES_AT,
    TALLY,
    counts_of,
)
from engine.search.shared.worker import Worker
from engine.table.statistics import COUNTS

NO_LIMIT = 1 << 62
"""Nodes that no search reaches: the probe does not count towards the limit of the search."""


@core(void(Worker))
def begin_probe(worker):
    """Keep all counters, and let nothing be learned or logged; the clock goes on."""
    memory = as_record(worker.memory, MEMORY)
    copy(
        as_record(worker.memory + KEPT_COUNTS_AT, SELECTIVE_COUNTS),
        as_record(counts_of(worker), SELECTIVE_COUNTS),
    )
    copy(
        as_record(worker.memory + KEPT_TALLIES_AT, TALLY),
        as_record(address(worker) + TALLIES_AT, TALLY),
    )
    copy(as_record(worker.memory + KEPT_TABLE_COUNTS_AT, COUNTS), as_record(worker.counts, COUNTS))
    memory.kept_node_limit, worker.node_limit = worker.node_limit, NO_LIMIT
    memory.kept_deepest_ply, memory.kept_fifty_draws = worker.deepest_ply, worker.fifty_draws
    memory.kept_tree, worker.tree, memory.probing = worker.tree, 0, 1


@core(void(Worker))
def end_probe(worker):
    """Put everything back."""
    memory = as_record(worker.memory, MEMORY)
    copy(
        as_record(counts_of(worker), SELECTIVE_COUNTS),
        as_record(worker.memory + KEPT_COUNTS_AT, SELECTIVE_COUNTS),
    )
    copy(
        as_record(address(worker) + TALLIES_AT, TALLY),
        as_record(worker.memory + KEPT_TALLIES_AT, TALLY),
    )
    copy(as_record(worker.counts, COUNTS), as_record(worker.memory + KEPT_TABLE_COUNTS_AT, COUNTS))
    worker.node_limit, worker.next_poll = memory.kept_node_limit, worker.nodes
    worker.deepest_ply, worker.fifty_draws = memory.kept_deepest_ply, memory.kept_fifty_draws
    worker.tree, memory.probing = memory.kept_tree, 0
