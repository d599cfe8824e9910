"""Beyond the last ply: captures and promotions, all moves in check, nothing stored.

The margin skips captures that cannot reach the window (X14). That is exact as long as no capture
gains more beside its victim: with the widest margin, and no mates about, it always is.
"""

import chess
import pytest

from tests.naive import Twin
from tests.search.positions import ALL, LARGE, SMALL
from tests.search.thinker import PLAIN, Thinker
from tests.search.twin import value_of

WIDE = {"quiescence": True, "quiescence_margin": 1000}
QUIET = PLAIN | WIDE
EVERYTHING_ON = WIDE | {"table_depth_match": "exact"}


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.mark.parametrize("name", ALL)
def test_the_value_is_the_twins(thinker, name):
    assert thinker.reset(**QUIET).think(ALL[name], 1).score == value_of(ALL[name], 1, True)


@pytest.mark.parametrize("name", SMALL)
def test_the_value_is_the_twins_deeper(thinker, name):
    """Three plies, without any aid and with all of them."""
    expected = value_of(SMALL[name], 3, True)
    assert thinker.reset(**QUIET).think(SMALL[name], 3).score == expected
    assert thinker.reset(**EVERYTHING_ON).think(SMALL[name], 3).score == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_value_is_the_twins_in_large_positions(thinker, name):
    expected = value_of(LARGE[name], 2, True)
    assert thinker.reset(**QUIET).think(LARGE[name], 2).score == expected
    assert thinker.reset(**EVERYTHING_ON).think(LARGE[name], 2).score == expected


HANGING = "4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1"


def test_a_hanging_queen_is_seen_beyond_the_last_ply(thinker):
    """Black to move, one ply: whatever leaves the queen on d5 is answered by exd5."""
    seen = thinker.reset(**QUIET).think(HANGING, 1)
    board = chess.Board(HANGING)
    board.push(seen.result.move)
    assert not any(board.is_capture(move) for move in board.legal_moves)
    assert seen.worker["quiescence"] > 0


def test_switched_off_it_searches_nothing(thinker):
    found = thinker.reset(**QUIET | {"quiescence": False}).think(HANGING, 3)
    assert found.worker["quiescence"] == 0


def test_nothing_is_stored(thinker):
    """Section 5.2: the table is read at quiescence nodes and never written there."""
    found = thinker.reset().think(LARGE["Kiwipete"], 4)
    full_width = found.worker["interior"] - found.worker["quiescence"]
    assert found.worker["quiescence"] > full_width
    assert 0 < found.counts["writes"] <= full_width
    assert all(one.entry.depth >= 1 for one in thinker.stored())


def test_the_table_is_read(thinker):
    """More look-ups than full-width nodes."""
    found = thinker.reset().think(LARGE["Kiwipete"], 4)
    assert found.counts["reads"] > 2 * found.counts["writes"]
    assert found.counts["reads"] <= found.nodes + 1


@pytest.mark.parametrize(
    "margin", [0, 100, 1000], ids=lambda margin: f"margin {margin}"
)
def test_a_narrow_margin_saves_nodes(thinker, margin):
    wide = thinker.reset(**QUIET | {"quiescence_margin": 1000}).think(LARGE["many captures"], 3)
    found = thinker.reset(**QUIET | {"quiescence_margin": margin}).think(LARGE["many captures"], 3)
    assert found.nodes < wide.nodes or margin == 1000


def test_check_evasions_end(thinker):
    """B13: no per-ply array is overrun by long series of checks; the deepest ply is the limit."""
    checks = "k7/8/8/8/8/8/1q1q1q1q/Q1Q1Q1QK w - - 0 1"
    found = thinker.reset().think(checks, nodes=200_000)
    assert found.last.seldepth <= 250
    assert found.result.move in chess.Board(checks).legal_moves


def expanded_by_hand(board, depth):
    """Count the nodes that search a move: full-width ones, and in the twin's quiescence."""
    counted = {"full": 0, "quies": 0}

    class Counting(Twin):
        """A twin that counts."""

        def _minimax(self, board, depth, ply, game):
            counted["full"] += depth > 0 and any(board.legal_moves)
            return super()._minimax(board, depth, ply, game)

    Counting().minimax(board, depth)
    return counted


def test_nodes_of_a_tree_counted_by_hand(thinker):
    """Start position, one ply: the root and 20 leaves; the leaves have no capture to search.

    X18: every entry of a function counts once; the root is interior, the others are leaves.
    """
    found = thinker.reset(**QUIET).think(chess.STARTING_FEN, 1)
    assert (found.nodes, found.worker["interior"], found.worker["quiescence"]) == (21, 1, 0)


def test_a_capture_that_is_skipped_makes_no_interior_node(thinker):
    """X18: interior means that a move was searched. After 1.e4 d5, one ply, margin 0.

    Root moves are searched against the best so far; whatever does not take on d5 lets Black take
    on e4, which is searched. After the best move exd5 Black may take back.
    """
    board = chess.Board()
    for move in ("e2e4", "d7d5"):
        board.push_uci(move)
    found = thinker.reset(**QUIET).think(board, 1)
    leaves = found.nodes - found.worker["interior"]
    assert leaves >= board.legal_moves.count() - found.worker["quiescence"]
