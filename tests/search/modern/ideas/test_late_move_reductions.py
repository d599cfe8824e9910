"""How much later moves are reduced: worked by hand from the options' defaults.

Sources: see the file that is tested.
"""

import chess
import pytest

from engine.search.modern.ideas.late_move_reductions import LEAST_DEPTH
from tests.search.modern.asked_node import AskedNode
from tests.search.positions import LARGE

# Base 50, divisor 225: 0.5 + ln(depth) * ln(number) / 2.25, cut down to whole plies.
REDUCTIONS = {(3, 1): 0, (3, 2): 0, (3, 12): 1, (8, 4): 1, (10, 10): 2, (20, 30): 5, (63, 63): 8}


@pytest.mark.parametrize(("case", "plies"), REDUCTIONS.items(), ids=str)
def test_reductions_worked_by_hand(thinker, case, plies):
    node = AskedNode(thinker, chess.STARTING_FEN)
    assert node.reduction("a2a3", *case) == plies


# What else is known: plies of the thirtieth move at twenty plies, which are 5.03 without it.
TERMS = {
    "nothing": ({}, 5),
    "a cut-off is expected": ({"expects_cut": 1}, 7),
    "on the principal variation": ({"principal": True}, 4),
    "the side stands worse than before": ({"improving": 0}, 6),
    "it gives check": ({"checks": True}, 4),
    "check on the principal variation": ({"principal": True, "checks": True}, 3),
    "a cut-off is expected and it stands worse": ({"expects_cut": 1, "improving": 0}, 8),
}


@pytest.mark.parametrize(("known", "plies"), TERMS.values(), ids=TERMS)
def test_each_term_of_the_reduction(thinker, known, plies):
    node = AskedNode(thinker, chess.STARTING_FEN)
    assert node.reduction("a2a3", 20, 30, **known) == plies


def test_reductions_grow(thinker):
    """With depth and with the number of the move; beyond 63 they stay; none is negative."""
    node = AskedNode(thinker, chess.STARTING_FEN)
    numbers = range(1, 80)
    table = [[node.reduction("a2a3", depth, tried) for tried in numbers] for depth in range(80)]
    for row in table:
        assert row == sorted(row)
        assert row[0] == 0 and row[63:] == [row[62]] * len(row[63:])
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)
    assert all(not any(row) for row in table[:LEAST_DEPTH])
    assert node.reduction("a2a3", 3, 2, principal=True, checks=True) == 0
    assert node.reduction("a2a3", 3, 2, expects_cut=1) == 2


def test_a_good_history_saves_from_reduction(thinker):
    """And a bad one reduces more; captures are reduced half as much."""
    node = AskedNode(thinker, LARGE["Kiwipete"])
    usual = node.reduction("a2a3", 12, 20)
    assert node.reduction("d5e6", 12, 20) == usual // 2
    place = node.word("a2a3") & 4095
    node.memory.butterfly[0, place] = 16384
    assert node.reduction("a2a3", 12, 20) == usual - 2
    node.memory.butterfly[0, place] = -16384
    assert node.reduction("a2a3", 12, 20) == usual + 2


def test_the_options_of_the_reduction(thinker):
    """Switched off there is none; base and divisor are taken over at the next search."""
    thinker.set(late_move_reductions=False)
    assert AskedNode(thinker, chess.STARTING_FEN).reduction("a2a3", 30, 30) == 0
    thinker.set(late_move_reductions=True, reduction_base=0, reduction_divisor=1000)
    assert AskedNode(thinker, chess.STARTING_FEN).reduction("a2a3", 30, 30) == 1
    thinker.set(reduction_base=300, reduction_divisor=50)
    assert AskedNode(thinker, chess.STARTING_FEN).reduction("a2a3", 30, 30) == 26
