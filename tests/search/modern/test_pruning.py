"""Which late moves are left out near the leaves, and which never are.

Sources: see the ideas that are tested: futility, history_pruning, exchange_pruning.
"""

import pytest

from engine.search.modern.ideas.history_pruning import BAD_HISTORY
from tests.search.modern.asked_node import AskedNode
from tests.search.modern_twin import BARE, PLAIN
from tests.search.positions import LARGE

OPEN = "4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 1"


def test_futility(thinker):
    """A quiet move far below alpha is left out, one near it is not, a check never is.

    At the last ply the margin is 110: 110 below alpha is hopeless, 109 is not.
    """
    node = AskedNode(thinker, OPEN)
    assert node.hopeless("a1b1", static=-110)
    assert not node.hopeless("a1b1", static=-109)
    assert not node.hopeless("a1d1", static=-109)
    thinker.set(exchange_pruning=False)
    far = OPEN.replace("pp3ppp", "pp4pp")
    assert AskedNode(thinker, far).hopeless("a1d1", static=-5000)
    assert not AskedNode(thinker, far.replace("4k3", "3k4")).hopeless("a1d1", static=-5000)
    thinker.set(futility=False)
    assert not AskedNode(thinker, OPEN).hopeless("a1b1", static=-5000)


def test_the_futility_margin_is_an_option(thinker):
    """Centipawns for each ply, after the reduction of the move: 110 + margin * plies."""
    thinker.set(late_move_reductions=False)
    for margin in (0, 90, 300):
        thinker.set(futility_margin=margin)
        node = AskedNode(thinker, OPEN)
        values = [static for static in range(-3000, 1) if node.hopeless("a1b1", 5, 1, static)]
        plies = 5 - 1  # the second move at five plies is not reduced: 0.5 + ln 5 * ln 2 / 2.25
        assert max(values) == -(110 + margin * plies)


def test_a_bad_history_is_hopeless_near_the_leaves(thinker):
    node = AskedNode(thinker, OPEN)
    place = node.word("a1b1") & 4095
    node.memory.butterfly[0, place] = BAD_HISTORY
    assert not node.hopeless("a1b1")
    node.memory.butterfly[0, place] = BAD_HISTORY - 1
    assert node.hopeless("a1b1")
    assert not node.hopeless("a1b1", depth=12, tried=2)
    thinker.set(history_pruning=False)
    assert not node.hopeless("a1b1")


LOSING = "4k3/1p3ppp/p7/8/8/8/PP3PPP/3RK3 w - - 0 1"


def test_losing_moves_near_the_leaves(thinker):
    """A rook for a pawn or for nothing; deep in the tree they are searched."""
    assert not AskedNode(thinker, LOSING).hopeless("d1d6"), "the rook is safe there"
    assert AskedNode(thinker, LOSING.replace("p7", "p1p5")).hopeless("d1d5")
    guarded = "4k3/2p3pp/3p4/8/8/8/PP3PPP/3RK3 w - - 0 1"
    node = AskedNode(thinker, guarded)
    assert node.hopeless("d1d6"), "a rook for a pawn"
    assert node.hopeless("d1d6", depth=3)
    assert not node.hopeless("d1d6", depth=4), "400 may be lost at four plies"
    thinker.set(exchange_pruning=False)
    assert not node.hopeless("d1d6")


def test_equal_captures_are_never_left(thinker):
    """Whatever the static value says."""
    node = AskedNode(thinker, "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1")
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
