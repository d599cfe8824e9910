"""How often a rule prunes wrongly: some of the nodes that it prunes are searched in full.

The search goes on with the pruned value. So what is counted is how often a rule introduces an
error; whether the error reaches the root, a search without the rule tells.
Source: Björnsson 2002, chapter 3 (the two risks of pruning); choice X45.
"""

from engine.board.position import Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import U64, as_record
from engine.search.selective.memory import AUDIT, MEMORY, RULES, Node, audit_at
from engine.search.selective.traces import begin_probe, end_probe
from engine.search.shared.worker import PARAMS, Worker

NULL_MOVE_RULE, MULTI_CUT_RULE = (U64(place) for place in range(len(RULES)))
"""The rules by number."""
UPPER_HALF = U64(32)
"""Bits of the key by which nodes are chosen: others than those of the table's buckets."""


@core(int64(Worker, Position, Moves, Node, int64, int64))
def value_in_full(worker, pos, moves, node, beta, cut):
    """Search a node again without a rule that leaves moves out at the node itself, or a trace."""
    begin_probe(worker)
    node.skips_pruning = 1
    score = call_at(worker.zero_window, worker, pos, moves, node.depth, beta, cut)
    node.skips_pruning = node.unsure = 0
    end_probe(worker)
    return score


@core(void(Worker, Position, Moves, Node, int64, int64, uint64))
def audit(worker, pos, moves, node, beta, cut, rule):
    """Search one of so many pruned nodes in full; the NODE is no longer that of the pruned one."""
    every = as_record(worker.params, PARAMS).prune_audit
    memory = as_record(worker.memory, MEMORY)
    if not every or memory.probing or (pos.key >> UPPER_HALF) % uint64(every):
        return
    score = value_in_full(worker, pos, moves, node, beta, cut)
    if not worker.stop:
        audits = as_record(audit_at(worker, rule), AUDIT)
        audits.audited += 1
        audits.wrong += int64(score < beta)
