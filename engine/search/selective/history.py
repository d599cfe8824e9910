"""A move that was best somewhere is tried early elsewhere.

Source: Schaeffer, The history heuristic, ICCA Journal 6(3), 1983; Björnsson 2002, section 4.4. The
credit grows with the depth below as the option History says (choice X9 of docs/choices.md).
"""

from engine.board.names import FROM_TO
from engine.board.position import Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import as_record
from engine.search.selective.memory import MEMORY
from engine.search.shared.worker import PARAMS, Worker

OFF, DEPTH, DEPTH_SQUARED, TWO_TO_THE_DEPTH = range(4)
"""Choices of the option History, in its order."""
FULL_BITS = 28
FULL = 1 << FULL_BITS
"""The highest score; the order of captures and promotions begins above it."""


@core(void(Worker, Position, uint64, int64))
def credit(worker, pos, move, plies):
    """Raise the score of the best move of a node, up to FULL; a probe teaches nothing."""
    memory, rule = as_record(worker.memory, MEMORY), as_record(worker.params, PARAMS).history
    if rule == OFF or memory.probing:
        return
    bonus = plies
    if rule == DEPTH_SQUARED:
        bonus = plies * plies
    elif rule == TWO_TO_THE_DEPTH:
        bonus = int64(1) << min(plies, FULL_BITS)
    place = move & FROM_TO
    memory.history[pos.turn, place] = min(memory.history[pos.turn, place] + bonus, FULL)
