"""The order of root moves from one window to the next: the best first, the others as they were."""

from engine.board.names import ONE
from engine.machine.core import core, uint64, void
from engine.search.shared.worker import Worker


@core(void(Worker, uint64))
def bring_to_front(worker, place):
    """Move a root move before all others of this search; the others keep their order."""
    first = uint64(worker.root_first)
    move, score, row = worker.root_move[place], worker.root_score[place], worker.root_row[place]
    while place > first:
        worker.root_move[place] = worker.root_move[place - ONE]
        worker.root_score[place] = worker.root_score[place - ONE]
        worker.root_row[place] = worker.root_row[place - ONE]
        place -= ONE
    worker.root_move[first], worker.root_score[first], worker.root_row[first] = move, score, row
