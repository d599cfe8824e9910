"""df-pn: proof-number search in depth-first order, with a transposition table instead of a tree.

A node is searched until one of its numbers reaches a threshold, which says when its parent would
turn to another child. The factor 1 + epsilon lets it stay longer. The table is that of the chess
searches: an entry keeps the best child, the length of a proof and the size of the subtree, and in
its second word the two numbers.

Sources: Nagai 2002; 1 + epsilon: Pawlewicz and Lew 2007; results of single paths: Kishimoto and
Müller 2004; choices X85 to X87.
"""

from engine.machine.calls import again
from engine.machine.core import core, door, int64, uint64, void
from engine.machine.words import U64, as_record
from engine.proof.candidates import (
    BY_PATH_TOO,
    FREE,
    NUMBER_AT,
    SPREAD,
    candidate_at,
    follow,
    list_candidates,
    trace_at,
)
from engine.proof.nodes import ATTACKER, LAST, MOVE, ROOT, node_at
from engine.proof.numbers import (
    INFINITE,
    LARGEST,
    ONE,
    ZERO,
    capped,
)
from engine.proof.prover import (
    MOST_PLIES,
    PROVER,
    RUNNING,
    SOLVED,
    TOO_DEEP,
    Prover,
    judged_numbers,
    may_expand,
)
from engine.table.entry import (
    EXACT,
    entry_move,
    entry_score,
    new_entry,
)
from engine.table.places import TABLE
from engine.table.statistics import COUNTS
from engine.table.store import probe, store

PER_MILLE = U64(1000)
LONGEST = U64(127)
"""Plies that an entry of the table has room for; a longer proof counts as one of so many."""


@core(void(Prover, uint64, uint64, uint64))
def sum_up(prover, first, end, attacker):
    """Compute the numbers of a node from its children, the best child, and the second number.

    They go to `proof`, `disproof`, `best` and `runner_up` of the PROVER.
    """
    easiest = second = INFINITE
    all_of_them, best = ZERO, first
    for place in range(first, end):
        child = candidate_at(prover, place)
        mine, theirs = uint64(child.proof), uint64(child.disproof)
        if not attacker:
            mine, theirs = theirs, mine
        if mine < easiest:
            easiest, second, best = mine, easiest, place
        elif mine < second:
            second = mine
        all_of_them += theirs
    all_of_them = capped(all_of_them) if easiest else INFINITE
    prover.proof = easiest if attacker else all_of_them
    prover.disproof = all_of_them if attacker else easiest
    prover.best, prover.runner_up = best, second


@core(void(Prover, uint64, uint64, uint64))
def depend(prover, first, end, attacker):
    """Find on which ply a solved node depends, and how long its proof is.

    A draw that its side likes needs one child, the one that depends on the latest ply; a draw that
    it must accept needs all. What is not a draw depends on nothing.
    """
    proved = prover.proof == ZERO
    least, latest, shortest, longest = FREE, ZERO, FREE, ZERO
    for place in range(first, end):
        child = candidate_at(prover, place)
        if (child.proof == ZERO) != proved or (child.proof and child.disproof):
            continue
        depends, length = uint64(child.depends), uint64(child.length)
        least, latest = min(least, depends), max(latest, depends)
        if length < shortest:
            shortest = length
            if attacker:
                prover.best = place
        if length > longest:
            longest = length
    drawn = proved == (prover.draws_win != ZERO)
    likes = attacker == prover.draws_win
    prover.depends = FREE
    if drawn:
        prover.depends = latest if likes else least
    if proved:
        prover.length = min((shortest if attacker else longest) + ONE, LONGEST)
    else:
        prover.length = ZERO


@core(void(Prover, uint64, uint64, uint64))
def keep(prover, ply, first, nodes):
    """Store the numbers of the node at a ply."""
    table, counts = as_record(prover.table, TABLE), as_record(prover.counts, COUNTS)
    here, by_path = trace_at(prover, ply), 0
    rest = prover.proof << NUMBER_AT | prover.disproof
    solved = prover.proof == ZERO or prover.disproof == ZERO
    place = prover.best - first + ONE
    known, numbers = probe(table, counts, here.key)
    if known and entry_score(known) == BY_PATH_TOO:
        by_path = BY_PATH_TOO
    entry = new_entry(place, by_path, int64(prover.length), EXACT, nodes)
    if solved and prover.depends < ply:
        before = trace_at(prover, ply - ONE).code
        store(table, counts, here.key ^ before, entry, rest, ZERO)
        if not known:
            numbers = ONE << NUMBER_AT | ONE
        marked = new_entry(entry_move(known), BY_PATH_TOO, 0, EXACT, nodes)
        store(table, counts, here.key, marked, numbers, ZERO)
        return
    if solved:
        prover.depends = FREE
    store(table, counts, here.key, entry, rest, ZERO)


@core(uint64(Prover, uint64), forceinline=True)
def stretched(prover, number):
    """When the best child stops being it: beyond the second number by the factor 1 + epsilon."""
    if number >= LARGEST:
        return INFINITE
    return min(number + max(ONE, (number * prover.epsilon + PER_MILLE - ONE) // PER_MILLE), LARGEST)


@core(uint64(uint64, uint64, uint64), forceinline=True)
def left_of(limit, total, part):
    """What of a threshold is left for a child whose part of the sum is counted in the total."""
    if limit == INFINITE:
        return INFINITE
    return min(limit - (total - part), LARGEST)


@core(int64(Prover, uint64, uint64, uint64))
def search(prover, ply, most_proof, most_disproof):
    """Search the position at a ply until it is solved or one of its numbers reaches its threshold.

    The numbers, the ply it depends on and the length are left in the PROVER.
    """
    first, before, attacker = prover.used, prover.created, ONE - (ply & ONE)
    if ply >= U64(MOST_PLIES):
        prover.ending = TOO_DEEP
        return 0
    if not may_expand(prover) or not list_candidates(prover, ply, attacker):
        return 0
    end = prover.used
    while True:
        sum_up(prover, first, end, attacker)
        prover.depends, prover.length = FREE, ZERO
        if prover.proof == ZERO or prover.disproof == ZERO:
            depend(prover, first, end, attacker)
            break
        if prover.proof >= most_proof or prover.disproof >= most_disproof:
            break
        child = candidate_at(prover, prover.best)
        second = stretched(prover, prover.runner_up)
        if attacker:
            proof = min(most_proof, second)
            disproof = left_of(most_disproof, prover.disproof, uint64(child.disproof))
        else:
            proof = left_of(most_proof, prover.proof, uint64(child.proof))
            disproof = min(most_disproof, second)
        follow(prover, ply, child)
        again(prover, ply + ONE, proof, disproof)
        prover.used = end
        if prover.ending != RUNNING:
            return 0
        child.proof, child.disproof = prover.proof, prover.disproof
        child.depends, child.length = prover.depends, prover.length
        prover.updates += ONE
    if ply:  # the root may have been given only some of its moves
        keep(prover, ply, first, prover.created - before)
    prover.used = first
    return 0


@core(void(Prover))
def show_root(prover):
    """Write the root as a node, so that all forms are looked at alike, but without children."""
    root = node_at(prover, ROOT)
    root.first, root.move = ZERO, ATTACKER | LAST
    root.proof, root.disproof = judged_numbers(prover, ZERO, ONE)


@door(int64(uint64))
def search_depth_first(where):
    """Search from the PROVER at an address with its table; return why it ended."""
    prover = as_record(where, PROVER)
    prover.ending, prover.created = RUNNING, ONE
    prover.used, prover.length = ZERO, ZERO
    show_root(prover)
    root, here = node_at(prover, ROOT), trace_at(prover, ZERO)
    here.key, here.quiet = prover.root_key, ZERO
    here.code = prover.root_key * SPREAD
    if root.proof and root.disproof:
        search(prover, ZERO, INFINITE, INFINITE)
        if prover.ending != RUNNING:
            return prover.ending
        root.proof, root.disproof = prover.proof, prover.disproof
        prover.answer = uint64(candidate_at(prover, prover.best).move) & MOVE
    prover.ending = SOLVED
    return prover.ending
