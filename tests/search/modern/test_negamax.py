"""MODERN with every switch off is plain minimax with quiescence; each idea is connected.

The witness is `modern_twin.py`.
"""

import chess
import pytest

from engine.search.shared.node_entry import NODES_BETWEEN_POLLS
from tests.games import board_of
from tests.search.modern_twin import BARE, PLAIN, SWITCHES, Values, value_in
from tests.search.modern_twin import FULL as MODERN
from tests.search.positions import LARGE, SMALL
from tests.search.thinker import Thinker

ORDERING = ("killer_moves", "counter_moves", "capture_history", "continuation_history")
"""Ideas that change the order of moves and nothing else."""

# Captures without end, for which the slow twin needs many seconds.
ENDLESS = {"Kiwipete", "promotions everywhere"}
# Two plies in a moment.
CALM = (
    *("start", "castling, all rights", "promotion with check", "queens in the open"),
    *("checks by the queen", "MG4.28", "EG2.36", "EG3.33", "EG4.41", "EG5.50", "EG5.63"),
    *("back rank", "smothered mate", "perpetual check", "shuffled game", "drawn root (B6)"),
    *("Chess960, rooks beside the king", "Chess960, king beside his rook"),
)
DEEP = {"promotion by capture": 2, "knights against pawn": 2}
"""Small positions in which the twin sees less than three plies in a moment."""


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**PLAIN)


@pytest.fixture(scope="session")
def value_of():
    return Values()


@pytest.mark.parametrize("name", SMALL)
def test_with_everything_off_it_is_minimax(thinker, value_of, name):
    """One to three plies, then quiescence; repetition and fifty moves, stalemate and mate."""
    for depth in range(1, DEEP.get(name, 3) + 1):
        found = thinker.reset(**PLAIN).think(SMALL[name], depth)
        assert found.score == value_of(SMALL[name], depth), depth


@pytest.mark.parametrize("name", [name for name in LARGE if name not in ENDLESS])
def test_with_everything_off_it_is_minimax_in_large_positions(thinker, value_of, name):
    for depth in (1, 2) if name in CALM else (1,):
        found = thinker.reset(**PLAIN).think(LARGE[name], depth)
        assert found.score == value_of(LARGE[name], depth), depth


def test_with_checks_in_quiescence_too(thinker):
    """Quiet checks at its first ply: their value is the twin's, and another one than without."""
    value_of, changed = Values(checks=True), 0
    positions = [(SMALL[name], 2) for name in SMALL] + [(LARGE[name], 1) for name in CALM]
    for position, depth in positions:
        thinker.reset(**PLAIN | {"quiescence_checks": True})
        found = thinker.think(position, depth).score
        assert found == value_of(position, depth), position
        changed += found != thinker.reset(**PLAIN).think(position, depth).score
    assert changed > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_with_everything_off_it_is_minimax_two_plies_deep(thinker, value_of, name):
    depth = 1 if name in ENDLESS else 2
    assert thinker.reset(**PLAIN).think(LARGE[name], depth).score == value_of(LARGE[name], depth)


@pytest.mark.parametrize("name", ["MG4.28", "EG5.50", "promotion with check", "mating attack"])
def test_windows_bound_the_value(thinker, name):
    """Fail-soft: a value in the window is the value, one outside is a bound on the right side."""
    board = board_of(LARGE[name])
    thinker.reset(**PLAIN)
    whole = value_in(thinker, board, 3, -32000, 32000)
    for edge in (-700, -150, -20, -1, 0, 1, 20, 150, 700):
        for width in (1, 30):
            alpha = whole + edge
            found = value_in(thinker, board, 3, alpha, alpha + width)
            if found <= alpha:
                assert whole <= found
            elif found >= alpha + width:
                assert whole >= found
            else:
                assert whole == found


ORDERS = {**{idea: {idea: True} for idea in ORDERING}, "all": dict.fromkeys(ORDERING, True)}


@pytest.mark.parametrize("settings", ORDERS.values(), ids=ORDERS)
def test_the_order_of_moves_changes_no_value(thinker, value_of, settings):
    """At fixed depth, with nothing selective; but it changes the nodes."""
    nodes = {}
    for aid in ({}, settings):
        thinker.reset(**PLAIN | aid)
        for name, depth in [(name, DEEP.get(name, 3)) for name in SMALL] + [
            (name, 2) for name in CALM
        ]:
            found = thinker.afresh((SMALL | LARGE)[name], depth)
            assert found.score == value_of((SMALL | LARGE)[name], depth), name
        nodes[bool(aid)] = [thinker.afresh(LARGE[name], 5).nodes for name in ("MG4.28", "EG5.50")]
    assert nodes[False] != nodes[True]


@pytest.mark.parametrize("name", ["Kiwipete", "MG4.28", "MG5.22", "mating attack"])
def test_neither_order_table_nor_windows_change_the_value_of_four_plies(thinker, name):
    """Ordering ideas, the table's moves, its scores of equal depth, and aspiration."""
    plain = thinker.reset(**PLAIN).think(LARGE[name], 4).score
    ordered = PLAIN | dict.fromkeys(ORDERING, True)
    for settings in (
        ordered,
        ordered | {"table_use": "move only"},
        ordered | {"table_use": "full", "table_depth_match": "exact"},
        ordered | {"aspiration": True},
    ):
        assert thinker.reset(**settings).think(LARGE[name], 4).score == plain


ALONE = ("EG5.50", "MG4.28", "Kiwipete", "mating attack")
"""The last one holds a mate."""
TOGETHER = ("EG2.36", "MG4.28", "EG5.50", "queens in the open")
ZUGZWANG = {
    "the rook shuts the corner": "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "the king steps behind": "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1",
}
NEEDS_OTHERS = {
    "null_move_verification": 14,
    "history_pruning": 12,
    "internal_iterative_reduction": 10,
    "singular_extension": 11,
    "singular_cut": 12,
}
"""What does nothing alone or in shallow trees: the plies at which it shows among the others."""


def nodes_of(thinker, names, depth):
    """The nodes of some positions, each as in a new game."""
    return [thinker.afresh((LARGE | ZUGZWANG)[name], depth).nodes for name in names]


@pytest.mark.parametrize("switch", [field for field in SWITCHES if field not in NEEDS_OTHERS])
def test_every_switch_is_connected(thinker, switch):
    """Switched on it changes some tree; switched off again the nodes are what they were."""
    thinker.reset(**BARE)
    before = nodes_of(thinker, ALONE, 5)
    thinker.set(**{switch: True})
    assert nodes_of(thinker, ALONE, 5) != before
    thinker.set(**{switch: False})
    assert nodes_of(thinker, ALONE, 5) == before


@pytest.mark.parametrize(("switch", "depth"), NEEDS_OTHERS.items(), ids=NEEDS_OTHERS)
def test_every_switch_is_connected_to_the_others(thinker, switch, depth):
    """The same beginning with everything on."""
    thinker.reset(**MODERN)
    names = tuple(ZUGZWANG) if switch == "null_move_verification" else TOGETHER
    before = nodes_of(thinker, names, depth)
    thinker.set(**{switch: False})
    assert nodes_of(thinker, names, depth) != before
    thinker.set(**{switch: True})
    assert nodes_of(thinker, names, depth) == before


NUMBERS = {
    "reverse_futility_margin": 20,
    "futility_margin": 20,
    "reduction_base": 150,
    "reduction_divisor": 150,
}


@pytest.mark.parametrize(("field", "value"), NUMBERS.items(), ids=NUMBERS)
def test_every_number_is_connected(thinker, field, value):
    thinker.reset(**MODERN)
    before = nodes_of(thinker, ("EG5.50", "MG4.28"), 7)
    thinker.set(**{field: value})
    assert nodes_of(thinker, ("EG5.50", "MG4.28"), 7) != before


def test_everything_together_saves_most_nodes(thinker):
    """Six plies of four positions in a tenth of the nodes."""
    names = ("MG4.28", "EG2.36", "EG5.50", "MG5.22")
    bare = sum(nodes_of(thinker.reset(**BARE), names, 6))
    assert sum(nodes_of(thinker.reset(**MODERN), names, 6)) < bare / 10


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_a_new_game_repeats_itself(thinker, search):
    """Reprosearch: whatever was searched before, and by whom, the nodes are the same."""
    names = ("Kiwipete", "MG4.28", "EG5.50")
    other = {"Modern": "AliBaba", "AliBaba": "Selective", "Selective": "Modern"}[search]
    thinker.reset(search=search)
    first = nodes_of(thinker, names, 6)
    thinker.think(LARGE["EG2.36"], 7)
    assert nodes_of(thinker, names, 6) == first
    thinker.set(search=other)
    thinker.think(LARGE["EG2.36"], 6)
    thinker.set(search=search)
    assert nodes_of(thinker, names, 6) == first
    game = chess.Board()
    for _ in range(3):
        game.push(thinker.think(game, 5).result.move)
    assert nodes_of(thinker, reversed(names), 6) == first[::-1]


def test_the_same_search_twice_is_the_same(thinker):
    """Scores, lines and all counters."""
    thinker.reset(**MODERN)
    one = thinker.think(LARGE["MG4.28"], 9)
    thinker.think(LARGE["EG2.36"], 9)
    other = thinker.afresh(LARGE["MG4.28"], 9)
    assert (one.counts, one.worker) == (other.counts, other.worker)
    assert [info[:5] + info[7:] for info in one.infos] == [
        info[:5] + info[7:] for info in other.infos
    ]


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize("limit", [20_000, 50_001, 123_456])
def test_the_node_limit_is_kept(thinker, search, limit):
    """Exactly up to the interval at which limits are looked at."""
    found = thinker.reset(search=search).think(LARGE["Kiwipete"], nodes=limit)
    assert limit <= found.nodes < limit + NODES_BETWEEN_POLLS
    assert found.infos[-1].nodes == found.nodes


@pytest.mark.parametrize("limit", range(11_000, 35_000, 2_500))
def test_a_search_that_was_stopped_keeps_the_last_whole_value(thinker, limit):
    """The move comes from an iteration that was finished, or from its better start."""
    board = board_of(LARGE["MG4.28"])
    found = thinker.reset(**MODERN).think(board, nodes=limit)
    best = [info for info in found.infos if info.bound != "upperbound"][-1]
    assert found.result.move == best.pv[0]
    assert all(abs(info.score) < 3000 for info in found.infos)


def test_searchmoves(thinker):
    """Only these are searched, and the best of their values is the value."""
    thinker.reset(**PLAIN)
    wanted = ("e2a6", "a2a3", "e5g6")
    values = {
        move: thinker.afresh(LARGE["Kiwipete"], 2, searchmoves=(move,)).score for move in wanted
    }
    found = thinker.afresh(LARGE["Kiwipete"], 2, searchmoves=wanted)
    assert found.score == max(values.values())
    assert found.result.move.uci() == max(values, key=values.__getitem__)
    thinker.reset(**MODERN)
    found = thinker.think(LARGE["Kiwipete"], 8, searchmoves=("a2a3", "e1g1"))
    assert {info.pv[0].uci() for info in found.infos} <= {"a2a3", "e1g1"}
    assert thinker.entry(board_of(LARGE["Kiwipete"])) is None, "X31: not the position's value"


def test_impossible_searchmoves_leave_all_moves(thinker):
    found = thinker.reset(**MODERN).think(chess.STARTING_FEN, 2, searchmoves=("e2e5", "nonsense"))
    assert found.result.move in chess.Board().legal_moves
    assert int(thinker.engine.thread.worker.root_count) == 20
