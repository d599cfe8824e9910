"""When games of self-play end, and with which result."""

import chess
import pytest

from engine.lab.match.records import Reason
from engine.lab.selfplay.ending import ending
from engine.lab.selfplay.record import BLACK_WON, DRAWN, WHITE_WON

QUIET = "r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 2 {}"

CASES = {
    "goes on": (QUIET.format(5), [0] * 20, None),
    "mate": ("7k/5KQ1/8/8/8/8/8/8 b - - 0 60", [900], (WHITE_WON, Reason.CHECKMATE)),
    "stalemate": ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 60", [900], (DRAWN, Reason.STALEMATE)),
    "bare kings": ("7k/8/8/8/8/8/8/K7 w - - 0 60", [0], (DRAWN, Reason.INSUFFICIENT_MATERIAL)),
    "White wins": (QUIET.format(5), [0, *[1000] * 6], (WHITE_WON, Reason.ADJUDICATED_WIN)),
    "Black wins": (QUIET.format(5), [-1200] * 6, (BLACK_WON, Reason.ADJUDICATED_WIN)),
    "not long enough": (QUIET.format(5), [1000] * 5, None),
    "not sure enough": (QUIET.format(5), [1000, 1000, 1000, 999, 1000, 1000], None),
    "both sides despair": (QUIET.format(5), [1000, -1000] * 6, None),
    "level": (QUIET.format(50), [8, -8] * 6, (DRAWN, Reason.ADJUDICATED_DRAW)),
    "level, but early": (QUIET.format(40), [0] * 20, None),
    "nearly level": (QUIET.format(50), [0] * 11 + [9], None),
    "too long": (QUIET.format(201), [50], (DRAWN, Reason.MOVE_LIMIT)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_ending(case):
    fen, scores, expected = case
    assert ending(chess.Board(fen), scores) == expected


def test_repetition_needs_the_moves_since_the_last_capture_only():
    """The player forgets what lies before it."""
    board = chess.Board()
    board.push_san("e4")
    board.clear_stack()
    for san in ("Nf6", "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8"):
        board.push_san(san)
        assert ending(board, [30]) is None
    board.push_san("Ng1")
    assert ending(board, [30]) == (DRAWN, Reason.REPETITION)
