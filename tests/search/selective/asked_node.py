"""One node of the search Selective, asked by itself; and what the search has counted."""

from typing import Any

import chess
from numba import int64, njit, uint64

from engine.board.position import MOVES, POSITION
from engine.machine.words import U64, as_record
from engine.search.selective.memory import NODES_BEFORE_ROOT, SELECTIVE_COUNTS
from engine.search.selective.pv_search import pv_search
from engine.search.selective.zero_window import zero_window
from engine.search.shared.worker import WORKER
from engine.thinking.limits import NO_LIMIT
from tests.search.thinker import Thinker

A_MOVE = 1 << 12
"""What led to the node: a knight that goes nowhere."""


@njit(int64(uint64, int64, int64, int64))
def zero_window_by(where, depth, beta, cut):
    """The value of the root's position as of an inner node."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    moves.seen = U64(0)
    return zero_window(worker, pos, moves, depth, beta, cut)


@njit(int64(uint64, int64, int64, int64))
def pv_search_by(where, depth, alpha, beta):
    """The same of a node of the principal variation."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    moves.seen = U64(0)
    return pv_search(worker, pos, moves, depth, alpha, beta)


def ready(thinker: Thinker, board: chess.Board) -> Any:
    """Make a position the root, behind some move, with a search of no limits; gives its NODE."""
    engine = thinker.engine
    thread = engine.thread
    thread.reset_counters()
    thread.prepare(engine.settings)
    engine._set_up(board)
    thread.core.list_root(thread.where)
    worker = thread.worker
    worker.stop = worker.next_poll = 0
    worker.node_limit = worker.deadline = NO_LIMIT
    node_of(thinker, -1).played = A_MOVE
    thread.memory.root_depth = 4
    return node_of(thinker, 0)


def node_of(thinker: Thinker, ply: int) -> Any:
    """The NODE of a ply."""
    return thinker.engine.thread.memory.node[ply + NODES_BEFORE_ROOT]


def counts_of(thinker: Thinker) -> dict[str, int]:
    """What the last search counted, by name."""
    counts = thinker.engine.thread.memory["counts"]
    return {name: int(counts[name]) for name in SELECTIVE_COUNTS.names or ()}


def ask(thinker: Thinker, board: chess.Board, depth: int, beta: int, cut: int = 1) -> int:
    """Search a position as an inner node in the window (beta - 1, beta)."""
    ready(thinker, board)
    return int(zero_window_by(thinker.engine.thread.where, depth, beta, cut))
