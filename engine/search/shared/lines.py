"""Lines of play below a node: the best one, those of the table, those that guide the ordering.

Every node leaves the best line it found in `worker.line`, cut-off nodes included. It becomes the
principal variation at the root, the n moves of a table entry (Breuker 1998, section 2.7.3; the
precise form is in docs/choices.md, lines), and the refutation table (Akl and Newborn 1977):
for each root move the main line found for it, whose moves the next iteration tries first while
its path follows that line.
"""

from numba import int64, uint64, void

from engine.board.legality import short
from engine.board.names import NONE, SHORT_MOVE
from engine.machine.words import U64, core
from engine.search.shared.worker import LINE, Worker

SHORT_BITS = U64(16)
LONGEST = LINE - 1
NOWHERE = -1
"""`followed` when the path follows no refutation line."""


@core(void(Worker, int64, uint64))
def extend_line(worker, ply, move):
    """The best line of this node is the move, then the best line of the child just searched."""
    length = min(worker.line_length[ply + 1], LONGEST)
    worker.line[ply, 0] = short(move)
    for i in range(uint64(length)):
        worker.line[ply, i + U64(1)] = worker.line[ply + 1, i]
    worker.line_length[ply] = length + 1


@core(uint64(Worker, int64, int64))
def rest_of_line(worker, ply, most):
    """The second to the `most`-th move of the node's line, for its table entry."""
    rest = NONE
    for i in range(min(worker.line_length[ply], most) - 1, 0, -1):
        rest = rest << SHORT_BITS | uint64(worker.line[ply, i])
    return rest


@core(void(Worker, int64, uint64, uint64))
def stored_line(worker, ply, move, rest):
    """The node's line is that of its table entry."""
    length = int64(0)
    while move:
        worker.line[ply, length] = move
        length += 1
        move, rest = rest & SHORT_MOVE, rest >> SHORT_BITS
    worker.line_length[ply] = length


@core(void(Worker, int64, uint64), forceinline=True)
def hand_down(worker, ply, move):
    """Before a child is searched: what it inherits, and whether the path still follows a line."""
    same = short(move) == worker.active_move[ply]
    worker.inherited[ply + 1] = worker.active_rest[ply] if same else NONE
    if worker.led_move[ply]:
        worker.followed = ply + 1 if move == worker.led_move[ply] else NOWHERE


@core(uint64(Worker, int64), forceinline=True)
def next_refutation(worker, ply):
    """The next move, in 16 bits, of the refutation line that the path follows; 0 if none."""
    row = worker.refutation_row
    if worker.followed != ply or ply >= worker.refutation_length[row]:
        return NONE
    return uint64(worker.refutation[row, ply])


@core(void(Worker, uint64, uint64))
def keep_refutation(worker, row, move):
    """After a root move: its main line is the move and the line of the child."""
    length = min(worker.line_length[1], LONGEST)
    worker.refutation[row, 0] = short(move)
    for i in range(uint64(length)):
        worker.refutation[row, i + U64(1)] = worker.line[1, i]
    worker.refutation_length[row] = length + 1
