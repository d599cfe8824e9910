"""A move that was best somewhere is tried early elsewhere.

Source: Schaeffer, The history heuristic, ICCA Journal 6(3), 1983; Breuker 1998, section 2.3.1.
Choice X9 of docs/choices.md: the credit grows with the depth below; three ways are offered.
"""

from engine.board.names import FROM_TO
from engine.board.position import Position
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import as_record
from engine.search.alibaba.memory import MEMORY
from engine.search.shared.worker import PARAMS, Worker

OFF, DEPTH, DEPTH_SQUARED, TWO_TO_THE_DEPTH = range(4)
"""Choices of the option History, in its order."""
FULL_BITS = 28
FULL = 1 << FULL_BITS
"""The highest score; the order of captures and promotions begins above it."""


@core(void(Worker, Position, uint64, int64))
def credit(worker, pos, move, depth):
    """Raise the score of a move that cut off or had the highest value, up to FULL."""
    rule = as_record(worker.params, PARAMS).history
    if rule == OFF:
        return
    bonus = depth
    if rule == DEPTH_SQUARED:
        bonus = depth * depth
    elif rule == TWO_TO_THE_DEPTH:
        bonus = int64(1) << min(depth, FULL_BITS)
    memory, place = as_record(worker.memory, MEMORY), move & FROM_TO
    memory.history[pos.turn, place] = min(memory.history[pos.turn, place] + bonus, FULL)
