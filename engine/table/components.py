"""Optional components of an entry: principal, draw, extension, and the bound on the other side.

They lie in a word of their own beside the entry (BROAD_SLOT). Its bits 0-40 are those of an entry:
move, score, depth and bound of an earlier result that bounds the value from the other side; bound 0
if there is none. Bits 41-44 are the marks below.

Sources: Breuker 1998, section 2.2, further components of an entry; the additional bound is that of
the program DUCHESS. What a mark means precisely, and when it goes: X60 of docs/choices.md.
"""

from engine.board.names import NONE
from engine.machine.core import boolean, core, uint64
from engine.machine.words import U64
from engine.table.entry import (
    BOUND_AT,
    EXACT,
    LOWER,
    TWO_BITS,
    UPPER,
    entry_bound,
    entry_score,
)

PRINCIPAL = U64(1 << 41)
"""On the main line of a root move: no other position takes the place within the same search."""
DRAW_PROVED = U64(1 << 42)
"""The entry's score is a draw that holds however deep one searches."""
OTHER_DRAW_PROVED = U64(1 << 43)
"""The same of the other bound."""
EXTENDED = U64(1 << 44)
"""The node was extended."""
MARKS = PRINCIPAL | DRAW_PROVED | OTHER_DRAW_PROVED | EXTENDED
RESULT = U64((1 << 41) - 1)
"""Move, score, depth and bound."""


@core(uint64(uint64, uint64), forceinline=True)
def as_bound(entry, bound):
    """The result of an entry, used as a bound of another kind: an exact score is both."""
    return entry & RESULT & ~(TWO_BITS << BOUND_AT) | bound << BOUND_AT


@core(boolean(uint64, uint64), forceinline=True)
def contradicts(entry, other):
    """Whether a lower bound lies above an upper one: the depths differ, or the path did."""
    if entry_bound(entry) == LOWER:
        return entry_score(entry) > entry_score(other)
    return entry_score(entry) < entry_score(other)


@core(uint64(uint64, uint64, uint64))
def other_bound_kept(entry, known, beside):
    """The other side's bound for a new entry of a position whose old entry and word are given.

    With its mark; 0 if nothing is known of the other side, or if it contradicts the new bound.
    """
    bound = entry_bound(entry)
    if bound == EXACT:
        return NONE
    wanted = U64(UPPER) if bound == LOWER else U64(LOWER)
    kept, proved = NONE, NONE
    if uint64(entry_bound(known)) == wanted or entry_bound(known) == EXACT:
        kept, proved = as_bound(known, wanted), beside & DRAW_PROVED
    elif uint64(entry_bound(beside)) == wanted:
        kept, proved = beside & RESULT, beside & OTHER_DRAW_PROVED
    if not kept or contradicts(entry, kept):
        return NONE
    return kept | (OTHER_DRAW_PROVED if proved else NONE)
