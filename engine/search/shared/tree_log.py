"""The tree of a search, written down node by node for the option Tree Log.

Nothing is written unless `worker.tree` is the address of a TREE_LOG, which Python reads between the
windows. Each hook costs one comparison then. A search calls them in this way:

- `note_move(worker, ply, move, flags)` before the child of a node at `ply` is searched, by a move
  or by a pass (0); again before a later search of the child only if the flags differ.
- `enter(worker, ply, depth, alpha, beta, flags)` in every node, right after `count_node`.
- `note_static(worker, static)` where the node knows its static value; it need not.
- `return leave(worker, value, flags)` wherever a node that was entered returns.

What can be seen from the calls no search has to tell: a child with the move of the sibling before
it is a re-search; a node entered at the ply of its parent searches the parent's position again,
by quiescence (razoring), without one move (the caller says PROBE) or without passes (verification).

Records stand in the order in which the nodes are entered, each with the number of records below it:
so the log is a tree that can be walked from any node. When the space is used up, or beyond
`most_plies`, nodes are counted in those above them but not written; what is below a node that is
not written is not written either.
Source: Björnsson 2002, appendix A, whose library writes an event at each end of a node.
"""

import numpy as np

from engine.board.legality import short
from engine.board.names import NONE
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import as_record, at
from engine.search.shared.worker import PLIES, Worker

QUIESCENCE = 1 << 0
"""A node of quiescence."""
RE_SEARCH = 1 << 1
"""The move was searched just before, less deep or in a smaller window."""
NULL_MOVE = 1 << 2
"""Reached by a pass."""
PROBE = 1 << 3
"""A search of the parent's position without one move, as singular extensions need it."""
VERIFICATION = 1 << 4
"""A search of the parent's position without passes."""
MULTI_CUT_PROBE = 1 << 5
"""A reduced search of one of the first moves, which counts how many cut off."""
EXPECTS_CUT = 1 << 6
"""Some move was expected to cut off."""
TABLE_HIT = 1 << 7
"""Left with the score of a table entry."""
DRAWN = 1 << 8
"""A draw by repetition, by the fifty-move rule, or for want of material."""
STATIC = 1 << 9
"""Left with its static value, or with that of quiescence, before a move was searched."""
NULL_MOVE_CUT = 1 << 10
"""Left because passing fails high."""
MULTI_CUT = 1 << 11
"""Left because several moves cut off in reduced searches."""
NO_MOVE = 1 << 12
"""Mate or stalemate; in a probe, no second move."""
MATE_DISTANCE = 1 << 13
"""Left because no mate from here could matter."""
UNSURE = 1 << 14
"""The value is uncertain (uncertainty cut-offs)."""
STOPPED = 1 << 15
"""The search was stopped: the value means nothing."""
NO_FLAGS = 0

NO_STATIC = -32768
"""`static` of a node that did not tell it."""
MOST_OPEN = 4 * PLIES
"""Nodes that can be open at once: a position is searched again within itself a few times."""
NOT_WRITTEN = -1
MOST_NODES = (1 << 32) - 1

TREE_NODE = np.dtype(
    [
        ("move", "<u2"),  # that leads here, in 16 bits; 0 at the root, after a pass, or if none
        ("marks", "<u2"),  # flags: how it was reached and why it was left
        ("alpha", "<i2"),  # centipawns for the side to move: the window on entry
        ("beta", "<i2"),
        ("value", "<i2"),  # and what was returned
        ("static", "<i2"),  # centipawns for the side to move, or NO_STATIC
        ("depth", "<i2"),  # remaining, in hundredths of a ply
        ("ply", "<u2"),  # distance from the root
        ("records", "<u4"),  # records of its subtree, its own included
        ("nodes", "<u4"),  # nodes that were searched in its subtree, its own included
    ]
)
TREE_LOG = np.dtype(
    [
        ("first", "u8"),  # address of the first TREE_NODE
        ("count", "i8"),  # records written
        ("limit", "i8"),  # records that there is space for
        ("most_plies", "i8"),  # nodes farther from the root are not written
        ("open", "i8"),  # nodes entered and not left
        ("place", "i8", MOST_OPEN),  # of these, by number: the record, or NOT_WRITTEN
        ("ply", "i8", MOST_OPEN),
        ("nodes_before", "i8", MOST_OPEN),
        ("last_child", "u8", MOST_OPEN + 1),  # the move of the last child, 0 if none
        ("move", "u8", PLIES),  # by ply: the move of the node in search, in 16 bits
        ("role", "i8", PLIES),  # and its flags
    ],
    align=True,
)


@core(void(Worker, int64, uint64, int64))
def write_move(worker, ply, move, flags):
    """Write down which move of a node is in search."""
    log = as_record(worker.tree, TREE_LOG)
    log.move[ply], log.role[ply] = short(move), flags


@core(void(Worker, int64, uint64, int64), forceinline=True)
def note_move(worker, ply, move, flags):
    """Before the child of a node at `ply` is searched: by which move, 0 for a pass, and how."""
    if worker.tree:
        write_move(worker, ply, move, flags)


@core(void(Worker, int64, int64, int64, int64, int64))
def write_entry(worker, ply, depth, alpha, beta, flags):
    """Write the record of a node that is entered, and open it."""
    log = as_record(worker.tree, TREE_LOG)
    number = log.open
    log.open += 1
    if number >= MOST_OPEN:
        return
    log.ply[number], log.nodes_before[number] = ply, worker.nodes - 1
    log.last_child[number + 1], log.place[number] = NONE, NOT_WRITTEN

    # How the node was reached.
    move = NONE
    if number > 0 and log.ply[number - 1] == ply:
        if not flags & (QUIESCENCE | PROBE):
            flags |= VERIFICATION
    elif number > 0:
        move = log.move[ply - 1]
        flags |= log.role[ply - 1]
        if move and move == log.last_child[number]:
            flags |= RE_SEARCH
    log.last_child[number] = NONE if flags & MULTI_CUT_PROBE else move

    # Below a node that is not written nothing is.
    if log.count >= log.limit or ply > log.most_plies:
        return
    if number > 0 and log.place[number - 1] == NOT_WRITTEN:
        return
    log.place[number] = log.count
    node = at(as_record(log.first, TREE_NODE), log.count)
    log.count += 1
    node.move, node.marks, node.ply, node.depth = move, flags, ply, depth
    node.alpha, node.beta, node.static = alpha, beta, NO_STATIC


@core(void(Worker, int64, int64, int64, int64, int64), forceinline=True)
def enter(worker, ply, depth, alpha, beta, flags):
    """After a node has counted itself: `depth` in hundredths of a ply, the window, what it is."""
    if worker.tree:
        write_entry(worker, ply, depth, alpha, beta, flags)


@core(void(Worker, int64))
def write_static(worker, static):
    """Add its static value to the record of the innermost open node."""
    log = as_record(worker.tree, TREE_LOG)
    number = log.open - 1
    if 0 <= number < MOST_OPEN and log.place[number] != NOT_WRITTEN:
        at(as_record(log.first, TREE_NODE), log.place[number]).static = static


@core(void(Worker, int64), forceinline=True)
def note_static(worker, static):
    """In a node that was entered: its static value in centipawns for the side to move."""
    if worker.tree:
        write_static(worker, static)


@core(void(Worker, int64, int64))
def write_end(worker, value, flags):
    """Complete the record of the innermost open node, and close it."""
    log = as_record(worker.tree, TREE_LOG)
    log.open -= 1
    number = log.open
    if number >= MOST_OPEN or log.place[number] == NOT_WRITTEN:
        return
    node = at(as_record(log.first, TREE_NODE), log.place[number])
    node.value, node.marks = value, int64(node.marks) | flags
    if worker.stop:
        node.marks = int64(node.marks) | STOPPED
    node.records = log.count - log.place[number]
    node.nodes = min(worker.nodes - log.nodes_before[number], MOST_NODES)


@core(int64(Worker, int64, int64), forceinline=True)
def leave(worker, value, flags):
    """Return the value, with which the innermost open node is left, and note why."""
    if worker.tree:
        write_end(worker, value, flags)
    return value
