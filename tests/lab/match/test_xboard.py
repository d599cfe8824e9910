"""Games of XBoard engines, by python-chess."""

import pytest

from engine.lab.match.records import MatchError, Reason
from engine.lab.match.worker import check_side
from tests.lab.match.fakes.sides import ended, fake, fake_xboard, game_of, match_of

GOOD = fake("Good")


def test_xboard():
    """It is told the moves, and says what it thinks."""
    game = game_of(fake_xboard("X"), GOOD, limit="depth=4")
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    assert game.white.version == "Fake X"
    first = game.moves[0]
    assert (first.uci, first.score_cp, first.depth, first.nodes) == ("g1f3", -25, 4, 1234)


def test_nor_are_bounds_of_xboard():
    game = game_of(fake_xboard("X", "bounds"), GOOD, limit="depth=4")
    first = game.moves[0]
    assert (first.score_cp, first.mate, first.depth, first.nodes) == (-25, None, 4, 2000)


XBOARD_FAULTS = {
    "resigns": (Reason.RESIGNATION, "X resigned."),
    "illegal": (Reason.ILLEGAL_MOVE, "X sent an illegal move: no matching legal move for e2e5"),
    "objects": (Reason.PROTOCOL_ERROR, "X violated the protocol: Error (too many parameters)"),
    "dies": (Reason.CRASH, "X exited unexpectedly with status 1: out of memory."),
    "hangs": (Reason.NO_ANSWER, "X did not answer within 0.5 s."),
    "claims": (Reason.NO_MOVE, "X sent no move, but has legal moves."),
}


@pytest.mark.parametrize("fault", XBOARD_FAULTS)
def test_xboard_faults(fault):
    reason, sentence = XBOARD_FAULTS[fault]
    game = game_of(fake_xboard("X", fault, "2"), GOOD, limit="depth=4")
    assert ended(game) == ("0-1", reason)
    assert game.detail.startswith(sentence)


def test_xboard_may_read_whole_seconds_only():
    """What it is asked for in the match, it is asked for before."""
    side = fake_xboard("X")
    game = game_of(side, GOOD, limit="movetime=1000")
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    with pytest.raises(MatchError, match="X exited unexpectedly with status 1: Illegal time value"):
        check_side(side, match_of(side, limit="movetime=200"))


@pytest.mark.parametrize("limit", ["nodes=100", "depth=4", "movetime=2000", "10+0.1"])
def test_xboard_must_say_that_it_counts_nodes(limit):
    side = fake_xboard("X")
    if limit.startswith("nodes"):
        with pytest.raises(MatchError, match="X does not support node limits"):
            check_side(side, match_of(side, limit=limit))
        check_side(fake_xboard("X", "counts"), match_of(side, limit=limit))
    else:
        check_side(side, match_of(side, limit=limit))


def test_a_second_move_of_xboard():
    game = game_of(fake_xboard("X", "repeats"), GOOD, limit="depth=4")
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
