"""The static value is corrected by what searches found: bounded, the right way, and only then.

Source: see the file that is tested.
"""

import random

import chess
import numpy as np
import pytest
from numba import int64, njit, types, uint64, void

from engine.board.position import POSITION
from engine.evaluation.bounds import HIGHEST
from engine.machine.words import U64, as_record
from engine.search.modern.gravity import drawn_to
from engine.search.modern.ideas.correction import (
    CORRECTION_DIVISOR,
    FULL_CORRECTION,
    LARGEST_BONUS,
    learn_correction,
    static_value,
    value_near,
)
from engine.search.shared.score import INFINITE, MATE
from engine.search.shared.worker import WORKER
from engine.table.entry import EXACT, LOWER, UPPER
from tests.games import board_of, word
from tests.search.modern_twin import ready
from tests.search.positions import LARGE

GREATEST = 4 * FULL_CORRECTION // CORRECTION_DIVISOR
"""Centipawns: pawns twice and both sides' pieces once."""
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"


@njit(void(uint64, uint64, types.UniTuple(int64, 4)))
def learn_by(where, best_move, result):
    """A node at the root's position was searched: depth, static value, value and its bound."""
    depth, static, best, bound = result
    worker = as_record(where, WORKER)
    pos = as_record(worker.root, POSITION)
    learn_correction(worker, pos, depth, static, best, best_move, bound)


@njit(int64(uint64))
def static_by(where):
    """The corrected static value of the root's position."""
    worker = as_record(where, WORKER)
    return static_value(worker, as_record(worker.root, POSITION))


@njit(int64(uint64, int64, int64))
def near_by(where, alpha, beta):
    """The static value as quiescence wants it."""
    worker = as_record(where, WORKER)
    return value_near(worker, as_record(worker.root, POSITION), alpha, beta)


class Learner:
    """An engine with a position of which it learns."""

    def __init__(self, thinker, fen=QUIET):
        self.thinker, self.where = thinker, thinker.engine.thread.where
        self.put(fen)

    def put(self, fen):
        """Make a position the root."""
        self.board = board_of(fen)
        ready(self.thinker, self.board)
        return self

    def teach(self, difference, bound=EXACT, depth=8, move=None):
        """The search found so much more than the static value, which a check has not."""
        before = self.value
        static = -INFINITE if self.board.is_check() else before
        best_move = U64(word(self.board, move)) if move else U64(0)
        learn_by(self.where, best_move, (depth, static, before + difference, bound))
        return self.value - before

    @property
    def value(self):
        """The corrected static value."""
        return int(static_by(self.where))


@pytest.mark.uncompiled
def test_a_correction_stays_in_its_bounds():
    for old in (-FULL_CORRECTION, -1000, -1, 0, 1, 1000, FULL_CORRECTION):
        for bonus in (-LARGEST_BONUS, -100, -1, 0, 1, 100, LARGEST_BONUS):
            new = int(drawn_to(old, bonus, FULL_CORRECTION))
            assert -FULL_CORRECTION <= new <= FULL_CORRECTION
            assert (new - old) * bonus >= 0
            assert int(drawn_to(0, bonus, FULL_CORRECTION)) == bonus


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("difference", [-200, -60, 60, 200])
def test_it_learns_the_sign(thinker, side, difference):
    """Once is a little, often is more, and never beyond the greatest correction."""
    learner = Learner(thinker, QUIET.replace(" w ", f" {side} "))
    first, before = learner.value, learner.value
    for _ in range(100):
        learner.teach(difference)
        assert (learner.value - before) * difference >= 0
        before = learner.value
    assert 10 < abs(learner.value - first) <= GREATEST + 1
    assert (learner.value - first) * difference > 0


def test_other_side_to_move_other_corrections(thinker):
    """What White's turn taught says nothing of Black's."""
    black = Learner(thinker, QUIET.replace(" w ", " b ")).value
    white = Learner(thinker)
    assert white.teach(300) > 0
    assert white.put(QUIET.replace(" w ", " b ")).value == black


def test_like_positions_are_corrected_too(thinker):
    """Same pawns, other pieces: a part of it. Same pieces of one side: a smaller part."""
    same_pawns = "4r1k1/pp3ppp/4p3/3p4/3P4/4P3/PP3PPP/4R1K1 w - - 0 9"
    same_blacks = "r1bq1rk1/3pbppp/2n1pn2/pp6/8/P3P1P1/1P1P1P1P/R3R1K1 w - - 0 9"
    unlike = "4k3/p7/8/8/8/8/7P/4K3 w - - 0 9"
    learner = Learner(thinker)
    others = (QUIET, same_pawns, same_blacks, unlike)
    before = {fen: learner.put(fen).value for fen in others}
    learner.put(QUIET)
    for _ in range(200):
        learner.teach(300)
    gained = {fen: learner.put(fen).value - before[fen] for fen in others}
    assert gained[QUIET] > gained[same_pawns] > gained[same_blacks] > gained[unlike] == 0


BOUNDS = {
    "more than a value that was too low": (LOWER, 100, True),
    "at least something lower": (LOWER, -100, False),
    "at most something lower": (UPPER, -100, True),
    "at most something higher": (UPPER, 100, False),
    "exactly more": (EXACT, 100, True),
    "exactly less": (EXACT, -100, True),
}


@pytest.mark.parametrize(("bound", "difference", "teaches"), BOUNDS.values(), ids=BOUNDS)
def test_bounds_that_say_nothing_teach_nothing(thinker, bound, difference, teaches):
    learner = Learner(thinker)
    assert bool(learner.teach(difference, bound)) == teaches


def test_captures_checks_and_mates_teach_nothing(thinker):
    """They are no fault of the static value."""
    board = board_of(LARGE["Kiwipete"])
    assert Learner(thinker, LARGE["Kiwipete"]).teach(200, move=board.parse_uci("e2a6")) == 0
    assert Learner(thinker, LARGE["Kiwipete"]).teach(200, move=board.parse_uci("a2a3")) > 0
    in_check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
    assert Learner(thinker, in_check).teach(200) == 0
    learner = Learner(thinker)
    before = learner.value
    for static, best in ((before, MATE - 5), (before, -MATE + 5), (-INFINITE, 50)):
        learn_by(learner.where, U64(0), (8, static, best, EXACT))
    assert learner.value == before


def test_deeper_results_teach_more(thinker):
    gained = []
    for depth in (1, 3, 8, 16):
        thinker.engine.new_game()
        gained.append(Learner(thinker).teach(40, depth=depth))
    assert gained == sorted(gained)
    assert gained[0] < gained[-1]


def test_switched_off_it_neither_learns_nor_corrects(thinker):
    learner = Learner(thinker)
    plain = learner.value
    learner.teach(300)
    assert learner.value != plain
    thinker.set(correction_history=False)
    assert learner.value == plain
    thinker.engine.new_game()
    learner.teach(300)
    assert not thinker.engine.thread.memory.pawn_correction.any()


def test_the_value_is_no_mate(thinker):
    """Nine queens and the greatest correction stay below every mate."""
    learner = Learner(thinker, "QQQQQQQQ/Q7/8/8/8/8/6k1/K7 w - - 0 1")
    thinker.engine.thread.memory.pawn_correction[:] = FULL_CORRECTION
    assert 5000 < learner.value <= HIGHEST


def test_bounds_after_searches(thinker):
    """Hundreds of thousands of nodes teach both signs and break no bound."""
    for title in ("Kiwipete", "MG4.28", "EG2.36"):
        thinker.think(LARGE[title], nodes=60_000)
    for field in ("pawn_correction", "piece_correction"):
        values = thinker.engine.thread.memory[field]
        assert values.min() < 0 < values.max()
        assert np.abs(values).max() <= FULL_CORRECTION


def test_eval_is_the_evaluation_whatever_was_learned(thinker):
    """`eval` tells the same before and after a search, and for both colours."""
    board = chess.Board(QUIET)
    thinker.engine.set_position(board)
    before = thinker.engine.evaluation()
    thinker.think(board, nodes=50_000)
    assert thinker.engine.thread.memory.pawn_correction.any()
    thinker.engine.set_position(board)
    assert thinker.engine.evaluation() == before
    thinker.engine.set_position(board.mirror())
    assert thinker.engine.evaluation() == before


def test_near_the_window_nothing_is_saved(thinker):
    """Lazy evaluation: inside or near the window the whole value, far outside the same verdict."""
    chance, lazy = random.Random(3), 0
    for title in ("Kiwipete", "MG4.28", "EG2.36", "queens in the open", "back rank"):
        learner = Learner(thinker, LARGE[title])
        value = learner.value
        assert int(near_by(learner.where, value - 1, value + 1)) == value
        for _ in range(50):
            alpha = value + chance.randint(-3000, 3000)
            thinker.set(lazy_evaluation=True)
            found = int(near_by(learner.where, alpha, alpha + 1))
            lazy += found != value
            if abs(value - alpha) > 1000:
                assert (found <= alpha) == (value <= alpha)
            thinker.set(lazy_evaluation=False)
            assert int(near_by(learner.where, alpha, alpha + 1)) == value
    assert lazy > 20
