"""The children of a path and what the table knows of them, for the depth-first search.

What holds on one path only, because it repeats a position above, is stored under a key that also
contains the positions since the last converting move, so that it is found on such a path alone.
Source: Kishimoto and Müller 2004; choice X86.
"""

import numpy as np

from engine.machine.core import boolean, core, record, uint64, void
from engine.machine.words import U64, as_record, at
from engine.proof.numbers import INFINITE, ONE, UNKNOWN, ZERO, initial_numbers
from engine.proof.prover import MEMORY, Prover, child_at, list_children, play
from engine.table.entry import entry_depth, entry_score
from engine.table.places import TABLE
from engine.table.statistics import COUNTS
from engine.table.store import probe

CANDIDATE = np.dtype(
    [
        ("key", "u8"),
        ("move", "u4"),
        ("proof", "u4"),
        ("disproof", "u4"),
        ("depends", "u4"),  # if solved: the least ply whose position it repeats, else FREE
        ("length", "u4"),  # of the proof in plies
        ("converting", "u4"),
    ],
    align=True,
)
"""A child of a node of the path. Those of all plies lie one after the other."""

TRACE = np.dtype(
    [
        ("key", "u8"),
        ("code", "u8"),  # of the positions since the last converting move, this one included
        ("quiet", "u8"),  # how many plies ago that move was
    ],
    align=True,
)
"""A ply of the path."""

Candidate, Trace = record(CANDIDATE), record(TRACE)
FREE = U64(0xFFFF_FFFF)
SPREAD = U64(0x9E37_79B9_7F4A_7C15)
BY_PATH_TOO = 1
"""In the score of an entry: results for single paths are stored as well."""
NUMBER_AT = U64(32)


@core(Candidate(Prover, uint64), forceinline=True)
def candidate_at(prover, place):
    """A record of the children of the path."""
    return at(as_record(prover.links, CANDIDATE), place)


@core(Trace(Prover, uint64), forceinline=True)
def trace_at(prover, ply):
    """The record of a ply."""
    return at(as_record(prover.traces, TRACE), ply)


@core(void(Prover, uint64, Candidate))
def follow(prover, ply, child):
    """Make a child the next ply of the path."""
    here, after = trace_at(prover, ply), trace_at(prover, ply + ONE)
    play(prover, ply, uint64(child.move))
    after.key = child.key
    mixed = child.key * SPREAD
    mixed = (mixed ^ mixed >> NUMBER_AT) * SPREAD
    if child.converting:
        after.code, after.quiet = mixed, ZERO
    else:
        after.code, after.quiet = here.code + mixed, here.quiet + ONE


@core(uint64(Prover, uint64, uint64))
def repeated_ply(prover, ply, key):
    """The ply of the path since the last converting move where a child of `ply` was, or FREE."""
    for back in range(ONE, trace_at(prover, ply).quiet + ONE):
        if trace_at(prover, ply - back).key == key:
            return ply - back
    return FREE


@core(void(Prover, Candidate, uint64))
def draw(prover, child, ply):
    """Give a child the numbers of a draw that depends on a ply."""
    child.proof, child.disproof = INFINITE, ZERO
    if prover.draws_win:
        child.proof, child.disproof = ZERO, INFINITE
    child.depends = ply


@core(void(Prover, Candidate, uint64, uint64))
def take_over(prover, child, entry, rest):
    """Give a child what an entry says."""
    child.proof, child.disproof = rest >> NUMBER_AT, rest & INFINITE
    child.length = uint64(entry_depth(entry))


@core(void(Prover, uint64, Candidate))
def look_up(prover, ply, child):
    """Give a child, which the rules do not decide, the numbers that are known."""
    repeated = FREE
    if not child.converting:
        repeated = repeated_ply(prover, ply, child.key)
    if repeated != FREE:
        draw(prover, child, repeated)
        return
    table, counts = as_record(prover.table, TABLE), as_record(prover.counts, COUNTS)
    entry, rest = probe(table, counts, child.key)
    if not entry:
        return
    take_over(prover, child, entry, rest)
    if entry_score(entry) == BY_PATH_TOO and child.proof and child.disproof:
        here = trace_at(prover, ply)
        if child.converting:
            return
        entry, rest = probe(table, counts, child.key ^ here.code)
        if entry:
            take_over(prover, child, entry, rest)
            # Which of these positions it repeats is not kept: the first one is the safe answer.
            child.depends = ply - here.quiet


@core(boolean(Prover, uint64, uint64))
def list_candidates(prover, ply, attacker):
    """Write the children of the position at a ply behind those of the path; whether there is room.

    `prover.used` moves behind them, and so does the count of nodes.
    """
    count, first = list_children(prover, ply, prover.how), prover.used
    if first + count > prover.capacity:
        prover.ending = MEMORY
        return False
    prover.used += count
    if prover.used > prover.peak:
        prover.peak = prover.used
    for number in range(count):
        listed, child = child_at(prover, number), candidate_at(prover, first + number)
        value = uint64(listed.value)
        child.key, child.move, child.converting = listed.key, listed.move, listed.converting
        child.depends, child.length = FREE, ZERO
        child.proof, child.disproof = initial_numbers(
            prover.initial, value, uint64(listed.mobility), ply + ONE, ONE - attacker
        )
        if value == UNKNOWN:
            look_up(prover, ply, child)
    prover.created += count
    prover.expansions += ONE
    return True
