"""Between the table and the moves of a node: which known move is tried first."""

from engine.board.legality import legal_move
from engine.board.names import NONE, SHORT_MOVE
from engine.board.position import TABLES, Position
from engine.machine.core import core, uint64, void
from engine.machine.words import address, as_record
from engine.search.shared.lines import SHORT_BITS
from engine.search.shared.worker import Worker, plies_below
from engine.table.entry import entry_move
from engine.table.places import TABLE, fetch
from engine.table.statistics import COUNTS


@core(void(Worker, Position), forceinline=True)
def fetch_child(worker, pos):
    """Prefetch the table's cache line of a position that is about to be searched."""
    fetch(as_record(worker.table, TABLE), pos.key)


@core(uint64(Worker, Position, uint64, uint64, uint64))
def activate_line(worker, pos, entry, rest, move):
    """Choose the line that is followed from here; return its first move, 0 if none is legal.

    It is the stored one, whose whole move is given, or, where the position is not in the table, the
    one that the parent handed down (docs/choices.md, lines).
    """
    table, tables = as_record(worker.table, TABLE), as_record(worker.tables, TABLES)
    counts = as_record(worker.counts, COUNTS)
    ply = plies_below(worker, address(pos))
    if not table.move:
        worker.active_move[ply], worker.active_rest[ply] = NONE, NONE
        return NONE
    if entry:
        worker.active_move[ply], worker.active_rest[ply] = entry_move(entry), rest
        if move:
            counts.move_only += 1
        return move
    line = worker.inherited[ply]
    worker.active_move[ply], worker.active_rest[ply] = line & SHORT_MOVE, line >> SHORT_BITS
    if not line:
        return NONE
    counts.inherited += 1
    return legal_move(pos, tables, line & SHORT_MOVE)
