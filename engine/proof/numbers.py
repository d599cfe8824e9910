"""Proof and disproof numbers: their infinity, and what a new leaf begins with.

The proof number of a node is how many leaves must at least be proved to prove it; infinite if that
cannot be. Source: Breuker 1998, section 3.1; Schijf 1993, section 3.1.
"""

from engine.machine.core import core, tuple_of, uint64
from engine.machine.words import U64

INFINITE = U64(0xFFFF_FFFF)
"""Fills the 32 bits of a number; it absorbs addition and stands for solved nodes only."""
LARGEST = U64(0xFFFF_FFFE)
"""Where the sums of unsolved nodes end."""
ZERO, ONE = U64(0), U64(1)

UNKNOWN, TRUE, FALSE = U64(0), U64(1), U64(2)
"""What a game says of a position, from the attacker's point of view."""

INITIALISATIONS = ("one", "mobility", "depth", "mobility times depth")
"""What an unsolved leaf begins with; the last two ask for shorter proofs (section 3.4 there)."""
MOBILITY, DEPTH, MOBILITY_AND_DEPTH = U64(1), U64(2), U64(3)

PAIR = tuple_of(uint64, uint64)


@core(uint64(uint64), forceinline=True)
def capped(total):
    """A sum of unsolved nodes' numbers, which never becomes infinite."""
    return total if total < LARGEST else LARGEST


@core(PAIR(uint64, uint64, uint64, uint64, uint64), forceinline=True)
def initial_numbers(rule, value, mobility, ply, attacker):
    """The proof and disproof number of a new leaf.

    With mobility it has the numbers that it would have if it were expanded and nothing was decided:
    the side to move needs one of its moves, the other side an answer to all.
    """
    if value == TRUE:
        return ZERO, INFINITE
    if value == FALSE:
        return INFINITE, ZERO
    easiest, all_of_them = ONE, ONE
    if rule == MOBILITY or rule == MOBILITY_AND_DEPTH:
        all_of_them = mobility if mobility else ONE
    if (rule == DEPTH or rule == MOBILITY_AND_DEPTH) and ply:
        easiest, all_of_them = easiest * ply, all_of_them * ply
    if attacker:
        return easiest, all_of_them
    return all_of_them, easiest
