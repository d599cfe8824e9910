"""In which order moves are tried: refutation, table move, captures, promotions, history.

Source: Breuker 1998, section 2.3.1. The witness is a rank written
here from the words of the thesis, on python-chess.
"""

import random
from typing import Any

import chess
import numpy as np
import pytest
from numba import boolean, uint64

from engine.board.position import MOVES, POSITION
from engine.machine.words import U64, as_record
from engine.search.alibaba.ordering import begin, begin_quiescence, next_move
from engine.search.shared.worker import WORKER
from tests.games import is_noisy, word
from tests.search.positions import ALL, LARGE, board_of
from tests.search.thinker import Thinker
from tests.when_called import njit_when_called


@njit_when_called(uint64(uint64, uint64, uint64, boolean, uint64[:]))
def tried_by(where, first, second, noisy, order):
    """Write down the moves in the order in which the root of a WORKER tries them."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    moves.seen = uint64(0)
    if noisy:
        begin_quiescence(moves, False)
    else:
        begin(moves, first, second)
    number = uint64(0)
    move = next_move(worker, pos, moves)
    while move:
        order[number] = move
        number += uint64(1)
        move = next_move(worker, pos, moves)
    return number


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def tried(thinker: Thinker, board: chess.Board, *known: int, noisy: bool = False) -> list[int]:
    """The moves of a position in the order in which they are tried."""
    thinker.engine._set_up(board)
    order = np.zeros(320, np.uint64)
    first, second = (U64(move) for move in (*known, 0, 0)[:2])
    number = tried_by(thinker.engine.thread.where, first, second, noisy, order)
    return [int(move) for move in order[: int(number)]]


def rank(board: chess.Board, move: chess.Move, history: Any) -> tuple[int, ...]:
    """Higher is earlier: captures by victim, then by attacker; promotions; history."""
    promoted = move.promotion or 0
    attacker = board.piece_type_at(move.from_square)
    if board.is_capture(move):
        victim = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
        return (2, victim, -attacker, promoted)
    if promoted:
        return (1, promoted)
    return (0, int(history[0 if board.turn else 1, word(board, move) & 4095]))


@pytest.mark.parametrize("name", ALL)
def test_order(thinker, name):
    """All legal moves once, and none before one of a higher rank."""
    board = board_of(ALL[name])
    history = thinker.engine.thread.memory.history
    chance = np.random.default_rng(6)
    history[:] = chance.integers(0, 1000, history.shape)
    moves = {word(board, move): move for move in board.legal_moves}
    order = tried(thinker, board)
    assert sorted(order) == sorted(moves)
    ranks = [rank(board, moves[found], history) for found in order]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("name", ALL)
def test_quiescence_has_captures_and_promotions_only(thinker, name):
    board = board_of(ALL[name])
    noisy = {word(board, move): move for move in board.legal_moves if is_noisy(board, move)}
    order = tried(thinker, board, noisy=True)
    assert sorted(order) == sorted(noisy)
    ranks = [rank(board, noisy[found], None) for found in order]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("name", ["Kiwipete", "promotions everywhere", "castling, all rights"])
def test_known_moves_come_first_and_once(thinker, name):
    """The refutation move before the table's; if both are the same, once (X10)."""
    board, chance = board_of(LARGE[name]), random.Random(name)
    words = [word(board, move) for move in board.legal_moves]
    rest = tried(thinker, board)
    for _ in range(20):
        first, second = chance.sample(words, 2)
        others = [move for move in rest if move not in (first, second)]
        assert tried(thinker, board, first, second) == [first, second, *others]
        assert tried(thinker, board, 0, second)[0] == second
        once = tried(thinker, board, first, first)
        assert once[0] == first
        assert sorted(once) == sorted(words)


def test_known_moves_are_tried_before_any_move_is_generated(thinker):
    """The generator is needed at about a third of the nodes only (Breuker 1998, ch. 2)."""
    found = thinker.reset().think(LARGE["EG2.36"], 7)
    full_width = found.worker["interior"] - found.worker["quiescence"]
    assert found.worker["generations"] < full_width + found.worker["quiescence"] + found.nodes // 2
    without = thinker.reset(table_use="score only", refutation_table=False)
    needless = without.think(LARGE["EG2.36"], 7)
    spared = found.worker["generations"] / found.nodes
    assert spared < needless.worker["generations"] / needless.nodes


def test_mvv_lva_by_hand(thinker):
    """The queen is taken by the pawn first, then by the knight; the rook by knight and rook."""
    board = chess.Board("4k3/8/2r5/3q4/1N2P3/8/8/2R1K3 w - - 0 1")
    names = [chess.Move(move & 63, move >> 6 & 63).uci() for move in tried(thinker, board)]
    assert names[:4] == ["e4d5", "b4d5", "b4c6", "c1c6"]


def test_promotions_by_hand(thinker):
    """Taking with promotion is a capture first; among equal captures the queen comes first."""
    board = chess.Board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    order = tried(thinker, board)
    names = [
        chess.Move(
            move & 63, move >> 6 & 63, (move >> 18 & 7) + 1 if move >> 18 & 7 else None
        ).uci()
        for move in order
    ]
    assert names[:8] == [
        "a7b8q", "a7b8r", "a7b8b", "a7b8n", "a7a8q", "a7a8r", "a7a8b", "a7a8n",
    ]  # fmt: skip


def test_a_very_high_history_stays_below_promotions(thinker):
    """Saturated scores must not run into the captures."""
    board = board_of(LARGE["promotions everywhere"])
    thinker.engine.thread.memory.history[:] = 1 << 28
    noisy = sum(is_noisy(board, move) for move in board.legal_moves)
    moves = {word(board, move): move for move in board.legal_moves}
    order = tried(thinker, board)
    assert all(is_noisy(board, moves[move]) for move in order[:noisy])
    assert not any(is_noisy(board, moves[move]) for move in order[noisy:])
