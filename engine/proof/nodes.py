"""The nodes of a proof search: 16 bytes each, the children of a node in one block.

A slot of the memory holds a node, or in graphs a reference to one. Blocks are taken one after the
other; a released block is taken again for as many children.
"""

import numpy as np

from engine.machine.core import boolean, core, record, uint64, void
from engine.machine.words import U64, as_record, at
from engine.proof.numbers import INFINITE, ONE, PAIR, ZERO, capped
from engine.proof.prover import MEMORY, MOST_CHILDREN, Prover

NODE = np.dtype(
    [
        ("proof", "u4"),
        ("disproof", "u4"),
        ("first", "u4"),  # slot of its first child, 0 if it is a leaf; of its node if a reference
        ("move", "u4"),  # that leads to it, and the marks below
    ],
    align=True,
)

MOVE = U64(0x00FF_FFFF)
LAST = U64(1 << 24)  # the last of its block
ATTACKER = U64(1 << 25)  # the attacker is to move
REFERENCE = U64(1 << 26)  # graphs: `first` is the slot of the node that is meant
END = U64(1 << 27)  # DCG: a repetition of the node at `first`, taken as the end
TWIN = U64(1 << 28)  # BTA: has own numbers, and the children of the base node at `first`
MARKED = U64(1 << 29)  # BTA: possible draw
OPEN = U64(1 << 30)  # solved, but what solved it was given up
QUEUED = U64(1 << 31)  # graphs: waits to be recomputed
NO_SLOT, ROOT = U64(0), U64(1)

Node = record(NODE)


@core(Node(Prover, uint64), forceinline=True)
def node_at(prover, slot):
    """The record of a slot."""
    return at(as_record(prover.nodes, NODE), slot)


@core(boolean(Node), forceinline=True)
def is_solved(node):
    """Whether the node is proved or disproved."""
    return node.proof == ZERO or node.disproof == ZERO


@core(uint64(Node), forceinline=True)
def is_attackers(node):
    """1 if the attacker is to move, else 0."""
    return ONE if node.move & ATTACKER else ZERO


@core(Node(Prover, Node), forceinline=True)
def meant(prover, node):
    """The node that a slot stands for: itself unless it is a reference."""
    return node_at(prover, uint64(node.first)) if node.move & REFERENCE else node


@core(PAIR(Prover, uint64, uint64))
def from_children(prover, first, attacker):
    """The proof and disproof number of a node with the block of children at `first`.

    The side that chooses needs its easiest child; the other side needs all of them.
    """
    slot = node_at(prover, first)
    easiest, all_of_them = INFINITE, ZERO
    while True:
        child = meant(prover, slot)
        mine, theirs = uint64(child.proof), uint64(child.disproof)
        if not attacker:
            mine, theirs = theirs, mine
        easiest = min(easiest, mine)
        all_of_them += theirs
        if slot.move & LAST:
            break
        slot = at(slot, 1)
    all_of_them = capped(all_of_them) if easiest else INFINITE
    if attacker:
        return easiest, all_of_them
    return all_of_them, easiest


@core(uint64(Prover, uint64))
def most_proving_child(prover, parent_slot):
    """The first child with the number that the side to move has chosen (X70)."""
    node = meant(prover, node_at(prover, parent_slot))
    attacker, place = is_attackers(node), uint64(node.first)
    while True:
        child = meant(prover, node_at(prover, place))
        if attacker and child.proof == node.proof:
            return place
        if not attacker and child.disproof == node.disproof:
            return place
        place += ONE


@core(uint64(Prover, uint64), forceinline=True)
def block_length(prover, first):
    """The number of children in a block."""
    slot = first
    while not node_at(prover, slot).move & LAST:
        slot += ONE
    return slot - first + ONE


@core(void(Prover, uint64))
def release(prover, first):
    """Give a block back. What hangs below it follows when it is taken again."""
    length = block_length(prover, first)
    node_at(prover, first).proof = prover.free[length]
    prover.free[length] = first


@core(uint64(Prover, uint64))
def take_released(prover, length):
    """A released block of at least this length, of which the rest is released anew; or 0."""
    found = length
    while found <= U64(MOST_CHILDREN) and not prover.free[found]:
        found += ONE
    if found > U64(MOST_CHILDREN):
        return NO_SLOT
    first = prover.free[found]
    prover.free[found] = node_at(prover, first).proof
    for place in range(first, first + found):
        node = node_at(prover, place)
        below = uint64(node.first)
        node.first = ZERO
        if below:
            release(prover, below)
    if found > length:
        release(prover, first + length)
    return first


@core(uint64(Prover, uint64))
def take_block(prover, length):
    """The first slot of a block for so many children; 0, and the search ends, if none is left."""
    if prover.releases:
        if prover.free[length] or prover.used + length > prover.capacity:
            first = take_released(prover, length)
            if first:
                return first
    if prover.used + length > prover.capacity:
        prover.ending = MEMORY
        return NO_SLOT
    first = prover.used
    prover.used += length
    prover.peak = max(prover.peak, prover.used + prover.kept_slots)
    return first
