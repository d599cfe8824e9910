"""Agreement by `info` lines, as UCI defines them."""

import pytest

from engine.lab.learning.judge import Judge, best_in

LINES = {
    "usual": ("info depth 7 score cp 3 nodes 99 pv e2e4 e7e5", (7, "e2e4", 99)),
    "capitals": ("info depth 7 nodes 99 pv E7E8Q", (7, "e7e8q", 99)),
    "multipv 1": ("info depth 7 multipv 1 nodes 9 pv e2e4", (7, "e2e4", 9)),
    "multipv 2": ("info depth 7 multipv 2 nodes 9 pv e2e4", None),
    "lower bound": ("info depth 7 score cp 1 lowerbound nodes 9 pv e2e4", None),
    "upper bound": ("info depth 7 score cp 1 upperbound nodes 9 pv e2e4", None),
    "no nodes": ("info depth 7 pv e2e4", (7, "e2e4", None)),
    "impossible nodes": ("info depth 7 nodes -5 pv e2e4", (7, "e2e4", None)),
    "no depth": ("info nodes 5 pv e2e4", (0, "e2e4", 5)),
    "nothing after pv": ("info depth 7 pv", None),
    "a string": ("info string nodes 5 pv e2e4", None),
    "no line": ("info depth 7 currmove e2e4", None),
    "the move": ("bestmove e2e4", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("line", "best"), LINES.values(), ids=LINES)
def test_lines(line, best):
    assert best_in(line) == best


def heard(stable, *news):
    """At which of these the judge agrees."""
    judge = Judge(["e2e4", "d2d4"], stable)
    return [judge.agrees(depth, move) for depth, move in news]


def test_any_moment_counts():
    assert heard(1, (1, "a2a3"), (1, "e2e4")) == [False, True]


def test_iterations_in_a_row():
    """Two lines of one iteration are one; either move will do."""
    news = [(1, "e2e4"), (1, "e2e4"), (2, "d2d4"), (3, "e2e4")]
    assert heard(3, *news) == [False, False, False, True]


def test_another_move_begins_anew():
    news = [(1, "e2e4"), (2, "a2a3"), (3, "e2e4"), (4, "e2e4"), (4, "a2a3"), (5, "e2e4")]
    assert heard(2, *news) == [False, False, False, True, False, False]
