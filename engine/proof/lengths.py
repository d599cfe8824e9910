"""How long the proofs are that a search has found: the attacker shortens, the defender lengthens.

Not every node was searched, so the shortest proof may be shorter. Lengths begin as infinite and
shrink until nothing changes; a circle of positions without a way out so keeps an infinite length.
"""

import numpy as np

from engine.machine.core import boolean, core, door, int64, uint64
from engine.machine.words import U64, as_record, at
from engine.proof.nodes import (
    ATTACKER,
    END,
    LAST,
    OPEN,
    REFERENCE,
    TWIN,
    Node,
    node_at,
)
from engine.proof.numbers import ONE, ZERO
from engine.proof.prover import PROVER, RUNNING, Prover, is_over

LENGTH = np.dtype([("plies", "u4")], align=True)
"""By slot: plies to the end of the proof."""
FAR = U64(0xFFFF_FFFF)
"""Not proved."""
UNKNOWN_LENGTH = U64(1 << 20)
"""From here on: proved, by a node whose proof was given up."""


@core(uint64(uint64, uint64), forceinline=True)
def length_at(lengths, slot):
    """The length of a slot."""
    return uint64(at(as_record(lengths, LENGTH), slot).plies)


@core(uint64(Prover, uint64, Node))
def length_through(prover, lengths, node):
    """One ply more than the attacker's shortest child, or than the defender's longest."""
    slot, attacker = uint64(node.first), bool(node.move & ATTACKER)
    length = FAR if attacker else ZERO
    while True:
        below = length_at(lengths, slot)
        if (below < length) == attacker:
            length = below
        if node_at(prover, slot).move & LAST:
            break
        slot += ONE
    return length if length == FAR else length + ONE


@core(uint64(Prover, uint64, uint64))
def length_of(prover, lengths, slot):
    """The length of a slot by those of its children, or of the node that it stands for."""
    node = node_at(prover, slot)
    if node.move & (REFERENCE | TWIN):
        return length_at(lengths, uint64(node.first))
    if node.proof:
        return FAR
    if node.move & END:
        return length_at(lengths, uint64(node.first))
    if node.move & OPEN:
        return UNKNOWN_LENGTH
    if not node.first:
        return ZERO
    return length_through(prover, lengths, node)


@core(boolean(Prover, uint64, boolean))
def measure(prover, lengths, heeds):
    """Write a LENGTH for each slot; whether there was the time for all of them."""
    for slot in range(prover.used):
        if heeds and is_over(prover):
            return False
        at(as_record(lengths, LENGTH), slot).plies = FAR
    changed = True
    while changed:
        changed = False
        # Children stand behind their parents, mostly: one round suffices for a tree.
        for back in range(ONE, prover.used):
            if heeds and is_over(prover):
                return False
            slot = prover.used - back
            length = length_of(prover, lengths, slot)
            if length != length_at(lengths, slot):
                at(as_record(lengths, LENGTH), slot).plies = length
                changed = True
    return True


@door(int64(uint64, uint64, uint64))
def measure_lengths(where, lengths, heeds):
    """Write a LENGTH for each slot of a PROVER whose search is over; whether all were written.

    If `heeds` is not 0, a stop or the end of the time of that search ends this, too.
    """
    prover = as_record(where, PROVER)
    ending = prover.ending
    prover.ending = RUNNING
    whole = measure(prover, lengths, heeds != ZERO)
    prover.ending = ending
    return int64(whole)
