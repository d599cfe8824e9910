"""BTA in a full memory: what only solved positions need is given up.

A block of children stays if an unsolved base has it, or if one of its nodes is the base of a twin
that stays. The positions of the other blocks leave the table, so that one which comes again is made
again, and counts again. A `stop` or the end of the time ends each pass over the memory at once: no
block is given back before every reference to it has gone, so the graph stays whole.

Sources: Schijf 1993, section 3.4, and Breuker 1998, chapter 5, which release solved subtrees and do
not say how twins are served; choice X80.
"""

from engine.machine.core import boolean, core, uint64, void
from engine.machine.words import U64, as_record, at
from engine.proof.nodes import (
    LAST,
    MARKED,
    NO_SLOT,
    OPEN,
    ROOT,
    TWIN,
    block_length,
    is_solved,
    node_at,
    release,
)
from engine.proof.numbers import ONE, ZERO
from engine.proof.position_table import KNOWN
from engine.proof.prover import MEMORY, MOST_CHILDREN, RUNNING, Prover, is_over

LIVE = U64(1 << 31)
"""A mark of a node while memory is collected."""
FEWEST_PARTS = U64(6)
"""A collection must give back one part of 2**6, or the memory counts as full."""


@core(uint64(Prover, uint64))
def block_of(prover, slot):
    """The first slot of the block in which a slot lies."""
    while slot > ROOT and not node_at(prover, slot - ONE).move & LAST:
        slot -= ONE
    return slot


@core(boolean(Prover, uint64))
def keep_block(prover, first):
    """Mark a block; whether it was not marked before."""
    if node_at(prover, first).move & LIVE:
        return False
    slot = first
    while True:
        node = node_at(prover, slot)
        node.move |= LIVE
        if node.move & LAST:
            return True
        slot += ONE


@core(void(Prover))
def mark_needed(prover):
    """Mark what can be reached from the root without passing a solved base."""
    keep_block(prover, ROOT)
    changed = True
    while changed:
        changed = False
        for slot in range(ROOT, prover.used):
            if is_over(prover):
                return
            node = node_at(prover, slot)
            if not node.move & LIVE or not node.first:
                continue
            if node.move & TWIN:
                kept = keep_block(prover, block_of(prover, uint64(node.first)))
            else:
                kept = not is_solved(node) and keep_block(prover, uint64(node.first))
            changed = changed or kept


@core(void(Prover, uint64))
def remove_known(prover, place):
    """Empty a place, and move up those behind it that are there only because it was taken."""
    hole, here = place, place
    while True:
        here = (here + ONE) & prover.known_mask
        other = at(as_record(prover.known, KNOWN), here)
        if not other.slot:
            at(as_record(prover.known, KNOWN), hole).slot = NO_SLOT
            return
        away = (here - other.key) & prover.known_mask
        if away >= ((here - hole) & prover.known_mask):
            known = at(as_record(prover.known, KNOWN), hole)
            known.key, known.slot = other.key, other.slot
            hole = here


@core(void(Prover))
def forget_positions(prover):
    """Take the positions whose nodes are not marked out of the table."""
    changed = True
    while changed:  # one that moves up round the end of the table is met in the next round
        changed = False
        for place in range(prover.known_mask + ONE):
            if is_over(prover):
                return
            known = at(as_record(prover.known, KNOWN), place)
            while known.slot and not node_at(prover, known.slot).move & LIVE:
                remove_known(prover, place)
                changed = True


@core(uint64(Prover))
def release_blocks(prover):
    """Give all blocks back that are not marked, and unmark the others; return the free slots."""
    for length in range(U64(MOST_CHILDREN) + ONE):
        prover.free[length] = NO_SLOT
    free, first = ZERO, ROOT
    while first < prover.used and not is_over(prover):
        length = block_length(prover, first)
        stays = node_at(prover, first).move & LIVE
        for slot in range(first, first + length):
            node = node_at(prover, slot)
            if not stays:
                node.first = NO_SLOT
                node.move &= ~MARKED
            node.move &= ~LIVE
        if not stays:
            release(prover, first)
            free += length
        first += length
    return free


@core(void(Prover))
def forget_children(prover):
    """Take from the marked solved bases the children that will be given back."""
    for slot in range(ROOT, prover.used):
        if is_over(prover):
            return
        node = node_at(prover, slot)
        if node.move & LIVE and node.first and not node.move & TWIN:
            if not node_at(prover, uint64(node.first)).move & LIVE:
                node.first, node.move = NO_SLOT, node.move | OPEN


@core(boolean(Prover))
def collect(prover):
    """Give up what is not needed; whether the search can go on with what that gives back."""
    prover.ending = RUNNING
    mark_needed(prover)
    forget_children(prover)
    forget_positions(prover)
    free = release_blocks(prover)
    if prover.ending == RUNNING and free << FEWEST_PARTS < prover.capacity:
        prover.ending = MEMORY
    return prover.ending == RUNNING
