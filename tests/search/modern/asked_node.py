"""A node of the search Modern whose moves are asked about: reduced by how much, left out or not."""

from typing import Any

import chess
from numba import boolean, int64, njit, uint64

from engine.board.generate import find_checks_and_pins
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import U64, as_record
from engine.search.modern.ideas.late_move_pruning import enough_tried
from engine.search.modern.ideas.late_move_reductions import reduction
from engine.search.modern.memory import NODE, node_at
from engine.search.modern.pruning import is_hopeless
from engine.search.shared.depth import PLY
from engine.search.shared.worker import PARAMS, WORKER
from tests.games import board_of, word
from tests.search.modern_twin import memory_of, node_of, ready
from tests.search.thinker import Thinker


@njit(boolean(uint64))
def enough_by(where):
    """Whether the remaining quiet moves of the root's NODE are left out."""
    worker = as_record(where, WORKER)
    return enough_tried(as_record(worker.params, PARAMS), as_record(node_at(worker, 0), NODE))


@njit(int64(uint64, uint64, boolean, boolean))
def reduction_by(where, move, principal, checks):
    """The parts of a ply by which a move of the root's position is reduced."""
    worker = as_record(where, WORKER)
    pos, node = as_record(worker.root, POSITION), as_record(node_at(worker, 0), NODE)
    return reduction(worker, pos, node, move, principal, checks)


@njit(boolean(uint64, uint64, int64))
def hopeless_by(where, move, alpha):
    """Whether a move of the root's position is left out."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    return is_hopeless(worker, pos, as_record(node_at(worker, 0), NODE), move, alpha)


class AskedNode:
    """A position as a node in the middle of its moves."""

    def __init__(self, thinker: Thinker, fen: str) -> None:
        thinker.engine.new_game()
        thinker.engine.thread.prepare(thinker.engine.settings)
        self.board = board_of(fen)
        ready(thinker, self.board)
        self.memory, self.where = memory_of(thinker), thinker.engine.thread.where
        self._node = node_of(thinker, 0)

    def word(self, text: str) -> int:
        """The whole move."""
        return word(self.board, chess.Move.from_uci(text))

    def _write(self, depth: int, tried: int, **fields: Any) -> None:
        self._node.depth, self._node.tried = depth * PLY, tried
        for field, value in ({"expects_cut": 0, "improving": 1, "estimate": 0} | fields).items():
            self._node[field] = value

    def enough(self, depth: int, tried: int, improving: bool) -> bool:
        """Whether so many moves are enough."""
        self._write(depth, tried, improving=improving)
        return bool(enough_by(self.where))

    def reduction(
        self,
        text: str,
        depth: int,
        tried: int,
        principal: bool = False,
        checks: bool = False,
        **fields: int,
    ) -> int:
        """Plies by which a move is reduced; `tried` is its number."""
        self._write(depth, tried, **fields)
        parts = int(reduction_by(self.where, U64(self.word(text)), principal, checks))
        assert parts % PLY == 0, "reductions are whole plies"
        return parts // PLY

    def hopeless(
        self, text: str, depth: int = 1, tried: int = 5, static: int = 0, alpha: int = 0
    ) -> bool:
        """Whether a move is left out after so many others."""
        self._write(depth, tried, estimate=static)
        return bool(hopeless_by(self.where, U64(self.word(text)), alpha))
