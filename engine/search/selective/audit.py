"""How often a rule prunes wrongly, and how many of its errors arrive at the principal variation.

Some of the nodes that a rule prunes are searched in full: where no move cuts off, the rule has
introduced an error. The search goes on with the pruned value, and the error is followed upwards. An
expected all-node is wrong if it fails low for a move that in truth cuts off; an expected cut-node
is if no other move cuts off. So an error ends where one is found, or arrives at a pv-node, where a
move is judged wrongly.
Source: Björnsson 2002, chapter 3 (the two risks of pruning); choices X45 and X53.
"""

from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import U64, as_record, at, bit
from engine.search.selective.descent import begin_child
from engine.search.selective.memory import AUDIT, MEMORY, RULES, Node, audit_at
from engine.search.selective.ordering import next_move
from engine.search.selective.traces import begin_probe, end_probe
from engine.search.shared.worker import PARAMS, Worker

NULL_MOVE_RULE, MULTI_CUT_RULE = (U64(place) for place in range(len(RULES)))
"""The rules by number."""
NUMBER_OF_RULES = U64(len(RULES))
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
    """Search one of so many pruned nodes in full; the NODE is no longer that of the pruned one.

    And every one that was pruned on a value that is wrong itself: the error goes on if the node has
    no cut-off. `node.wrong` has the rules at fault before and afterwards.
    """
    every, carried = as_record(worker.params, PARAMS).prune_audit, node.wrong
    if not every or as_record(worker.memory, MEMORY).probing:
        return
    chosen = (pos.key >> UPPER_HALF) % uint64(every) == NONE
    if not chosen and not carried:
        return
    score = value_in_full(worker, pos, moves, node, beta, cut)
    node.wrong = NONE
    if worker.stop:
        return
    if chosen:
        audits = as_record(audit_at(worker, rule), AUDIT)
        audits.audited += 1
        audits.wrong += int64(score < beta)
        carried |= bit(rule)
    if score < beta:
        node.wrong = carried


@core(uint64(Worker, Position, Moves, Node, int64, uint64))
def errors_left(worker, pos, moves, node, beta, before):
    """The rules at fault in a node whose last move cuts off; `before` are those of other moves.

    If the last move only seems to cut off, another one may: one of those before it that only seem
    to fail low, or one of those behind it, which are searched for that. Then the error ends here.
    """
    wrong = at(node, 1).wrong
    if not wrong or before:
        return NONE
    begin_probe(worker)
    move = next_move(worker, pos, moves)
    while move and wrong and not worker.stop:
        begin_child(worker, pos, moves, node, move)
        deeper, below, list_below = node.depth - node.cost, at(pos, 1), at(moves, 1)
        score = -call_at(worker.zero_window, worker, below, list_below, deeper, 1 - beta, int64(0))
        if score >= beta:
            wrong = NONE
        move = next_move(worker, pos, moves)
    end_probe(worker)
    return wrong


@core(void(Worker, uint64))
def count_propagated(worker, wrong):
    """Count a move of a pv-node that was judged wrongly, for each rule at fault."""
    for place in range(NUMBER_OF_RULES):
        if wrong & bit(place):
            as_record(audit_at(worker, place), AUDIT).propagated += 1
