"""pn²: the evaluation function of a proof-number search is a whole proof-number search.

The first level evaluates a node when it is selected (delayed evaluation). Its evaluation searches
below the node, with immediate evaluation, in the memory that is left; then only the children stay.
How large that search may become depends on the size of the first level (`second_share` in
`memory.py`); with a share of nothing this is the search with delayed evaluation.
Source: Breuker 1998, chapter 4; f = 1: Allis 1994; choices X82 to X84.
"""

import numpy as np

from engine.machine.core import boolean, core, door, int64, uint64, void
from engine.machine.words import U64, as_record, at
from engine.proof.kept_trees import keep_tree, restore_tree
from engine.proof.nodes import (
    LAST,
    MOVE,
    OPEN,
    ROOT,
    from_children,
    is_attackers,
    is_solved,
    node_at,
)
from engine.proof.numbers import ONE, ZERO
from engine.proof.prover import (
    MEMORY,
    PROVER,
    RUNNING,
    SOLVED,
    TOO_DEEP,
    Prover,
    judged_numbers,
    may_expand,
    play,
    set_slot,
    slot_at,
)
from engine.proof.tree import DEEPEST, expand, search_below, select, update, write_root

SHARE = np.dtype([("part", "u8")], align=True)
"""f(x) for a block of sizes x of the first level, in 2**-32."""
WHOLE_AT = U64(32)
UNJUDGED = U64(0)


@core(uint64(Prover))
def nodes_allowed(prover):
    """How large the next second level may become: min(x f(x), what memory is left)."""
    size = prover.used - ONE
    part = at(as_record(prover.shares, SHARE), size >> prover.share_shift).part
    share = size * part >> WHOLE_AT
    left = prover.room - size if prover.room > size else ZERO
    return share if share < left else left


@core(void(Prover, uint64))
def forget_below(prover, first):
    """Keep of a second level the children of its root: they become nodes of the first level."""
    slot = first
    while True:
        node = node_at(prover, slot)
        if node.first and is_solved(node):
            node.move |= OPEN
        node.first = ZERO
        slot += ONE
        if node.move & LAST:
            break
    prover.used = slot
    prover.created += slot - first


@core(boolean(Prover, uint64, uint64))
def evaluate(prover, ply, allowed):
    """Judge the leaf at a ply by itself, and then by a second level of at most so many nodes.

    Whether the search can go on: afterwards the leaf is solved, expanded, or as it was. What is
    below a leaf that is solved is given up, but not below the root, where the search ends.
    """
    slot, before, first = slot_at(prover, ply), prover.created, prover.used
    leaf, restored = node_at(prover, slot), ZERO
    if allowed and prover.most_trees:
        restored = restore_tree(prover, slot)
    if not restored:
        leaf.proof, leaf.disproof = judged_numbers(prover, ply, is_attackers(leaf))
    if allowed:
        if not restored:
            prover.created += ONE
        if not is_solved(leaf) and restored + ONE <= allowed:
            limit = before + allowed
            search_below(prover, ply, limit - restored - ONE if restored else limit)
        prover.second += prover.created - before
    if is_solved(leaf) and leaf.first and ply:
        leaf.first, leaf.move = ZERO, leaf.move | OPEN
        prover.used = first
    return prover.ending == RUNNING


@core(boolean(Prover, uint64))
def evaluate_children(prover, ply):
    """Evaluate the new children of a node at once, by a second level each; keep their numbers.

    Whether the search can go on. For the comparison with delayed evaluation in section 4.1.
    """
    slot = uint64(node_at(prover, slot_at(prover, ply)).first)
    while True:
        child, first = node_at(prover, slot), prover.used
        play(prover, ply, child.move & MOVE)
        set_slot(prover, ply + ONE, slot)
        if not evaluate(prover, ply + ONE, nodes_allowed(prover)):
            return False
        if child.first:
            child.first, prover.used = ZERO, first
        if child.move & LAST:
            return True
        slot += ONE


@core(boolean(Prover, uint64))
def evaluate_leaf(prover, ply):
    """Evaluate the leaf at a ply and expand it unless it is solved; whether the search goes on."""
    leaf = node_at(prover, slot_at(prover, ply))
    if not evaluate(prover, ply, nodes_allowed(prover)):
        return False
    if is_solved(leaf):
        return True
    if leaf.first:
        if prover.most_trees:
            keep_tree(prover, uint64(leaf.first))
        forget_below(prover, uint64(leaf.first))
        return True
    return expand(prover, ply, UNJUDGED)


@core(uint64(Prover, uint64))
def settle(prover, ply):
    """Evaluate and expand the leaf at a ply; return where the next selection begins."""
    leaf = node_at(prover, slot_at(prover, ply))
    if prover.at_once:
        if ply >= DEEPEST:
            prover.ending = TOO_DEEP
            return ply
        if not expand(prover, ply, UNJUDGED) or not evaluate_children(prover, ply):
            return ply
    elif not evaluate_leaf(prover, ply):
        return ply
    if leaf.first and not is_solved(leaf):
        leaf.proof, leaf.disproof = from_children(prover, uint64(leaf.first), is_attackers(leaf))
    # The leaf has changed already: only its parent can tell how far the change reaches.
    return update(prover, ply - ONE, ZERO) if ply else ply


@door(int64(uint64))
def search_two_levels(where):
    """Search with a second level from the PROVER at an address; return why it ended."""
    prover = as_record(where, PROVER)
    write_root(prover)
    prover.ending = RUNNING
    root, ply = node_at(prover, ROOT), ZERO
    while not is_solved(root) and may_expand(prover):
        if prover.used - ONE >= prover.room:
            prover.ending = MEMORY
            break
        ply = select(prover, ply)
        if prover.ending == RUNNING:
            ply = settle(prover, ply)
        if prover.ending != RUNNING:
            break
    if is_solved(root):
        prover.ending = SOLVED
    return prover.ending
