"""BTA: a base node for each position, and a twin for each further way to it.

Twins share the children of their base and have their own numbers, so that a repetition can count on
one way and not on another. Nodes that repeat the path are marked as possible draws while a leaf is
selected; a node whose marks all lead below itself is a real draw, whatever came before it.
Source: Breuker 1998, chapter 5, choices X78 to X81.
"""

import numpy as np

from engine.machine.core import boolean, core, door, int64, record, uint64, void
from engine.machine.words import U64, as_record, at
from engine.proof.collecting import collect
from engine.proof.nodes import (
    ATTACKER,
    LAST,
    MARKED,
    MOVE,
    NO_SLOT,
    ROOT,
    TWIN,
    Node,
    from_children,
    is_attackers,
    is_solved,
    node_at,
    take_block,
)
from engine.proof.numbers import INFINITE, ONE, ZERO, capped, initial_numbers
from engine.proof.position_table import known_at
from engine.proof.prover import (
    MOST_PLIES,
    PROVER,
    RUNNING,
    SOLVED,
    STEPS,
    TOO_DEEP,
    Prover,
    child_at,
    earlier,
    is_over,
    list_children,
    may_expand,
    play,
    set_slot,
    slot_at,
)
from engine.proof.tree import write_root

MARK = np.dtype([("ply", "u4")], align=True)
"""Of a marked slot: the least ply of the path that its draws repeat."""
FAR = U64(0xFFFF_FFFF)

Mark = record(MARK)


@core(Mark(Prover, uint64), forceinline=True)
def mark_at(prover, slot):
    """The MARK of a slot."""
    return at(as_record(prover.links, MARK), slot)


@core(Node(Prover, Node), forceinline=True)
def base_of(prover, node):
    """The node that has the children: itself unless it is a twin."""
    return node_at(prover, uint64(node.first)) if node.move & TWIN else node


@core(uint64(Prover, Node), forceinline=True)
def likes_draws(prover, node):
    """1 if the side to move is content with a draw, else 0."""
    return ONE if is_attackers(node) == prover.draws_win else ZERO


@core(uint64(Prover, uint64))
def least_mark(prover, first):
    """Unmark all children of a block; the least ply of their marks, FAR if there was none."""
    slot, least = first, FAR
    while True:
        node = node_at(prover, slot)
        if node.move & MARKED:
            node.move &= ~MARKED
            ply = uint64(mark_at(prover, slot).ply)
            if ply < least:
                least = ply
        if node.move & LAST:
            return least
        slot += ONE


@core(void(Prover, uint64, uint64))
def mark(prover, slot, ply):
    """Mark a slot as a possible draw by repeating the position of a ply."""
    node_at(prover, slot).move |= MARKED
    mark_at(prover, slot).ply = ply


@core(uint64(Prover, Node))
def best_child(prover, base):
    """The first unmarked child with the least number, or none if there is no such.

    For the side that is content with a draw one marked child is enough to have one.
    """
    slot, attacker, content = uint64(base.first), is_attackers(base), likes_draws(prover, base)
    best, least = NO_SLOT, INFINITE
    while True:
        node = node_at(prover, slot)
        number = uint64(node.proof) if attacker else uint64(node.disproof)
        if node.move & MARKED:
            if content:
                return NO_SLOT
        elif number < least:
            best, least = slot, number
        if node.move & LAST:
            return best
        slot += ONE


@core(boolean(Prover, uint64, Node))
def is_real_draw(prover, ply, base):
    """No child can be chosen at a ply: mark its slot, or take over that all are solved.

    Whether the walk ends here: the draw depends on nothing above, or there is no draw.
    """
    slot = slot_at(prover, ply)
    least = least_mark(prover, uint64(base.first))
    if least == FAR:
        first = node_at(prover, uint64(base.first))
        base.proof, base.disproof = first.proof, first.disproof
        return True
    mark(prover, slot, least)
    return least == ply


@core(uint64(Prover))
def select(prover):
    """Walk from the root to a leaf, a real draw, or a solved base; return its ply.

    Where the path repeats itself, the walk goes back one ply and chooses anew.
    """
    ply, known = ZERO, True
    while not is_over(prover):
        slot = slot_at(prover, ply)
        base = base_of(prover, node_at(prover, slot))
        if is_solved(base):
            return ply
        again_at = int64(-1) if known else earlier(prover, ply)
        best = NO_SLOT
        if again_at >= 0:
            mark(prover, slot, uint64(again_at))
        elif not base.first:
            return ply
        else:
            best = best_child(prover, base)
            if not best and is_real_draw(prover, ply, base):
                return ply
        prover.steps += ONE
        if prover.steps >= prover.step_limit:
            prover.ending = STEPS
            return ply
        if not best:
            set_slot(prover, ply, NO_SLOT)
            ply -= ONE
            continue
        if ply >= U64(MOST_PLIES):
            prover.ending = TOO_DEEP
            return ply
        known = known and slot_at(prover, ply + ONE) == best
        if not known:
            play(prover, ply, node_at(prover, best).move & MOVE)
            set_slot(prover, ply + ONE, best)
        ply += ONE
    return ply


@core(boolean(Prover, uint64))
def expand(prover, ply):
    """Give the base at a ply its children, bases or twins; whether there was memory."""
    base = base_of(prover, node_at(prover, slot_at(prover, ply)))
    count = list_children(prover, ply, prover.how)
    first = take_block(prover, count)
    if not first and prover.releases and collect(prover):
        first = take_block(prover, count)
    if not first:
        return False
    answering = ONE - is_attackers(base)
    marks = ATTACKER if answering else ZERO
    for number in range(count):
        slot, child = first + number, child_at(prover, number)
        node, known = node_at(prover, slot), known_at(prover, child.key)
        node.first, node.move = ZERO, child.move | marks
        # A twin begins like a new leaf, even if its base is known better.
        node.proof, node.disproof = initial_numbers(
            prover.initial, uint64(child.value), uint64(child.mobility), ply + ONE, answering
        )
        if known.slot:
            node.first, node.move = known.slot, node.move | TWIN
        else:
            known.key, known.slot = child.key, slot
            prover.created += ONE
    node_at(prover, first + count - ONE).move |= LAST
    base.first = first
    prover.expansions += ONE
    return True


@core(boolean(Prover, uint64))
def resolve(prover, ply):
    """Settle or expand the node at a ply; whether there was memory."""
    node = node_at(prover, slot_at(prover, ply))
    base = base_of(prover, node)
    if not is_solved(base):
        if node.move & MARKED:
            node.move &= ~MARKED
            base.proof, base.disproof = INFINITE, ZERO
            if prover.draws_win:
                base.proof, base.disproof = ZERO, INFINITE
        elif not expand(prover, ply):
            return False
        else:
            base.proof, base.disproof = from_children(
                prover, uint64(base.first), is_attackers(base)
            )
    node.proof, node.disproof = base.proof, base.disproof
    return True


@core(void(Prover, Node, Node))
def recompute(prover, node, base):
    """Recompute a node of the path; marked children count as drawn, unless that would decide it."""
    first, attacker = uint64(base.first), is_attackers(base)
    slot, easiest, all_of_them, marked = first, INFINITE, ZERO, False
    while True:
        child = node_at(prover, slot)
        if child.move & MARKED:
            child.move &= ~MARKED
            marked = True
        else:
            mine, theirs = uint64(child.proof), uint64(child.disproof)
            if not attacker:
                mine, theirs = theirs, mine
            if mine < easiest:
                easiest = mine
            all_of_them += theirs
        if child.move & LAST:
            break
        slot += ONE
    node.proof, node.disproof = from_children(prover, first, attacker)
    if marked and all_of_them and easiest:
        all_of_them = capped(all_of_them)
        node.proof = easiest if attacker else all_of_them
        node.disproof = all_of_them if attacker else easiest


@core(void(Prover, uint64))
def back_up(prover, ply):
    """Recompute the path from a ply up to the root; what is solved is so for the base, too."""
    while True:
        node = node_at(prover, slot_at(prover, ply))
        base = base_of(prover, node)
        recompute(prover, node, base)
        prover.updates += ONE
        if is_solved(node):
            base.proof, base.disproof = node.proof, node.disproof
        if ply == ZERO:
            return
        ply -= ONE


@door(int64(uint64))
def search_twins(where):
    """Search with base and twin nodes from the PROVER at an address; return why it ended."""
    prover = as_record(where, PROVER)
    write_root(prover)
    prover.ending = RUNNING
    root = node_at(prover, ROOT)
    known = known_at(prover, prover.root_key)
    known.key, known.slot = prover.root_key, ROOT
    while not is_solved(root) and may_expand(prover):
        ply = select(prover)
        if prover.ending != RUNNING or not resolve(prover, ply):
            return prover.ending
        set_slot(prover, ply + ONE, NO_SLOT)
        if ply:
            back_up(prover, ply - ONE)
    if is_solved(root):
        prover.ending = SOLVED
    return prover.ending
