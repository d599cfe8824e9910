"""Late moves: how much they are reduced, when they are left out, and which never are.

Sources: see the file that is tested, and futility.py.
"""

import chess
import pytest
from numba import boolean, int64, njit, types, uint64

from engine.board.generate import find_checks_and_pins
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import U64, as_record
from engine.search.modern.ideas.late_moves import (
    BAD_HISTORY,
    DEEPEST_COUNT,
    LEAST_DEPTH,
    PLY,
    enough_tried,
    is_hopeless,
    reduction,
)
from engine.search.shared.worker import PARAMS, WORKER
from tests.games import board_of, word
from tests.search.modern_twin import BARE, PLAIN, ready
from tests.search.positions import LARGE
from tests.search.thinker import Thinker


@njit(boolean(uint64, int64, int64, boolean))
def enough_by(where, depth, tried, improving):
    """Whether the remaining quiet moves are left out."""
    params = as_record(as_record(where, WORKER).params, PARAMS)
    return enough_tried(params, depth, tried, int64(improving))


@njit(int64(uint64, uint64, int64, int64, int64))
def reduction_by(where, move, depth, tried, adjustment):
    """The plies by which a move of the root's position is reduced."""
    worker = as_record(where, WORKER)
    pos = as_record(worker.root, POSITION)
    return reduction(worker, pos, move, 0, depth, tried, adjustment)


@njit(boolean(uint64, uint64, types.UniTuple(int64, 4)))
def hopeless_by(where, move, node):
    """Whether a move of the root's position is left out: depth, moves tried, values."""
    depth, tried, static, alpha = node
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    return is_hopeless(worker, pos, move, 0, depth, tried, static, alpha)


class Node:
    """A position whose moves are asked about."""

    def __init__(self, thinker: Thinker, fen: str) -> None:
        thinker.think(chess.Board(), 1)  # the reductions are written when a search begins
        thinker.engine.new_game()
        self.board = board_of(fen)
        self.worker, self.where = ready(thinker, self.board), thinker.engine.thread.where

    def word(self, text: str) -> int:
        """The whole move."""
        return word(self.board, chess.Move.from_uci(text))

    def reduction(self, text: str, depth: int, tried: int, adjustment: int = 0) -> int:
        """Plies."""
        return int(reduction_by(self.where, U64(self.word(text)), depth, tried, adjustment))

    def hopeless(
        self, text: str, depth: int = 1, tried: int = 5, static: int = 0, alpha: int = 0
    ) -> bool:
        """Whether the move is left out."""
        return bool(hopeless_by(self.where, U64(self.word(text)), (depth, tried, static, alpha)))


# Base 50, divisor 225: 0.5 + ln(depth) * ln(number) / 2.25, cut down to whole plies.
REDUCTIONS = {(3, 1): 0, (3, 2): 0, (3, 12): 1, (8, 4): 1, (10, 10): 2, (20, 30): 5, (63, 63): 8}


@pytest.mark.parametrize(("case", "plies"), REDUCTIONS.items(), ids=str)
def test_reductions_worked_by_hand(thinker, case, plies):
    node = Node(thinker, chess.STARTING_FEN)
    assert node.reduction("a2a3", *case) == plies


def test_reductions_grow(thinker):
    """With depth and with the number of the move; beyond 63 they stay; none is negative."""
    node = Node(thinker, chess.STARTING_FEN)
    numbers = range(1, 80)
    table = [[node.reduction("a2a3", depth, tried) for tried in numbers] for depth in range(80)]
    for row in table:
        assert row == sorted(row)
        assert row[0] == 0 and row[63:] == [row[62]] * len(row[63:])
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)
    assert all(not any(row) for row in table[:LEAST_DEPTH])
    assert node.reduction("a2a3", 3, 2, -50 * PLY) == 0
    assert node.reduction("a2a3", 3, 2, 2 * PLY) == 2


def test_a_good_history_saves_from_reduction(thinker):
    """And a bad one reduces more; captures are reduced half as much."""
    node = Node(thinker, LARGE["Kiwipete"])
    usual = node.reduction("a2a3", 12, 20)
    assert node.reduction("d5e6", 12, 20) == usual // 2
    place = node.word("a2a3") & 4095
    node.worker.butterfly[0, place] = 16384
    assert node.reduction("a2a3", 12, 20) == usual - 2
    node.worker.butterfly[0, place] = -16384
    assert node.reduction("a2a3", 12, 20) == usual + 2


def test_the_options_of_the_reduction(thinker):
    """Switched off there is none; base and divisor are taken over at the next search."""
    thinker.set(late_move_reductions=False)
    assert Node(thinker, chess.STARTING_FEN).reduction("a2a3", 30, 30) == 0
    thinker.set(late_move_reductions=True, reduction_base=0, reduction_divisor=1000)
    assert Node(thinker, chess.STARTING_FEN).reduction("a2a3", 30, 30) == 1
    thinker.set(reduction_base=300, reduction_divisor=50)
    assert Node(thinker, chess.STARTING_FEN).reduction("a2a3", 30, 30) == 26


# Depth: how many moves are enough, by hand: 3 and the square of the depth; half if not improving.
ENOUGH = {1: (4, 2), 2: (7, 3), 3: (12, 6), 8: (67, 33)}


@pytest.mark.parametrize(("depth", "counts"), ENOUGH.items(), ids=str)
def test_enough_moves(thinker, depth, counts):
    where = Node(thinker, chess.STARTING_FEN).where
    for improving, count in zip((True, False), counts, strict=True):
        assert not enough_by(where, depth, count - 1, improving)
        assert enough_by(where, depth, count, improving)
        assert not enough_by(where, DEEPEST_COUNT + 1, 300, improving)
    thinker.set(late_move_pruning=False)
    assert not enough_by(where, depth, 300, False)


OPEN = "4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 1"


def test_futility(thinker):
    """A quiet move far below alpha is left out, one near it is not, a check never is.

    At the last ply the margin is 110: 110 below alpha is hopeless, 109 is not.
    """
    node = Node(thinker, OPEN)
    assert node.hopeless("a1b1", static=-110)
    assert not node.hopeless("a1b1", static=-109)
    assert not node.hopeless("a1d1", static=-109)
    thinker.set(exchange_pruning=False)
    check = Node(thinker, OPEN.replace("pp3ppp", "pp4pp")).hopeless("a1d1", static=-5000)
    assert check
    assert not Node(thinker, "3k4/pp4pp/8/8/8/8/PP3PPP/R3K3 w - - 0 1").hopeless(
        "a1d1", static=-5000
    )
    thinker.set(futility=False)
    assert not Node(thinker, OPEN).hopeless("a1b1", static=-5000)


def test_the_futility_margin_is_an_option(thinker):
    """Centipawns for each ply, after the reduction of the move: 110 + margin * plies."""
    thinker.set(late_move_reductions=False)
    for margin in (0, 90, 300):
        thinker.set(futility_margin=margin)
        node = Node(thinker, OPEN)
        values = [static for static in range(-3000, 1) if node.hopeless("a1b1", 5, 1, static)]
        plies = 5 - 1  # the second move at five plies is not reduced: 0.5 + ln 5 * ln 2 / 2.25
        assert max(values) == -(110 + margin * plies)


def test_a_bad_history_is_hopeless_near_the_leaves(thinker):
    node = Node(thinker, OPEN)
    place = node.word("a1b1") & 4095
    node.worker.butterfly[0, place] = BAD_HISTORY
    assert not node.hopeless("a1b1")
    node.worker.butterfly[0, place] = BAD_HISTORY - 1
    assert node.hopeless("a1b1")
    assert not node.hopeless("a1b1", depth=12, tried=2)
    thinker.set(history_pruning=False)
    assert not node.hopeless("a1b1")


LOSING = "4k3/1p3ppp/p7/8/8/8/PP3PPP/3RK3 w - - 0 1"


def test_losing_moves_near_the_leaves(thinker):
    """A rook for a pawn or for nothing; deep in the tree they are searched."""
    node = Node(thinker, LOSING)
    assert node.hopeless("d1d6") is False
    assert Node(thinker, LOSING.replace("p7", "p1p5")).hopeless("d1d5")
    guarded = "4k3/2p3pp/3p4/8/8/8/PP3PPP/3RK3 w - - 0 1"
    node = Node(thinker, guarded)
    assert node.hopeless("d1d6"), "a rook for a pawn"
    assert node.hopeless("d1d6", depth=3)
    assert not node.hopeless("d1d6", depth=4), "400 may be lost at four plies"
    thinker.set(exchange_pruning=False)
    assert not node.hopeless("d1d6")


def test_equal_captures_are_never_left(thinker):
    """Whatever the static value says."""
    node = Node(thinker, "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1")
    assert not node.hopeless("d1d8", static=-9000)


@pytest.mark.parametrize("title", ["MG4.28", "EG2.36", "Kiwipete"])
def test_each_saves_nodes(thinker, title):
    """Alone, without a table: reductions, counts, futility, exchanges."""
    plain = thinker.reset(**PLAIN).think(LARGE[title], 5).nodes
    for switch in ("late_move_reductions", "late_move_pruning", "futility", "exchange_pruning"):
        assert thinker.reset(**PLAIN | {switch: True}).think(LARGE[title], 5).nodes < plain, switch


@pytest.mark.parametrize("switch", ["late_move_pruning", "futility", "exchange_pruning"])
def test_nobody_is_mated_because_moves_were_left_out(thinker, switch):
    """Moves are left only when one was found that averts mate: the value is no mate."""
    fen = "6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 b - - 0 1"  # only retreats avert Qd8 mate
    plain = thinker.reset(**PLAIN).think(fen, 4).score
    assert abs(plain) < 1500
    assert abs(thinker.reset(**BARE | {switch: True}).think(fen, 4).score) < 1500
