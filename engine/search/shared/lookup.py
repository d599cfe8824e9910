"""How the search uses the table: when an entry answers, what it narrows, what is kept.

Source: Breuker 1998, sections 2.2 and 2.3.1, figure 2.7; Lazar 1995 for the ply limit.
"""

from engine.board.draws import FIFTY_MOVES
from engine.board.legality import legal_move
from engine.board.names import NONE
from engine.board.position import TABLES, Position
from engine.machine.core import boolean, core, int64, tuple_of, uint64, void
from engine.machine.words import as_record
from engine.search.shared.lines import rest_of_line, stored_line
from engine.search.shared.score import FARTHEST_MATE, INFINITE, MATE, score_from_table
from engine.search.shared.worker import PARAMS, Worker
from engine.table.entry import (
    EXACT,
    LOWER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    entry_size,
    long_size,
)
from engine.table.places import TABLE, Table
from engine.table.statistics import COUNTS
from engine.table.store import probe, store

FOUND = tuple_of(uint64, uint64, uint64)
"""An entry, the rest of its line, and its whole, legal move."""
WINDOW = tuple_of(int64, int64)
"""Alpha and beta in centipawns."""


@core(FOUND(Worker, Position, int64))
def look_up(worker, pos, ply):
    """Return the position's entry, the rest of its line and its whole move; zeros without one.

    A move that is illegal here betrays another position (type-1 error): the entry counts as not
    found, and so it is no hit (X19).
    """
    table, params = as_record(worker.table, TABLE), as_record(worker.params, PARAMS)
    counts = as_record(worker.counts, COUNTS)
    if params.table_ply and ply > params.table_ply:
        return NONE, NONE, NONE
    entry, rest = probe(table, counts, pos.key)
    if not entry_move(entry):
        return entry, rest, NONE
    move = legal_move(pos, as_record(worker.tables, TABLES), entry_move(entry))
    if not move:
        counts.illegal += 1
        if params.table_legality_test:
            counts.hits -= 1
            return NONE, NONE, NONE
    return entry, rest, move


@core(boolean(Worker, Position, uint64))
def outlasts_fifty(worker, pos, entry):
    """Whether the search behind an entry, or its mate, could reach the fiftieth move from here."""
    stored, score = entry_depth(entry), entry_score(entry)
    reach = stored + stored * worker.extension_percent // 100 + worker.evasion_plies
    if abs(score) > FARTHEST_MATE:
        reach = max(reach, MATE - abs(score) - 1)
    return int64(pos.fifty) + reach >= FIFTY_MOVES


@core(boolean(Table, uint64), forceinline=True)
def is_used(table, entry):
    """Whether scores of this kind are used at all (option Table Use)."""
    return bool(table.exact if entry_bound(entry) == EXACT else table.bounds)


@core(boolean(Worker, Position, uint64, int64))
def answers(worker, pos, entry, depth):
    """Whether the entry was searched deep enough to stand for a search of `depth` plies.

    An entry whose own search would reach the fiftieth move from here tells nothing: where it was
    stored, the counter stood elsewhere.
    """
    if not entry:
        return False
    table, params = as_record(worker.table, TABLE), as_record(worker.params, PARAMS)
    stored = entry_depth(entry)
    if stored < depth or (params.table_depth_match and stored != depth):
        return False
    if outlasts_fifty(worker, pos, entry):
        return False
    return is_used(table, entry)


@core(WINDOW(uint64, int64, int64, int64), forceinline=True)
def narrowed(entry, ply, alpha, beta):
    """The window that an answering entry leaves; it is empty if the entry settles the node."""
    score, bound = score_from_table(entry_score(entry), ply), entry_bound(entry)
    if bound == EXACT:
        return score, score
    if bound == LOWER:
        return max(alpha, score), beta
    return alpha, min(beta, score)


@core(int64(uint64, int64, int64), forceinline=True)
def clipped(entry, ply, value):
    """A static value corrected by what an answering entry knows."""
    low, high = narrowed(entry, ply, -INFINITE, INFINITE)
    return min(max(value, low), high)


@core(int64(Worker, uint64, uint64, int64))
def settled(worker, entry, rest, ply):
    """The entry's score, after its line is taken over and the hit is counted."""
    table, counts = as_record(worker.table, TABLE), as_record(worker.counts, COUNTS)
    bound = entry_bound(entry)
    if bound == EXACT:
        counts.exact_cuts += 1
    elif bound == LOWER:
        counts.lower_cuts += 1
    else:
        counts.upper_cuts += 1
    if table.whole_hits:
        worker.counted += int64(long_size(entry_size(entry))) - 1
    stored_line(worker, ply, entry_move(entry), rest)
    return score_from_table(entry_score(entry), ply)


@core(void(Worker, Position, int64, uint64, uint64))
def remember(worker, pos, ply, entry, marks):
    """Store a node's result, unless a draw by the fifty-move rule was counted below it.

    `marks` are those of `table/components.py`, kept if the table has room for them.
    """
    table, params = as_record(worker.table, TABLE), as_record(worker.params, PARAMS)
    if params.table_ply and ply > params.table_ply:
        return
    if worker.fifty_draws != worker.fifty_before[ply]:
        return
    rest = rest_of_line(worker, ply, params.table_pv_length)
    store(table, as_record(worker.counts, COUNTS), pos.key, entry, rest, marks)
