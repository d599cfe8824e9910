"""What becomes of a node whose moves are searched: credit for the best, an entry of the table."""

from engine.board.legality import short
from engine.board.names import NONE
from engine.board.position import Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import address, as_record
from engine.search.selective.depth import whole_plies
from engine.search.selective.history import credit
from engine.search.selective.memory import MEMORY, Node
from engine.search.selective.uncertainty import remember_move
from engine.search.shared.lookup import remember
from engine.search.shared.score import score_to_table
from engine.search.shared.worker import Worker, plies_below
from engine.table.entry import EXACT, LOWER, UPPER, new_entry


@core(void(Worker, Position, Node, uint64, int64, int64, int64))
def conclude(worker, pos, node, best_move, best, alpha, beta):
    """Learn from the value of a node, and store it; of an unsure one only the move."""
    ply, plies = plies_below(worker, address(pos)), whole_plies(node.depth)
    worker.interior += 1
    credit(worker, pos, best_move, plies)
    if as_record(worker.memory, MEMORY).probing:
        return
    if node.unsure:
        remember_move(worker, pos, node, ply, best_move)
        return
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    size, stored = uint64(worker.counted - node.counted_before), score_to_table(best, ply)
    remember(worker, pos, ply, new_entry(short(best_move), stored, plies, bound, size), NONE)
