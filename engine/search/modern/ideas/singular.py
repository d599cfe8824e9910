"""Is the table move the only good one? Then it deserves a deeper search.

All other moves are searched, half as deep, against a window somewhat below the entry's score. If
none reaches it the table move is singular. If one does, and the window lies above beta, two moves
cut off here: the probe doubles as a multi-cut.
Sources: Anantharaman, Campbell and Hsu, Singular extensions, ICCA Journal 11(4), 1988, in the form
that probes table moves only; Björnsson and Marsland, Multi-cut alpha-beta pruning, 1999.
"""

from engine.board.position import Position
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import as_record
from engine.search.modern.memory import MEMORY, Node
from engine.search.shared.depth import PLY, whole_plies
from engine.search.shared.score import FARTHEST_MATE
from engine.search.shared.worker import PARAMS, Worker
from engine.table.components import EXTENDED
from engine.table.entry import EXACT, UPPER, entry_bound, entry_depth, entry_score
from engine.table.places import TABLE
from engine.table.store import probe_beside

LEAST_DEPTH = 7
"""Plies from which on table moves are probed."""
STALE_PLIES = 3
"""Plies that the entry may be shallower than the search."""
DEEPEST = 2
"""Lines are extended down to so many times the depth of the iteration."""
MARGIN_PER_PLY = 2
"""Centipawns below the entry's score that the other moves have to reach, for each ply."""
DOUBLE_MARGIN = 20
"""Centipawns: a probe that stays so far below extends by two plies, off the principal variation."""


@core(boolean(Worker, Node, int64, int64, uint64, uint64))
def may_be_singular(worker, node, ply, plies, entry, table_move):
    """Whether to probe: deep enough, with an entry that is a lower bound of about this depth."""
    params, memory = as_record(worker.params, PARAMS), as_record(worker.memory, MEMORY)
    if not params.singular_extension or plies < LEAST_DEPTH or not table_move or not entry:
        return False
    if node.excluded or ply >= DEEPEST * memory.root_depth:
        return False
    if entry_bound(entry) == UPPER or entry_depth(entry) < plies - STALE_PLIES:
        return False
    table = as_record(worker.table, TABLE)
    if not (table.exact if entry_bound(entry) == EXACT else table.bounds):
        return False
    return abs(entry_score(entry)) < FARTHEST_MATE


@core(int64(Worker, Position, Node, int64, int64, uint64))
def stored_extension(worker, pos, node, ply, plies, entry):
    """A ply if the position's entry says that its move was extended (Entry Extension), else 0.

    The re-search of a node then decides like the search before it, although the entry's score has
    changed meanwhile. A deeper search asks anew: else a mark, once set, would renew itself with
    every search, and the move be extended long after it has ceased to be singular.
    Source: Breuker 1998, section 2.2, the component *extension* of an entry.
    """
    table, memory = as_record(worker.table, TABLE), as_record(worker.memory, MEMORY)
    if not table.broad or not entry or node.excluded or plies < LEAST_DEPTH:
        return 0
    if ply >= DEEPEST * memory.root_depth or entry_depth(entry) < plies:
        return 0
    if not probe_beside(table, pos.key, entry) & EXTENDED:
        return 0
    return int64(PLY)


@core(int64(int64, int64), forceinline=True)
def singular_bound(score, plies):
    """What no other move may reach, from the score of the entry."""
    return score - MARGIN_PER_PLY * plies


@core(int64(int64), forceinline=True)
def probe_depth(depth):
    """The depth of the probe in parts of a ply: half of the moves', rounded to whole plies."""
    return (whole_plies(depth) - 1) // 2 * PLY


@core(int64(int64, int64, int64, int64, boolean), forceinline=True)
def singular_extension(probe, bound, score, beta, principal):
    """By how much the table move is searched deeper, or less deep, after the probe.

    In parts of a ply. `score` is the entry's: where it is good enough for a cut-off and other moves
    are too, the table move needs less.
    """
    if probe < bound:
        return 2 * PLY if not principal and probe < bound - DOUBLE_MARGIN else PLY
    return -PLY if score >= beta else 0
