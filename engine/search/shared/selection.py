"""A list of moves whose order stands above each move: the best remaining one is selected.

Most nodes need only the first few moves, so the list is never sorted as a whole.
"""

from engine.board.names import ONE, WHOLE_MOVE
from engine.board.position import Moves
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import U64
from engine.search.shared.worker import Worker

ORDER_AT = U64(32)


@core(void(Worker, Moves, uint64), forceinline=True)
def count_generation(worker, moves, written):
    """Count a call of the generator that wrote so many moves; those of quiescence also apart."""
    worker.generated += int64(written)
    worker.generations += 1
    if moves.quiescent:
        worker.quiescence_generated += int64(written)
        worker.quiescence_generations += 1


@core(uint64(Moves))
def pick(moves):
    """Select the remaining move of the highest order, the earlier one of equals.

    It stays on the list, among those selected before, so that the list can be begun again.
    """
    start = moves.next
    best, found = moves.move[start], start
    for i in range(start + ONE, moves.count):
        move = moves.move[i]
        if move >> ORDER_AT > best >> ORDER_AT:
            best, found = move, i
    moves.move[found] = moves.move[start]
    moves.move[start] = best
    moves.next = start + ONE
    return best & WHOLE_MOVE
