"""What counts as a mate that was shown, and as a false one; python-chess plays the lines."""

import chess
import pytest

from engine.lab.experiments.proving import ends_in_mate, is_false
from engine.search.shared.score import MATE
from engine.thinking.news import Info

FOOLS_MATE = chess.Board("rnbqkbnr/pppp1ppp/4p3/8/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
"""1.f3 e6 2.g4: Qh4 mates."""


def told(moves: int, line: str) -> Info:
    """A line of UCI moves with the score of a mate in so many moves."""
    pv = tuple(map(chess.Move.from_uci, line.split()))
    plies = 2 * moves - 1
    return Info(plies, plies, MATE - plies, "", 100, 1, 0, pv)


@pytest.mark.parametrize(
    ("moves", "line", "mates", "false"),
    [
        (1, "d8h4", True, False),
        (2, "d8h4", False, False),  # it mates sooner than the score tells
        (1, "a7a6", False, True),  # it does not mate
        (1, "d8h5", False, True),  # as long as told, and no mate
        (1, "d8d1", False, True),  # it is not legal
        (1, "a7a6 a2a3 d8h4", False, True),  # longer than told
        (2, "a7a6 a2a3 d8h4", True, False),
        (2, "a7a6", False, False),  # it breaks off: the score is neither confirmed nor refuted
    ],
)
def test_a_line_and_its_score(moves, line, mates, false):
    info = told(moves, line)
    assert ends_in_mate(FOOLS_MATE, info) is mates
    assert is_false(FOOLS_MATE, info) is false
