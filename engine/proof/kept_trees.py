"""The last second levels of pn², kept: the next one often begins inside one of them.

After a second level only the children of its root stay, and the next most-proving node is often one
of these: its second level would be searched from nothing, though most of it was there a moment ago.
So the last trees are copied, and what a kept tree has below a leaf is put there again instead.
Source: Breuker 1998, outlook of chapter 5; choice X90.
"""

import numpy as np

from engine.machine.core import core, record, uint64, void
from engine.machine.words import U64, as_record, at, copy
from engine.proof.nodes import LAST, NO_SLOT, NODE, Node, block_length, node_at
from engine.proof.numbers import ONE, ZERO
from engine.proof.prover import Prover

KEPT_TREE = np.dtype(
    [
        ("first", "u8"),  # the slot of the first child of its root, in the first level
        ("children", "u8"),  # of its root
        ("size", "u8"),  # nodes without its root; 0: no tree
        ("nodes", "u8"),  # address of their NODE copies, in the order of their slots
    ],
    align=True,
)

KeptTree = record(KEPT_TREE)


@core(KeptTree(Prover, uint64), forceinline=True)
def kept_tree(prover, number):
    """One of the kept trees."""
    return at(as_record(prover.kept_trees, KEPT_TREE), number)


@core(Node(KeptTree, uint64), forceinline=True)
def kept_node(tree, slot):
    """The copy of the node that was in a slot."""
    return at(as_record(tree.nodes, NODE), slot - tree.first)


@core(void(Prover, uint64))
def keep_tree(prover, first):
    """Copy the second level whose root has its children at `first`, over the oldest tree."""
    tree = kept_tree(prover, prover.oldest_tree)
    prover.oldest_tree = (prover.oldest_tree + ONE) % prover.most_trees
    prover.kept_slots -= tree.size
    tree.first, tree.children = first, block_length(prover, first)
    tree.size = prover.used - first
    for slot in range(first, prover.used):
        copy(kept_node(tree, slot), node_at(prover, slot))
    prover.kept_slots += tree.size
    prover.peak = max(prover.peak, prover.used + prover.kept_slots)


@core(uint64(Prover, KeptTree, uint64))
def restore_block(prover, tree, slot):
    """Put the copy of a block behind the used slots; return its first one, or 0 without room."""
    first = prover.used
    while prover.used < prover.capacity:
        node = node_at(prover, prover.used)
        copy(node, kept_node(tree, slot))
        prover.used += ONE
        if node.move & LAST:
            return first
        slot += ONE
    return NO_SLOT


@core(uint64(Prover, KeptTree, uint64))
def restore_below(prover, tree, leaf_slot):
    """Put what a tree has below a leaf there again; return the number of nodes, 0 without room."""
    leaf, kept, start = node_at(prover, leaf_slot), kept_node(tree, leaf_slot), prover.used
    below, waiting = restore_block(prover, tree, uint64(kept.first)), start
    while below and waiting < prover.used:
        node = node_at(prover, waiting)
        if node.first:
            below = restore_block(prover, tree, uint64(node.first))
            node.first = below
        waiting += ONE
    if not below:
        prover.used = start
        return ZERO
    leaf.first, leaf.proof, leaf.disproof = start, kept.proof, kept.disproof
    prover.peak = max(prover.peak, prover.used + prover.kept_slots)
    return prover.used - start


@core(uint64(Prover, uint64))
def restore_tree(prover, leaf_slot):
    """Put what was searched below a leaf there again, with its numbers; return how many nodes."""
    for number in range(prover.most_trees):
        tree = kept_tree(prover, U64(number))
        if tree.size and leaf_slot >= tree.first and leaf_slot < tree.first + tree.children:
            if kept_node(tree, leaf_slot).first:
                return restore_below(prover, tree, leaf_slot)
            return ZERO
    return ZERO
