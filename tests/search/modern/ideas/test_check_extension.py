"""Which checks are searched a ply deeper."""

import chess
import pytest
from numba import int64, njit, uint64

from engine.board.generate import find_checks_and_pins
from engine.board.make import make
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import U64, as_record, at
from engine.search.modern.ideas.check_extension import check_extension
from engine.search.shared.depth import PLY
from engine.search.shared.worker import WORKER
from tests.games import board_of, word
from tests.search.modern_twin import memory_of, ready


@njit(int64(uint64, uint64, int64))
def extension_by(where, move, ply):
    """Parts of a ply for a move of the root's position, as if it lay so many plies below."""
    worker = as_record(where, WORKER)
    tables = as_record(worker.tables, TABLES)
    pos, list_below = as_record(worker.root, POSITION), at(as_record(worker.moves, MOVES), 1)
    make(pos, tables, move)
    find_checks_and_pins(at(pos, 1), tables, list_below)
    return check_extension(worker, pos, list_below, ply, move)


ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
KNIGHT_GUARDS = "4k3/3n4/8/8/8/8/8/1R2K3 w - - 0 1"

# FEN, move, ply, plies; the iteration is of five plies.
CASES = {
    "no check": (ROOK, "a1a7", 3, 0),
    "a safe check": (ROOK, "a1a8", 3, 1),
    "a check that loses the rook": (KNIGHT_GUARDS, "b1b8", 3, 0),
    "the last ply that is extended": (ROOK, "a1a8", 9, 1),
    "too far from the root": (ROOK, "a1a8", 10, 0),
}


@pytest.mark.parametrize(("fen", "text", "ply", "plies"), CASES.values(), ids=CASES)
def test_safe_checks(thinker, fen, text, ply, plies):
    board = board_of(fen)
    ready(thinker, board)
    memory_of(thinker).root_depth = 5
    move = U64(word(board, chess.Move.from_uci(text)))
    assert int(extension_by(thinker.engine.thread.where, move, ply)) == plies * PLY
    thinker.set(check_extension=False)
    assert int(extension_by(thinker.engine.thread.where, move, ply)) == 0
