"""Between a move and the search of the position behind it: checks, the table, the path."""

from numba import int64, uint64, void

from engine.board.generate import find_checks_and_pins
from engine.board.names import ONE, TWO
from engine.board.position import TABLES, Moves, Position
from engine.machine.words import as_record, core
from engine.search.modern.histories import placed
from engine.search.shared.active_line import fetch_child
from engine.search.shared.lines import hand_down
from engine.search.shared.worker import NOBODY, Worker


@core(void(Worker, Position, Position, Moves, int64, uint64))
def begin_child(worker, pos, below, list_below, ply, move):
    """After a move or a pass (0) from `pos` to `below`: ask for its bucket, see its king."""
    fetch_child(worker, below)
    find_checks_and_pins(below, as_record(worker.tables, TABLES), list_below)
    worker.played[uint64(ply) + TWO] = placed(pos.turn, move) if move else NOBODY
    worker.expects_cut[uint64(ply) + ONE] = 0
    hand_down(worker, ply, move)
