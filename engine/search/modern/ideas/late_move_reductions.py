"""Late moves in a good order are seldom best: they are searched less deep first.

Sources: Levy, Broughton and Taylor, The SEX algorithm in computer chess, ICCA Journal 12(1), 1989,
and as practised since Romstad's Glaurung, 2005.
"""

from engine.board.position import Position
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import as_record
from engine.search.modern.gravity import part
from engine.search.modern.histories import is_quiet, quiet_history
from engine.search.modern.ideas.reductions import LAST_ROW
from engine.search.modern.memory import MEMORY, Memory, Node
from engine.search.shared.depth import PLY, PLY_BITS, whole_plies
from engine.search.shared.worker import PARAMS, Worker

LEAST_DEPTH = 3
"""Plies from which on moves are reduced."""
FULL_PLY_HISTORY = 8192
"""The sum of histories that is worth a ply of reduction."""


@core(int64(Memory, int64, int64), forceinline=True)
def table_reduction(memory, plies, number):
    """The reduction by depth in plies and number of the move, in parts of a ply."""
    row, column = uint64(min(plies, LAST_ROW)), uint64(min(number, LAST_ROW))
    return memory.reductions[row, column]


@core(int64(Worker, Position, Node, uint64, boolean, boolean))
def reduction(worker, pos, node, move, principal, checks):
    """By how much the move in search is searched less deep: whole plies, in parts of a ply.

    `principal` tells whether the node's window is open, `checks` whether the move gives check.
    """
    plies = whole_plies(node.depth)
    if not as_record(worker.params, PARAMS).late_move_reductions or plies < LEAST_DEPTH:
        return 0
    parts = table_reduction(as_record(worker.memory, MEMORY), plies, node.tried)

    # Where a cut-off is expected, one of the first moves gives it.
    parts += 2 * PLY * node.expects_cut
    # On the principal variation an error costs most.
    if principal:
        parts -= PLY
    # A side that stands worse than before hardly has a better move so late.
    if not node.improving:
        parts += PLY
    # A check changes more than a static value shows.
    if checks:
        parts -= PLY
    # What moves did elsewhere. Captures and promotions are reduced half as much.
    if is_quiet(move):
        parts -= part(quiet_history(worker, pos, node, move) * PLY, FULL_PLY_HISTORY)
    else:
        parts //= 2

    return max(parts, 0) >> PLY_BITS << PLY_BITS
