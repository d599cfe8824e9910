"""Late moves in a good order are seldom best: searched less deep, and near the leaves not at all.

Sources: reductions: Levy, Broughton and Taylor, The SEX algorithm in computer chess, ICCA Journal
12(1), 1989, and as practised since Romstad's Glaurung, 2005; pruning by count: Heinz, Extended
futility pruning, 1998, in spirit; by exchanges and by history: common practice of chess programs.
"""

from numba import boolean, int64, uint64

from engine.board.checks import gives_check
from engine.board.exchange import wins_at_least
from engine.board.position import TABLES, Position
from engine.machine.words import as_record, core
from engine.search.modern.gravity import part
from engine.search.modern.histories import is_quiet, quiet_history
from engine.search.modern.ideas.futility import is_futile
from engine.search.modern.ideas.reductions import LAST_ROW, PLY
from engine.search.shared.worker import PARAMS, Params, Worker

DEEPEST_COUNT, FIRST_LATE = 8, 3
DEEPEST_EXCHANGE, QUIET_LOSS, NOISY_LOSS = 8, 60, 100
"""Plies, and centipawns for every ply that a move may lose."""
DEEPEST_HISTORY, BAD_HISTORY = 4, -4000
LEAST_DEPTH = 3
FULL_PLY_HISTORY = 8192
"""The sum of histories that is worth a ply of reduction."""


@core(boolean(Params, int64, int64, int64), forceinline=True)
def enough_tried(params, depth, tried, improving):
    """Whether the remaining quiet moves are left out."""
    if not params.late_move_pruning or depth > DEEPEST_COUNT:
        return False
    return tried >= (FIRST_LATE + depth * depth) // (2 - improving)


@core(int64(Worker, int64, int64), forceinline=True)
def table_reduction(worker, depth, tried):
    """The reduction by depth and number of the move, in parts of a ply."""
    row, column = uint64(min(depth, LAST_ROW)), uint64(min(tried, LAST_ROW))
    return worker.reductions[row, column]


@core(boolean(Worker, Position, uint64, int64, int64, int64, int64, int64))
def is_hopeless(worker, pos, move, ply, depth, tried, static, alpha):
    """Whether a late move near the leaves is left out; the reduction counts in its depth."""
    params, tables = as_record(worker.params, PARAMS), as_record(worker.tables, TABLES)
    reduced = max(depth - 1 - table_reduction(worker, depth, tried + 1) // PLY, 0)
    if not is_quiet(move):
        if not params.exchange_pruning or depth > DEEPEST_EXCHANGE:
            return False
        return not wins_at_least(pos, tables, move, -NOISY_LOSS * depth)
    checks = gives_check(pos, tables, move)
    if not checks and is_futile(params, reduced, static, alpha):
        return True
    if not checks and params.history_pruning and reduced <= DEEPEST_HISTORY:
        if quiet_history(worker, pos, ply, move) < BAD_HISTORY * max(reduced, 1):
            return True
    if not params.exchange_pruning or reduced > DEEPEST_EXCHANGE:
        return False
    return not wins_at_least(pos, tables, move, -QUIET_LOSS * reduced)


@core(int64(Worker, Position, uint64, int64, int64, int64, int64))
def reduction(worker, pos, move, ply, depth, tried, adjustment):
    """The plies by which a late move is searched less deep; `adjustment` is in parts of a ply."""
    params = as_record(worker.params, PARAMS)
    if not params.late_move_reductions or depth < LEAST_DEPTH:
        return 0
    parts = table_reduction(worker, depth, tried) + adjustment
    if is_quiet(move):
        parts -= part(quiet_history(worker, pos, ply, move) * PLY, FULL_PLY_HISTORY)
    else:
        parts //= 2
    return max(parts, 0) // PLY
