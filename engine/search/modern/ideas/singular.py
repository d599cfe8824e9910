"""Is the table move the only good one? Then it deserves a deeper search.

All other moves are searched, half as deep, against a window somewhat below the entry's score. If
none reaches it the table move is singular. If one does, and the window lies above beta, two moves
cut off here: the probe doubles as a multi-cut.
Sources: Anantharaman, Campbell and Hsu, Singular extensions, ICCA Journal 11(4), 1988, in the form
that probes table moves only; Björnsson and Marsland, Multi-cut alpha-beta pruning, 1999.
"""

from numba import boolean, int64, uint64

from engine.machine.words import as_record, core
from engine.search.shared.score import FARTHEST_MATE
from engine.search.shared.worker import PARAMS, Worker
from engine.table.entry import EXACT, UPPER, entry_bound, entry_depth, entry_score
from engine.table.store import TABLE

LEAST_DEPTH, STALE_PLIES = 7, 3
"""The entry may be so many plies shallower than the search."""
MARGIN_PER_PLY = 2
DOUBLE_MARGIN = 20
"""A probe that stays so far below the window extends by two plies, off the principal variation."""


@core(boolean(Worker, int64, int64, uint64, uint64))
def may_be_singular(worker, ply, depth, entry, table_move):
    """Worth probing? Deep enough, with an entry that is a lower bound of about this depth."""
    params = as_record(worker.params, PARAMS)
    if not params.singular_extension or depth < LEAST_DEPTH or not table_move or not entry:
        return False
    if worker.excluded[ply] or ply >= 2 * worker.root_depth:
        return False
    if entry_bound(entry) == UPPER or entry_depth(entry) < depth - STALE_PLIES:
        return False
    table = as_record(worker.table, TABLE)
    if not (table.exact if entry_bound(entry) == EXACT else table.bounds):
        return False
    return abs(entry_score(entry)) < FARTHEST_MATE


@core(int64(int64, int64), forceinline=True)
def singular_bound(score, depth):
    """What no other move may reach, from the score of the entry."""
    return score - MARGIN_PER_PLY * depth


@core(int64(int64, int64, int64, int64, boolean), forceinline=True)
def singular_plies(probe, bound, score, beta, principal):
    """By how much the table move is searched deeper, or less deep, after the probe.

    `score` is the entry's: where it is good enough for a cut-off and other moves are too, the
    table move needs less.
    """
    if probe < bound:
        return 2 if not principal and probe < bound - DOUBLE_MARGIN else 1
    return -1 if score >= beta else 0
