"""The refutation table: for each root move its main line, tried first in the next iteration.

Its moves come first as long as the path from the root follows that line.
Source: Akl and Newborn, The principal continuation and the killer heuristic, 1977.
"""

from engine.board.legality import legal_move, short
from engine.board.make import make
from engine.board.names import NONE, ONE, ZERO
from engine.board.position import TABLES, Position
from engine.machine.core import boolean, core, int64, uint64, void
from engine.machine.words import as_record, at
from engine.search.alibaba.memory import MEMORY, Memory
from engine.search.shared.lines import LONGEST
from engine.search.shared.worker import Worker
from engine.table.places import TABLE
from engine.table.store import mark_principal

NOWHERE = -1
"""`followed` when the path follows no refutation line."""


@core(uint64(Memory, int64), forceinline=True)
def next_refutation(memory, ply):
    """The next move, in 16 bits, of the refutation line that the path follows; 0 if none."""
    row = memory.refutation_row
    if memory.followed != ply or ply >= memory.refutation_length[row]:
        return NONE
    return uint64(memory.refutation[row, ply])


@core(void(Worker, int64, uint64), forceinline=True)
def follow_refutation(worker, ply, move):
    """Before a child is searched: whether the path still follows the refutation line."""
    memory = as_record(worker.memory, MEMORY)
    if memory.led_move[ply]:
        memory.followed = ply + 1 if move == memory.led_move[ply] else NOWHERE


@core(void(Worker, uint64, uint64))
def keep_refutation(worker, row, move):
    """After a root move: its main line is the move and the line of the child."""
    memory = as_record(worker.memory, MEMORY)
    length = min(worker.line_length[1], LONGEST)
    memory.refutation[row, ZERO] = short(move)
    for i in range(uint64(length)):
        memory.refutation[row, i + ONE] = worker.line[ONE, i]
    memory.refutation_length[row] = length + 1


@core(void(Worker, Position, uint64, boolean))
def mark_line(worker, pos, row, wanted):
    """Set or remove the mark PRINCIPAL of the entries on a root move's main line.

    `pos` is the root; the positions of the line are written behind it.
    Source: Breuker 1998, section 2.2: with it the table serves as a refutation table.
    """
    memory, tables = as_record(worker.memory, MEMORY), as_record(worker.tables, TABLES)
    table = as_record(worker.table, TABLE)
    for i in range(uint64(memory.refutation_length[row])):
        move = legal_move(pos, tables, uint64(memory.refutation[row, i]))
        if not move:
            return
        make(pos, tables, move)
        pos = at(pos, 1)
        mark_principal(table, pos.key, wanted)
