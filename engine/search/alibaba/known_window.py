"""What an entry and its optional components say of a node: the window that is left to search.

Without components this is the use of the table in figure 2.7 of Breuker (1998). With both bounds an
entry narrows the window from either side; a proved draw answers at any depth.
"""

from engine.board.names import NONE
from engine.board.position import Position
from engine.machine.core import boolean, core, int64, tuple_of, uint64
from engine.machine.words import address, as_record
from engine.search.shared.lookup import answers, is_used, narrowed
from engine.search.shared.score import INFINITE
from engine.search.shared.worker import Worker, plies_below
from engine.table.components import DRAW_PROVED, OTHER_DRAW_PROVED, RESULT
from engine.table.entry import SIZE_AT, entry_bound
from engine.table.places import TABLE
from engine.table.statistics import COUNTS
from engine.table.store import probe_beside

KNOWN = tuple_of(int64, int64, uint64, boolean)
"""A lower and an upper bound in centipawns, infinite where nothing is known; and, if one of them or
both leave no window, the result that settles the node, else 0; and whether that one is proved."""


@core(KNOWN(Worker, Position, uint64, int64, int64, int64))
def known_window(worker, pos, entry, depth, alpha, beta):
    """Return what the table knows of the node, searched `depth` plies deep in a window."""
    ply, table = plies_below(worker, address(pos)), as_record(worker.table, TABLE)
    counts = as_record(worker.counts, COUNTS)
    low, high, beside = int64(-INFINITE), int64(INFINITE), NONE
    if table.broad and entry:
        beside = probe_beside(table, pos.key, entry)

    # The entry itself.
    entry_proved = beside & DRAW_PROVED != NONE and is_used(table, entry)
    deep_enough = answers(worker, pos, entry, depth)
    if deep_enough or entry_proved:
        low, high = narrowed(entry, ply, low, high)
        if max(alpha, low) >= min(beta, high):
            counts.draw_cuts += not deep_enough
            return low, high, entry, entry_proved

    # The bound that it keeps of the other side.
    if not entry_bound(beside):
        return low, high, NONE, False
    proved = beside & OTHER_DRAW_PROVED != NONE and is_used(table, beside)
    deep_enough = answers(worker, pos, beside, depth)
    if deep_enough or proved:
        # Bounds that only meet each other are both needed for the value: so are their proofs.
        least, most = narrowed(beside, ply, alpha, beta)
        proved = proved and (entry_proved or least >= most)
        low, high = narrowed(beside, ply, low, high)
        if max(alpha, low) >= min(beta, high):
            counts.other_cuts += 1
            counts.draw_cuts += not deep_enough
            return low, high, beside & RESULT | entry >> SIZE_AT << SIZE_AT, proved
    return low, high, NONE, False
