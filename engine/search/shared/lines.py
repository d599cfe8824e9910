"""Lines of play below a node: the best one, and those of the table.

Every node leaves the best line it found in `worker.line`, cut-off nodes included. It becomes the
principal variation at the root and the n moves of a table entry (Breuker 1998, section 2.7.3; the
precise form is in docs/choices.md, lines).
"""

from engine.board.legality import short
from engine.board.names import NONE, SHORT_MOVE
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import U64
from engine.search.shared.worker import LINE, Worker

SHORT_BITS = U64(16)
"""Bits of a move in a line."""
LONGEST = LINE - 1
"""Moves of a child's line that still fit behind the move that leads to it."""


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
    """Before a child is searched: it inherits the rest of the active line if the move is on it."""
    same = short(move) == worker.active_move[ply]
    worker.inherited[ply + 1] = worker.active_rest[ply] if same else NONE
