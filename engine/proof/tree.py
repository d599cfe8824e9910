"""Proof-number search on a tree: no two nodes are one, whatever their positions are.

`search_below` is the whole search with immediate evaluation: here below the root, and in
`second_level.py` below a leaf of the first level. Delayed evaluation is there with a second level
of no nodes.

Sources: Allis 1994; Breuker 1998, section 3.1; Schijf 1993, chapter 3.
"""

from engine.machine.core import boolean, core, door, int64, uint64, void
from engine.machine.words import U64, as_record
from engine.proof.nodes import (
    ATTACKER,
    LAST,
    MOVE,
    OPEN,
    ROOT,
    from_children,
    is_attackers,
    is_solved,
    most_proving_child,
    node_at,
    release,
    take_block,
)
from engine.proof.numbers import ONE, ZERO, initial_numbers
from engine.proof.prover import (
    MOST_PLIES,
    PROVER,
    RUNNING,
    SOLVED,
    TOO_DEEP,
    Prover,
    child_at,
    judged_numbers,
    list_children,
    may_expand,
    play,
    set_slot,
    slot_at,
)

DEEPEST = U64(MOST_PLIES)


@core(void(Prover))
def write_root(prover):
    """Write the root, and judge it."""
    root = node_at(prover, ROOT)
    prover.used = ROOT + ONE
    prover.created = prover.peak = ONE
    root.first, root.move = ZERO, ATTACKER | LAST
    root.proof, root.disproof = judged_numbers(prover, ZERO, ONE)
    set_slot(prover, ZERO, ROOT)


@core(uint64(Prover, uint64))
def select(prover, ply):
    """Walk from the node at a ply of the path down to a most-proving leaf; return its ply."""
    slot = slot_at(prover, ply)
    while node_at(prover, slot).first:
        if ply >= DEEPEST:
            prover.ending = TOO_DEEP
            return ply
        slot = most_proving_child(prover, slot)
        play(prover, ply, node_at(prover, slot).move & MOVE)
        ply += ONE
        set_slot(prover, ply, slot)
        prover.steps += ONE
    return ply


@core(boolean(Prover, uint64, uint64))
def expand(prover, ply, how):
    """Give the leaf at a ply its children, judged as `how` says; whether there was memory."""
    leaf = node_at(prover, slot_at(prover, ply))
    count = list_children(prover, ply, how)
    first = take_block(prover, count)
    if not first:
        return False
    answering = ONE - is_attackers(leaf)
    marks = ATTACKER if answering else ZERO
    for number in range(count):
        child, node = child_at(prover, number), node_at(prover, first + number)
        node.proof, node.disproof = initial_numbers(
            prover.initial, uint64(child.value), uint64(child.mobility), ply + ONE, answering
        )
        node.first, node.move = ZERO, child.move | marks
    node_at(prover, first + count - ONE).move |= LAST
    leaf.first = first
    prover.expansions += ONE
    prover.created += count
    return True


@core(uint64(Prover, uint64, uint64))
def update(prover, ply, base):
    """Recompute the nodes of the path from a ply up to `base`.

    It may end at the first one that has not changed: the selection above it would be the same
    (Schijf 1993, section 3.4). Returns where the next selection begins.
    """
    while True:
        node = node_at(prover, slot_at(prover, ply))
        proof, disproof = from_children(prover, uint64(node.first), is_attackers(node))
        same = node.proof == proof and node.disproof == disproof
        node.proof, node.disproof = proof, disproof
        prover.updates += ONE
        if prover.releases and is_solved(node):
            release(prover, uint64(node.first))
            node.first = ZERO
            node.move |= OPEN
        if ply == base or (same and prover.stops_early):
            return ply
        ply -= ONE


@core(void(Prover, uint64, uint64))
def search_below(prover, base, limit):
    """Search below the node at ply `base` until it is solved or `created` reaches the limit."""
    ply, top = base, node_at(prover, slot_at(prover, base))
    while not is_solved(top) and prover.created < limit:
        if not may_expand(prover):
            return
        ply = select(prover, ply)
        if prover.ending != RUNNING or not expand(prover, ply, prover.how):
            return
        ply = update(prover, ply, base)


@door(int64(uint64))
def search_tree(where):
    """Search the tree of the PROVER at an address; return why it ended."""
    prover = as_record(where, PROVER)
    write_root(prover)
    prover.ending = RUNNING
    search_below(prover, ZERO, prover.node_limit)
    if is_solved(node_at(prover, ROOT)):
        prover.ending = SOLVED
    elif prover.ending == RUNNING:
        may_expand(prover)
    return prover.ending
