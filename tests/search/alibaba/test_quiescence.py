"""Beyond the last ply: captures and promotions, all moves in check, nothing stored.

The margin skips captures that cannot reach the window (X14). That is exact as long as no capture
gains more beside its victim: with the widest margin, and no mates about, it always is.
"""

import chess
import pytest

from tests.search.positions import ALL, LARGE, SMALL
from tests.search.thinker import PLAIN, Thinker
from tests.search.twin import value_of

WIDE = {"quiescence": True, "quiescence_margin": 1000}
QUIET = PLAIN | WIDE
EVERYTHING_ON = WIDE | {"table_depth_match": "exact"}


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


# Captures without end, which alone the twin's quiescence needs seconds or minutes for.
ENDLESS = {"Kiwipete", "MG1.18", "many captures"}
WILD = {"promotions everywhere", "open game", "MG5.22", "MG2.21", "MG2.30"}
CALM = [name for name in ALL if name not in ENDLESS | WILD]


@pytest.mark.parametrize("name", CALM)
def test_the_value_is_the_twins(thinker, name):
    assert thinker.reset(**QUIET).think(ALL[name], 1).score == value_of(ALL[name], 1, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(WILD))
def test_the_value_is_the_twins_in_wild_positions(thinker, name):
    assert thinker.reset(**QUIET).think(ALL[name], 1).score == value_of(ALL[name], 1, True)


@pytest.mark.parametrize("name", SMALL)
def test_the_value_is_the_twins_deeper(thinker, name):
    """Three plies, without any aid and with all of them."""
    expected = value_of(SMALL[name], 3, True)
    assert thinker.reset(**QUIET).think(SMALL[name], 3).score == expected
    assert thinker.reset(**EVERYTHING_ON).think(SMALL[name], 3).score == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LARGE if name in CALM])
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
    """X21: the table is read at quiescence nodes and never written there."""
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


def test_a_narrower_margin_saves_nodes(thinker):
    nodes = [
        thinker.reset(**QUIET | {"quiescence_margin": margin}).think(LARGE["MG4.28"], 3).nodes
        for margin in (0, 100, 1000)
    ]
    assert nodes[0] < nodes[1] < nodes[2]


@pytest.mark.parametrize(("margin", "scores"), [(100, [-3, -9]), (1000, [-3, -3])])
def test_the_order_of_moves_may_change_a_value(thinker, margin, scores):
    """The margin skips captures by the window, so the value depends on it (X14); without a table.

    The position is Kasparov-Short 1994, move 23; docs/choices.md names the values.
    """
    fen = "r1b5/3n1kpp/p2Qpq2/3pp3/N6P/5P1B/PPP5/1K1R4 w - - 3 23"
    settings = {"table_use": "nothing", "quiescence_margin": margin}
    found = [
        thinker.reset(**settings, refutation_table=refutation).think(fen, 5).score
        for refutation in (True, False)
    ]
    assert found == scores


def test_check_evasions_end(thinker):
    """B13: no per-ply array is overrun by long series of checks; the deepest ply is the limit."""
    checks = "k7/8/8/8/8/8/1q1q1q1q/Q1Q1Q1QK w - - 0 1"
    found = thinker.reset().think(checks, nodes=200_000)
    assert found.last.seldepth <= 250
    assert found.result.move in chess.Board(checks).legal_moves


def test_nodes_of_a_tree_counted_by_hand(thinker):
    """Start position, one ply: the root and 20 leaves; the leaves have no capture to search.

    X18: every entry of a function counts once; the root is interior, the others are leaves.
    """
    found = thinker.reset(**QUIET).think(chess.STARTING_FEN, 1)
    assert (found.nodes, found.worker["interior"], found.worker["quiescence"]) == (21, 1, 0)


def test_a_node_whose_captures_are_all_skipped_is_a_leaf(thinker):
    """X18: interior means that a move was searched.

    1.dxe5 comes first and wins a pawn, then 2.a8Q is tried in a minimal window: Black is so far
    below it that exd4 would not help, and is skipped. The new best move is searched again in the
    open window, where exd4 is tried. The other moves are answered by standing pat. So the root,
    each of its moves once, a8Q twice, and the position after exd4; of these two are interior.
    """
    fen = "8/P5k1/8/4p3/3P4/8/8/7K w - - 0 1"
    moves = chess.Board(fen).legal_moves.count()
    found = thinker.reset(**QUIET | {"quiescence_margin": 0, "pvs": True}).think(fen, 1)
    assert found.nodes == 1 + moves + 1 + 1
    assert (found.worker["interior"], found.worker["quiescence"]) == (2, 1)
