"""Multi-cut: where it is tried, what it returns, and what its numbers do.

Witnesses: a node with so little depth left that it is tried there and nowhere below; the trends of
table 5.3 of Björnsson 2002.
"""

import chess
import pytest

from engine.table.entry import LOWER
from engine.thinking.bench import BENCH_POSITIONS
from tests.search.positions import LARGE, SMALL, board_of
from tests.search.selective.asked_node import (
    ask,
    counts_of,
    node_of,
    pv_search_by,
    ready,
    zero_window_by,
)
from tests.search.thinker import Thinker

BASE = {
    "search": "Selective",
    "evaluation": "AliBaba",
    "null_move": False,
    "extensions": "None",
}
MULTI_CUT = BASE | {"multi_cut": True}
R_PLIES = 200
"""Depth of a node where the tries of R = 2 begin: no node below it has so much."""
QUICK = ("MG2.30", "EG2.36", "MG5.22", "mating attack", "Kiwipete")
MIDDLE, LOW = board_of(LARGE["MG5.22"]), -600
"""A position in which every move reaches this value."""


@pytest.fixture(scope="module")
def kept():
    return Thinker(**BASE)


def tried(thinker, board=MIDDLE, cut=1, depth=R_PLIES, **settings):
    """How often the first moves were tried at one node."""
    thinker.reset(**MULTI_CUT | settings)
    ask(thinker, board, depth, LOW, cut)
    return counts_of(thinker)["multi_cut_tests"]


def test_it_is_tried_at_expected_cut_nodes_only(kept):
    assert tried(kept) == 1
    assert tried(kept, cut=0) == 0
    assert tried(kept, depth=R_PLIES - 1) == 0
    assert tried(kept, multi_cut_min_rem=300) == 0
    assert tried(kept, multi_cut=False) == 0
    assert tried(kept, pure_search=True) == 0


def test_not_in_check(kept):
    board = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3")
    assert board.is_check()
    board.remove_piece_at(chess.E2)
    assert tried(kept, board, multi_cut_c=1) == 0


def test_not_in_endings(kept):
    """With a rook and a knight, not; with two rooks it is a middle game. The opponent's do not."""
    ending = board_of("3qk3/8/8/8/8/4N3/PPP5/R3K3 w - - 0 1")
    assert tried(kept, ending) == 0
    assert tried(kept, ending, multi_cut_endgame_off=False) == 1
    assert tried(kept, board_of("4k3/ppp5/8/8/8/8/PPP5/R3K2R w - - 0 1")) == 1


def test_not_after_an_extension(kept):
    """One of the last three moves; the fourth does not matter."""
    for back in range(1, 5):
        kept.reset(**MULTI_CUT)
        ready(kept, MIDDLE)
        node_of(kept, -back).cost = 50
        zero_window_by(kept.engine.thread.where, R_PLIES, LOW, 1)
        assert counts_of(kept)["multi_cut_tests"] == (back > 3)
    kept.reset(**MULTI_CUT, multi_cut_ext_guard=0)
    ready(kept, MIDDLE)
    node_of(kept, -1).cost = 50
    zero_window_by(kept.engine.thread.where, R_PLIES, LOW, 1)
    assert counts_of(kept)["multi_cut_tests"] == 1


def test_not_at_the_principal_variation(kept):
    kept.reset(**MULTI_CUT)
    ready(kept, MIDDLE)
    pv_search_by(kept.engine.thread.where, R_PLIES, LOW, LOW + 1000)
    assert counts_of(kept)["multi_cut_tests"] == 0


def test_a_pruned_node_is_worth_beta(kept):
    """Though the search without multi-cut finds more; and after C tries, not one more."""
    for c in (1, 3, 5):
        kept.reset(**MULTI_CUT, multi_cut_c=c)
        assert ask(kept, MIDDLE, R_PLIES, LOW) == LOW
        counts = counts_of(kept)
        assert (counts["multi_cuts"], counts["multi_cut_tries"]) == (1, c)
    kept.reset(**BASE)
    assert ask(kept, MIDDLE, R_PLIES, LOW) > LOW


def test_hopeless_tries_end_after_m_moves(kept):
    """Then the node is searched as if nothing had been."""
    high = 3000
    kept.reset(**BASE)
    plain = ask(kept, MIDDLE, R_PLIES, high)
    for m in (1, 4, 10, 64):
        kept.reset(**MULTI_CUT, multi_cut_m=m, multi_cut_c=1)
        assert ask(kept, MIDDLE, R_PLIES, high) == plain
        assert counts_of(kept)["multi_cut_tries"] == min(m, MIDDLE.legal_moves.count())


@pytest.mark.parametrize("title", ["pawns in a race", "two bare pawns", "blocked pawns (Fine 70)"])
def test_fewer_moves_than_c_are_not_tried(kept, title):
    """No side has sixteen moves here: the tree is the one without multi-cut."""
    settings = {"multi_cut_endgame_off": False, "multi_cut_c": 16, "multi_cut_m": 64}
    kept.reset(**MULTI_CUT | settings)
    found = kept.think(SMALL[title], 6)
    assert counts_of(kept)["multi_cut_tests"] == 0
    plain = kept.reset(**BASE).think(SMALL[title], 6)
    assert (found.nodes, found.score) == (plain.nodes, plain.score)


@pytest.mark.parametrize(("store", "depth"), [("none", None), ("reduced", 2), ("full", 4)])
def test_what_the_table_keeps(kept, store, depth):
    """A lower bound of beta, R plies less deep, or as deep as if it had been searched, or none."""
    kept.reset(**MULTI_CUT, multi_cut_store=store)
    assert ask(kept, MIDDLE, 400, LOW) == LOW
    entry = kept.entry(MIDDLE)
    if depth is None:
        assert entry is None
    else:
        assert (entry.depth, entry.bound, entry.score) == (depth, LOWER, LOW)


def test_two_layers_prune_less(kept):
    """The first success on a path only counts; the second prunes."""
    kept.reset(**MULTI_CUT, multi_cut_layers=2)
    assert ask(kept, MIDDLE, R_PLIES, LOW) > LOW
    counts = counts_of(kept)
    assert (counts["multi_cuts"], counts["multi_cut_layers"]) == (0, 1)
    ask(kept, MIDDLE, 400, LOW)
    assert counts_of(kept)["multi_cuts"] > 0


def nodes_with(thinker, **settings):
    """Nodes and counts of some positions, five plies deep."""
    nodes, total = 0, {}
    for name in QUICK:
        nodes += thinker.reset(**BASE | settings).think(LARGE[name], 5).nodes
        for count, number in counts_of(thinker).items():
            total[count] = total.get(count, 0) + number
    return nodes, total


def test_a_single_good_move_is_extended(kept):
    """By the tries of multi-cut, if its option is on."""
    _, counts = nodes_with(kept, multi_cut=True, multi_cut_singular=True)
    assert counts["singular_moves"] > 0
    assert nodes_with(kept, multi_cut=True)[1]["singular_moves"] == 0


def test_what_is_extended_twice_gains_no_depth(kept):
    """A check that is the only good move: its line ends all the same."""
    settings = {"extensions": "Fractional", "weight_check": 10, "multi_cut_ext_guard": 0}
    singular = 0
    for name in QUICK:
        kept.reset(**MULTI_CUT | settings, multi_cut_singular=True, singular_margin=0)
        kept.think(LARGE[name], 4)
        singular += counts_of(kept)["singular_moves"]
        assert int(kept.engine.thread.worker.deepest_ply) < 60
    assert singular > 0


def test_the_trends_of_the_numbers(kept):
    """Table 5.3: more cut-offs wanted, more nodes; a small reduction costs most."""
    by_c = [nodes_with(kept, multi_cut=True, multi_cut_c=c)[0] for c in (2, 3, 4, 6)]
    assert by_c == sorted(by_c)
    by_r = [nodes_with(kept, multi_cut=True, multi_cut_r=r)[0] for r in (3, 2, 1)]
    assert by_r == sorted(by_r)
    assert by_c[1] < nodes_with(kept)[0]


@pytest.mark.slow
def test_how_often_it_prunes(kept):
    """Section 5.4: half of the attempts, in a quarter of the nodes; here within wide limits."""
    total, nodes = {}, 0
    for position in BENCH_POSITIONS[1:13]:
        nodes += kept.reset(**MULTI_CUT | {"null_move": True}).think(position, 7).nodes
        for count, number in counts_of(kept).items():
            total[count] = total.get(count, 0) + number
    assert 0.35 < total["multi_cuts"] / total["multi_cut_tests"] < 0.65
    assert 0.15 < total["multi_cut_nodes"] / nodes < 0.5
