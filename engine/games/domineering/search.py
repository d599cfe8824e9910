"""DOMI: a search to the end of the game, for a win or a loss, with a transposition table.

The search of Breuker 1998, chapter 2, domineering, which has no iterative deepening: a position
found in the table, or a mirror image of it, is decided. What the thesis leaves open is in
docs/choices.md.
"""

import numpy as np

from engine.games.domineering.counting import BY_LINE, ByLine, changes, count_moves
from engine.games.domineering.position import (
    NODE,
    ONE,
    POSITION,
    TABLES,
    VIEWS,
    ZERO,
    Node,
    Position,
    Tables,
)
from engine.games.domineering.rules import generate, make
from engine.machine.calls import again
from engine.machine.core import core, door, int64, record, uint64, void
from engine.machine.words import U64, as_record, at, fresh
from engine.table.entry import EXACT, entry_score, entry_size, long_size, new_entry
from engine.table.places import TABLE, Table, fetch
from engine.table.statistics import COUNTS, Counts
from engine.table.store import probe, store

WIN, LOSS, UNKNOWN = 1, -1, 0
"""Values for the player to move; UNKNOWN after a stop."""
NODES_BETWEEN_POLLS = 1024
WORTH_AT, MOVE = U64(8), U64(255)
"""While moves are ordered, bits 8 and above of a move hold its value plus WORTH_OFFSET."""
WORTH_OFFSET = 64
NO_MOVE = U64(255)
"""No code of a move: 0 is the first line's first place."""

WORKER = np.dtype(
    [
        ("tables", "u8"),  # addresses: TABLES, TABLE, COUNTS, BY_LINE
        ("table", "u8"),
        ("counts", "u8"),
        ("by_line", "u8"),
        ("root", "u8"),  # the root's POSITION and NODE; those of further plies follow
        ("node", "u8"),
        ("stop", "i8"),  # set from outside, or by the limit
        ("node_limit", "i8"),
        ("next_poll", "i8"),  # the node count at which stop and limit are looked at again
        ("nodes", "i8"),  # entries of the search, those that the table answers included
        ("counted", "i8"),  # nodes as the replacement scheme counts them
        ("most_plies", "i8"),  # of a game; 0 if depth means the height of the searched subtree
    ],
    align=True,
)
Worker = record(WORKER)


@core(void(Worker))
def poll(worker):
    """Set `worker.stop` when the limit is reached, and when to look again if not."""
    if worker.nodes >= worker.node_limit:
        worker.stop = 1
    if not fresh(worker, "stop"):
        worker.next_poll = min(worker.nodes + NODES_BETWEEN_POLLS, worker.node_limit)


@core(uint64(Table, Counts, Position))
def look_up(table, counts, position):
    """The entry of the position, or of the first of its mirror images that the table has; or 0."""
    for view in range(VIEWS):
        entry, _ = probe(table, counts, position.key[view])
        if entry:
            return entry
    return ZERO


@core(uint64(Position, Tables, ByLine, Node))
def order_moves(position, tables, counts, node):
    """Sort the moves by their value and drop losing ones; a winning move, or NO_MOVE.

    A move is worth the real and safe moves that it takes from the other player, less those that it
    takes from its own. Equal moves stay in the order of the generator (X27). It wins if the own
    safe moves suffice to answer all real moves of the other player, and loses if his safe moves
    outnumber the own real ones.
    """
    kept = ZERO
    for number in range(node.count):
        move = node.move[number]
        own_real, own_safe, other_real, other_safe = changes(position, tables, counts, move)
        worth = own_real + own_safe - other_real - other_safe
        own, other = position.turn, ONE - position.turn
        if counts.all_safe[own] + own_safe >= counts.all_real[other] + other_real:
            return move
        if counts.all_safe[other] + other_safe > counts.all_real[own] + own_real:
            continue
        valued = uint64(worth + WORTH_OFFSET) << WORTH_AT
        place = kept
        while place and node.move[place - ONE] < valued:
            node.move[place] = node.move[place - ONE]
            place -= ONE
        node.move[place] = valued | move
        kept += ONE
    node.count = kept
    return NO_MOVE


@core(int64(Worker, Position, Node))
def search(worker, position, node):
    """Return WIN or LOSS for the player to move; UNKNOWN after a stop.

    Every entry counts as a node, also one that the table answers.
    """
    if worker.nodes >= worker.next_poll:
        poll(worker)
    if worker.stop:
        return UNKNOWN
    counted_before = worker.counted
    worker.nodes += 1
    worker.counted += 1

    # A position that is found is decided.
    table, counts = as_record(worker.table, TABLE), as_record(worker.counts, COUNTS)
    node.height, node.best = 0, NO_MOVE
    entry = look_up(table, counts, position)
    if entry:
        counts.exact_cuts += 1
        if table.whole_hits:
            worker.counted += int64(long_size(entry_size(entry))) - 1
        return entry_score(entry)

    # The rules that decide a move without a search.
    tables, by_line = as_record(worker.tables, TABLES), as_record(worker.by_line, BY_LINE)
    count_moves(position, tables, by_line)
    generate(position, tables, node)
    node.best = order_moves(position, tables, by_line, node)
    value = LOSS if node.best == NO_MOVE else WIN

    # The other moves, until one wins. Without a move the player has lost.
    node.tried = 0
    while value == LOSS and node.tried < node.count:
        move = node.move[node.tried] & MOVE
        node.tried += ONE
        make(position, tables, move)
        below, node_below = at(position, 1), at(node, 1)
        for view in range(VIEWS):
            fetch(table, below.key[view])
        value = -again(worker, below, node_below)
        if worker.stop:
            return UNKNOWN
        node.height = max(node.height, node_below.height + 1)
        if value == WIN:
            node.best = move

    size = uint64(worker.counted - counted_before)
    depth = worker.most_plies - position.ply if worker.most_plies else node.height
    entry = new_entry(ZERO, value, depth, EXACT, size)
    store(table, counts, position.key[0], entry, ZERO, ZERO)
    return value


@door(int64(uint64))
def solve_root(where):
    """Solve the position that a WORKER at this address names."""
    worker = as_record(where, WORKER)
    return search(worker, as_record(worker.root, POSITION), as_record(worker.node, NODE))
