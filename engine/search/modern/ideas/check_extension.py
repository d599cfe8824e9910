"""A check that loses nothing is searched a ply deeper: the answers are few.

Source: common practice of chess programs.
"""

from engine.board.exchange import wins_at_least
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import core, int64, uint64
from engine.machine.words import as_record
from engine.search.modern.memory import MEMORY
from engine.search.shared.depth import PLY
from engine.search.shared.worker import PARAMS, Worker

DEEPEST = 2
"""Lines are extended down to so many times the depth of the iteration."""


@core(int64(Worker, Position, Moves, int64, uint64))
def check_extension(worker, pos, list_below, ply, move):
    """By how much a move is searched deeper, in parts of a ply; `list_below` is that behind it."""
    if not as_record(worker.params, PARAMS).check_extension or not list_below.checks:
        return 0
    if ply >= DEEPEST * as_record(worker.memory, MEMORY).root_depth:
        return 0
    return PLY if wins_at_least(pos, as_record(worker.tables, TABLES), move, 0) else 0
