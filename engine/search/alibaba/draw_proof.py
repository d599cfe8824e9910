"""Which values are proved: backed up from ends of the game alone, so no deeper search changes them.

A value is proved if its best move's is and cuts off, or if those of all moves are: ends of the game
by mate, stalemate or insufficient material, and draws that the table knows as proved. Repetitions
and the fifty-move rule depend on the way to a position and prove nothing; static values neither.

Source: Breuker 1998, section 2.2, the component *draw* of an entry; choice X60 of docs/choices.md.
"""

from engine.board.names import NONE
from engine.machine.core import boolean, core, int64, uint64, void
from engine.machine.words import as_record
from engine.search.alibaba.memory import MEMORY
from engine.search.shared.score import DRAW
from engine.search.shared.worker import PARAMS, Worker
from engine.table.components import DRAW_PROVED


@core(void(Worker, int64, boolean), forceinline=True)
def set_proof(worker, ply, proved):
    """Say whether the value that a node returns is proved."""
    as_record(worker.memory, MEMORY).proved[ply] = proved


@core(void(Worker, int64), forceinline=True)
def begin_proof(worker, ply):
    """Before the moves of a node are searched."""
    memory = as_record(worker.memory, MEMORY)
    memory.all_proved[ply], memory.best_proved[ply] = 1, 0


@core(void(Worker, int64, boolean), forceinline=True)
def follow_proof(worker, ply, better):
    """After a child was searched; `better` if its move is the best up to now."""
    memory = as_record(worker.memory, MEMORY)
    child = memory.proved[ply + 1]
    memory.all_proved[ply] &= child
    if better:
        memory.best_proved[ply] = child


@core(uint64(Worker, int64, int64, int64, boolean))
def end_proof(worker, ply, best, at_least, cut):
    """After the moves: whether the node's value is proved. Returns the mark of its entry.

    `at_least` is a lower bound of the table that raised alpha: moves that stay below it have shown
    nothing of the lower side.
    """
    memory = as_record(worker.memory, MEMORY)
    proved = memory.best_proved[ply] if cut else memory.all_proved[ply]
    if best <= at_least:
        proved = 0
    memory.proved[ply] = proved
    wanted = as_record(worker.params, PARAMS).entry_draw
    return DRAW_PROVED if wanted and proved and best == DRAW else NONE
