"""The history heuristic: what a good move is credited with, when it is forgotten.

Source: Schaeffer 1983; Breuker 1998, section 2.3.1; choice X9 of docs/choices.md. The credits of
two plies from the start position are counted by hand.
"""

import chess
import pytest

from engine.search.alibaba.history import FULL
from tests.games import word
from tests.search.positions import LARGE
from tests.search.thinker import PLAIN, Thinker

# Without aids, one ply: the root's best move is credited once for depth 1. Two plies: again for
# depth 1, then for depth 2, and each of the root's 20 children once for depth 1.
CREDITS = {
    "off": (0, 0, 0),
    "depth": (1, 1 + 2, 20),
    "depth squared": (1, 1 + 4, 20),
    "two to the depth": (2, 2 + 4, 20 * 2),
}


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.fixture
def history(thinker):
    return thinker.engine.thread.memory.history


@pytest.mark.parametrize("rule", CREDITS)
def test_credits_counted_by_hand(thinker, history, rule):
    one, two, replies = CREDITS[rule]
    found = thinker.reset(**PLAIN | {"history": rule}).think(chess.STARTING_FEN, 1)
    assert (int(history[0].sum()), int(history[1].sum())) == (one, 0)
    best = word(chess.Board(), found.result.move) & 4095
    assert int(history[0, best]) == one
    thinker.think(chess.STARTING_FEN, 2)
    assert (int(history[0].sum()), int(history[1].sum())) == (two, replies)


def test_every_search_begins_without_history(thinker, history):
    """Kept across iterations, forgotten between positions, on which results must not depend."""
    thinker.reset().think(LARGE["Kiwipete"], 4)
    thinker.reset().think(chess.STARTING_FEN, 1)
    assert int(history.sum()) == 1


def test_credits_are_those_of_the_side_that_moves(thinker, history):
    """The same move of the other side says nothing."""
    board = chess.Board()
    board.push_uci("e2e4")
    found = thinker.reset().think(board, 1)
    assert int(history[0].sum()) == 0
    assert int(history[1, word(board, found.result.move) & 4095]) == int(history[1].sum()) == 1


def test_scores_saturate(thinker, history):
    """A score cannot grow into the ranks of captures, nor wrap around."""
    thinker.reset(history="two to the depth").think(chess.STARTING_FEN, 7)
    assert 0 < int(history.max()) <= FULL
