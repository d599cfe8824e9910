"""Proof-number search on graphs: a position that was met before is not searched again.

DAG: only a position after a converting move can be found again, so that no circle comes about;
repetition is judged along the path on which a node is made. DCG: any position can; one that is its
own ancestor becomes an end node, a draw, until the ancestor turns out to be won. A disproof by DCG
may therefore be wrong.

Sources: Schijf 1993, chapters 4 and 5; Breuker 1998, chapter 5; choices X75 to X77.
"""

import numpy as np

from engine.machine.calls import again
from engine.machine.core import boolean, core, door, int64, record, uint64, void
from engine.machine.words import U64, as_record, at
from engine.proof.nodes import (
    ATTACKER,
    END,
    LAST,
    MOVE,
    NO_SLOT,
    QUEUED,
    REFERENCE,
    ROOT,
    from_children,
    is_attackers,
    is_solved,
    meant,
    most_proving_child,
    node_at,
    take_block,
)
from engine.proof.numbers import INFINITE, ONE, ZERO, initial_numbers
from engine.proof.position_table import add_known, known_at
from engine.proof.prover import (
    MOST_PLIES,
    PROVER,
    RUNNING,
    SOLVED,
    TOO_DEEP,
    Prover,
    child_at,
    is_over,
    list_children,
    may_expand,
    play,
    set_slot,
    slot_at,
)
from engine.proof.tree import write_root

LINK = np.dtype(
    [
        ("parent", "u4"),  # the node to whose children the slot belongs
        ("next", "u4"),  # of a node: the first reference to it; of a reference or end: the next
        ("ends", "u4"),  # of a node: the first end node that stands for it
        ("stamp", "u4"),  # of the last search for ancestors that came here
        ("waiting", "u4"),  # the next slot on the stack of that search, or in the queue
    ],
    align=True,
)
"""What a graph keeps for a slot beside its NODE: a slot is a node, a reference or an end node."""

Link = record(LINK)


@core(Link(Prover, uint64), forceinline=True)
def link_at(prover, slot):
    """The LINK of a slot."""
    return at(as_record(prover.links, LINK), slot)


@core(uint64(Prover, uint64), forceinline=True)
def node_slot(prover, slot):
    """The slot of the node that a slot stands for."""
    node = node_at(prover, slot)
    return uint64(node.first) if node.move & REFERENCE else slot


@core(uint64(Prover, uint64, uint64), forceinline=True)
def reach(prover, slot, top):
    """Put a node onto the stack of the search for ancestors, unless it was there already."""
    link = link_at(prover, slot)
    if link.stamp == prover.stamp:
        return top
    link.stamp, link.waiting = prover.stamp, top
    return slot


@core(void(Prover, uint64))
def stamp_ancestors(prover, slot):
    """Stamp a node and all from which it can be reached."""
    prover.stamp += ONE
    top = reach(prover, slot, ZERO)
    while top and not is_over(prover):  # what is left out then matters no more: nothing is updated
        link = link_at(prover, top)
        through, top = uint64(link.next), uint64(link.waiting)
        if link.parent:
            top = reach(prover, uint64(link.parent), top)
        while through:
            link = link_at(prover, through)
            through = uint64(link.next)
            top = reach(prover, uint64(link.parent), top)


@core(void(Prover, uint64, uint64))
def refer(prover, slot, found):
    """Make a slot a reference to a node."""
    node, link, target = node_at(prover, slot), link_at(prover, slot), link_at(prover, found)
    node.first, node.move = found, node.move | REFERENCE
    link.next, target.next = target.next, slot


@core(void(Prover, uint64, uint64))
def end_here(prover, slot, found):
    """Make a slot the end node that repeats an ancestor: a draw unless that one is decided."""
    node, link, target = node_at(prover, slot), link_at(prover, slot), link_at(prover, found)
    node.first, node.move = found, node.move | END
    link.next, target.ends = target.ends, slot
    draw_is_true = prover.draws_win != ZERO
    original = node_at(prover, found)
    decided = original.disproof == ZERO if draw_is_true else original.proof == ZERO
    if draw_is_true != decided:
        node.proof, node.disproof = ZERO, INFINITE
    else:
        node.proof, node.disproof = INFINITE, ZERO


@core(boolean(Prover, uint64, uint64))
def find(prover, number, slot):
    """Let a slot refer to the position of a listed child if it was met before; whether it was."""
    child = child_at(prover, number)
    found = known_at(prover, child.key).slot
    if not found:
        add_known(prover, child.key, slot)
        return False
    parent = uint64(link_at(prover, slot).parent)
    if prover.cyclic and not child.converting:
        # One search for the ancestors of a node serves all its children.
        if link_at(prover, parent).stamp != prover.stamp:
            stamp_ancestors(prover, parent)
        if link_at(prover, found).stamp == prover.stamp:
            end_here(prover, slot, found)
            prover.created += ONE
            return True
    refer(prover, slot, found)
    return True


@core(boolean(Prover, uint64))
def expand(prover, ply):
    """Give the leaf at a ply its children, met before or new; whether there was memory."""
    parent = node_slot(prover, slot_at(prover, ply))
    leaf = node_at(prover, parent)
    count = list_children(prover, ply, prover.how)
    first = take_block(prover, count)
    if not first:
        return False
    answering = ONE - is_attackers(leaf)
    marks = ATTACKER if answering else ZERO
    prover.stamp += ONE  # the ancestors stamped before are those of another node
    for number in range(count):
        slot, child = first + number, child_at(prover, number)
        node = node_at(prover, slot)
        node.first, node.move = ZERO, child.move | marks
        link_at(prover, slot).parent = parent
        if (prover.cyclic or child.converting) and find(prover, number, slot):
            continue
        prover.created += ONE
        node.proof, node.disproof = initial_numbers(
            prover.initial, uint64(child.value), uint64(child.mobility), ply + ONE, answering
        )
    node_at(prover, first + count - ONE).move |= LAST
    leaf.first = first
    prover.expansions += ONE
    return True


@core(uint64(Prover))
def select(prover):
    """Walk from the root down to a most-proving leaf, over the part of the path that is known."""
    ply, slot, known = ZERO, ROOT, True
    while meant(prover, node_at(prover, slot)).first:
        if ply >= U64(MOST_PLIES):
            prover.ending = TOO_DEEP
            return ply
        slot = most_proving_child(prover, slot)
        if not known or slot_at(prover, ply + ONE) != slot:
            known = False
            play(prover, ply, node_at(prover, slot).move & MOVE)
            set_slot(prover, ply + ONE, slot)
        ply += ONE
        prover.steps += ONE
    set_slot(prover, ply + ONE, ZERO)
    return ply


@core(boolean(Prover, uint64))
def recompute(prover, slot):
    """Recompute a node; whether it has changed."""
    node = node_at(prover, slot)
    proof, disproof = from_children(prover, uint64(node.first), is_attackers(node))
    same = node.proof == proof and node.disproof == disproof
    node.proof, node.disproof = proof, disproof
    prover.updates += ONE
    return not same


@core(int64(Prover, uint64))
def update_recursively(prover, slot):
    """Recompute a node and then all its parents, as Schijf counts updates; without circles.

    With several ways to the root that takes long: `update` computes the same.
    """
    if is_over(prover) or (not recompute(prover, slot) and prover.stops_early):
        return 0
    if slot != ROOT:
        again(prover, uint64(link_at(prover, slot).parent))
    through = uint64(link_at(prover, slot).next)
    while through:
        again(prover, uint64(link_at(prover, through).parent))
        through = uint64(link_at(prover, through).next)
    return 0


@core(uint64(Prover, uint64, uint64), forceinline=True)
def put_last(prover, slot, last):
    """Put a node behind the last one of the queue, unless it waits there already."""
    node = node_at(prover, slot)
    if node.move & QUEUED:
        return last
    node.move |= QUEUED
    link_at(prover, last).waiting = slot
    link_at(prover, slot).waiting = NO_SLOT
    return slot


@core(uint64(Prover, uint64, uint64))
def settle_ends(prover, slot, last):
    """Let the end nodes of a node that is no draw be decided like it; queue their parents."""
    node = node_at(prover, slot)
    end = uint64(link_at(prover, slot).ends)
    while end:
        repeated = node_at(prover, end)
        if repeated.proof != node.proof:
            repeated.proof, repeated.disproof = node.proof, node.disproof
            last = put_last(prover, uint64(link_at(prover, end).parent), last)
        end = uint64(link_at(prover, end).next)
    return last


@core(void(Prover, uint64))
def update(prover, slot):
    """Recompute a node, and then the parents of every node that has changed, first come first.

    In a graph with circles end nodes become decided with the node that they repeat.
    """
    last = put_last(prover, slot, NO_SLOT)
    while slot and not is_over(prover):
        node, link = node_at(prover, slot), link_at(prover, slot)
        node.move &= ~QUEUED
        if recompute(prover, slot):
            decisive = node.disproof if prover.draws_win else node.proof
            if prover.cyclic and decisive == ZERO:
                last = settle_ends(prover, slot, last)
            if slot != ROOT:
                last = put_last(prover, uint64(link.parent), last)
            through = uint64(link.next)
            while through:
                last = put_last(prover, uint64(link_at(prover, through).parent), last)
                through = uint64(link_at(prover, through).next)
        slot = uint64(link.waiting)
    # Slot 0 is nobody's: what was written behind it is not read.


@door(int64(uint64))
def search_graph(where):
    """Search the graph of the PROVER at an address; return why it ended."""
    prover = as_record(where, PROVER)
    write_root(prover)
    prover.ending = RUNNING
    if prover.cyclic:
        add_known(prover, prover.root_key, ROOT)
    root = node_at(prover, ROOT)
    while not is_solved(root) and may_expand(prover):
        ply = select(prover)
        if prover.ending != RUNNING or not expand(prover, ply):
            return prover.ending
        slot = node_slot(prover, slot_at(prover, ply))
        if prover.recursive:
            update_recursively(prover, slot)
        else:
            update(prover, slot)
    if is_solved(root):
        prover.ending = SOLVED
    return prover.ending
