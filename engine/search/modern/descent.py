"""Between a move and the search of the position behind it: the table's bucket, checks, the path."""

from engine.board.generate import find_checks_and_pins
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import address, as_record, at
from engine.search.modern.histories import placed
from engine.search.modern.memory import NOBODY, Node
from engine.search.shared.active_line import fetch_child
from engine.search.shared.evaluation import update_state
from engine.search.shared.lines import hand_down
from engine.search.shared.tree_log import NO_FLAGS, NULL_MOVE, note_move
from engine.search.shared.worker import Worker, plies_below


@core(void(Worker, Position, Position, Moves, Node, uint64))
def begin_child(worker, pos, below, list_below, node, move):
    """After a move or a pass (0) from `pos` to `below`: what its search relies on."""
    # The bucket comes from memory while the checks are looked for.
    fetch_child(worker, below)
    update_state(worker, pos, move)
    find_checks_and_pins(below, as_record(worker.tables, TABLES), list_below)

    node.played = placed(pos.turn, move) if move else NOBODY
    at(node, 1).expects_cut = int64(0)
    ply = plies_below(worker, address(pos))
    note_move(worker, ply, move, NO_FLAGS if move else NULL_MOVE)
    hand_down(worker, ply, move)
