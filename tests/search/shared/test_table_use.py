"""What the search takes from the table: experiments «move versus score», and what answers a node.

Sources: Breuker 1998, section 2.7.2; choices X3, X17 and X31 of docs/choices.md.
"""

import chess
import pytest

from engine.search.alibaba.root import list_root
from engine.table.entry import EXACT, LOWER, UPPER
from engine.thinking.deepening import search
from engine.thinking.limits import NO_LIMIT
from tests.search.positions import AFTER_THE_REPLY, LARGE, ONE_REPLY, below, board_of
from tests.search.thinker import PLAIN, Thinker

CUTS = ("exact_cuts", "lower_cuts", "upper_cuts")
EVERY_ONE = ("Kiwipete", "MG4.28", "EG2.36", "EG5.50")


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.mark.parametrize("name", EVERY_ONE)
def test_nothing(thinker, name):
    """No look-up, no store; and the tree of a search whose table never answers."""
    found = thinker.reset(table_use="nothing").think(LARGE[name], 5)
    assert set(found.counts.values()) == {0}
    assert thinker.stored() == []
    aside = thinker.reset(table_use="score only", table_depth_match="exact").think(LARGE[name], 1)
    without = thinker.reset(table_use="nothing").think(LARGE[name], 1)
    assert aside.nodes == without.nodes, "after one ply there is nothing to find in the table"


@pytest.mark.parametrize("name", EVERY_ONE)
def test_move_only(thinker, name):
    """Moves are tried first, scores never answer; all results are kept."""
    found = thinker.reset(table_use="move only").think(LARGE[name], 5)
    assert found.counts["move_only"] > 0
    assert [found.counts[cut] for cut in CUTS] == [0, 0, 0]
    assert {one.entry.bound for one in thinker.stored()} == {EXACT, LOWER, UPPER}


@pytest.mark.parametrize("name", EVERY_ONE)
def test_score_only(thinker, name):
    """Scores answer, moves are never tried first."""
    found = thinker.reset(table_use="score only").think(LARGE[name], 5)
    assert found.counts["move_only"] == found.counts["inherited"] == 0
    assert found.counts["lower_cuts"] > 0 and found.counts["upper_cuts"] > 0


@pytest.mark.parametrize("name", EVERY_ONE)
def test_exact_only(thinker, name):
    """Only exact scores are kept: few, because nearly every window is minimal (X29)."""
    found = thinker.reset(table_use="exact only").think(LARGE[name], 5)
    assert {one.entry.bound for one in thinker.stored()} == {EXACT}
    assert found.counts["lower_cuts"] == found.counts["upper_cuts"] == 0
    assert found.counts["move_only"] == 0
    assert found.counts["writes"] < 0.05 * found.worker["interior"]


@pytest.mark.parametrize("name", EVERY_ONE)
def test_bounds_only(thinker, name):
    found = thinker.reset(table_use="bounds only").think(LARGE[name], 5)
    assert {one.entry.bound for one in thinker.stored()} == {LOWER, UPPER}
    assert found.counts["exact_cuts"] == found.counts["move_only"] == 0
    assert found.counts["lower_cuts"] > 0 and found.counts["upper_cuts"] > 0


@pytest.mark.parametrize("name", EVERY_ONE)
def test_counters_of_a_full_use_add_up(thinker, name):
    """Every hit answers, or gives a move, or nothing; nobody reads oftener than once a node."""
    found = thinker.reset().think(LARGE[name], 5)
    counts, cuts = found.counts, sum(found.counts[cut] for cut in CUTS)
    assert 0 < cuts and cuts + counts["move_only"] <= counts["hits"] <= counts["reads"]
    assert counts["reads"] <= found.nodes + 1, "the list of root moves looks once more"
    full_width = found.worker["interior"] - found.worker["quiescence"]
    assert counts["writes"] == full_width, "every full-width node that searched is stored once"
    assert counts["filled"] == len(thinker.stored())
    assert counts["illegal"] == counts["mistaken"] == 0


def test_clearing_and_stamping(thinker):
    """With stamping a second search of the same position finds it all; after clearing, nothing."""
    first = thinker.reset(time_stamping=True).think(LARGE["EG2.36"], 6)
    again = thinker.think(LARGE["EG2.36"], 6)
    assert again.nodes < first.nodes / 2
    first = thinker.reset(time_stamping=False).think(LARGE["EG2.36"], 6)
    again = thinker.think(LARGE["EG2.36"], 6)
    assert (again.nodes, again.counts) == (first.nodes, first.counts)


def test_the_root_is_ordered_by_the_table_but_not_answered(thinker):
    """X31: the deepest possible result of an earlier search does not end the next one."""
    first = thinker.reset().think(LARGE["EG3.33"], 6)
    again = thinker.think(LARGE["EG3.33"], 1)
    assert again.nodes > 1
    assert again.result.move == first.result.move
    assert len(again.last.pv) >= 1


@pytest.mark.parametrize("ply", [1, 2, 3])
def test_table_ply(thinker, ply):
    """X17: the table is used only so many plies from the root."""
    thinker.reset(table_ply=ply, **PLAIN | {"table_use": "full"})
    board = board_of(LARGE["EG5.63"])
    thinker.think(board, 5)
    near, nearer = (
        {thinker.key(board_of(text)) for text in below(LARGE["EG5.63"], plies)}
        for plies in (ply, ply - 1)
    )
    stored = {one.key for one in thinker.stored()}
    assert stored <= near
    assert not stored <= nearer, "so far from the root it is used"
    limited = len(stored)
    thinker.reset(**PLAIN | {"table_use": "full"}).think(board, 5)
    assert limited < len(thinker.stored())


def test_another_depth_match_is_another_search(thinker):
    """An entry that was searched deeper answers, or not: the option must reach the core."""
    nodes = {
        match: thinker.reset(table_depth_match=match).think(LARGE["EG5.50"], 6).nodes
        for match in ("at least", "exact")
    }
    assert nodes["at least"] != nodes["exact"]


def test_a_bound_that_raised_alpha_is_not_undercut(thinker):
    """X3: the table says "at least 700", the search finds less and fails low against that bound.

    By figure 2.7 the node returns what it found, and even calls it exact.
    """
    plain = PLAIN | {"table_use": "full"}
    true = thinker.reset(**plain).think(ONE_REPLY, 2).score
    assert -700 < true < 0
    found = {}
    for faithful in (False, True):
        thinker.reset(**plain, faithful_flags=faithful)
        thinker.put(board_of(AFTER_THE_REPLY), 50, LOWER, 700)
        found[faithful] = thinker.think(ONE_REPLY, 2).score
        entry = thinker.entry(board_of(AFTER_THE_REPLY))
        assert (entry.score, entry.bound) == (-found[faithful], EXACT)
    assert found == {False: -700, True: true}


def test_a_bound_that_does_not_raise_alpha_changes_no_value(thinker):
    """Fail-soft: what was found is returned, not the edge of the window."""
    plain = PLAIN | {"table_use": "full"}
    true = thinker.reset(**plain).think(ONE_REPLY, 2).score
    thinker.reset(**plain).think(ONE_REPLY, 1)
    thinker.engine.new_game()
    thinker.put(board_of(AFTER_THE_REPLY), 50, LOWER, -5000)
    thread = thinker.engine.thread
    thinker.engine._set_up(board_of(ONE_REPLY))
    list_root(thread.where)
    thread.worker.node_limit = NO_LIMIT
    window = search(thread, 2, -3000, -2000)
    assert (window.score, window.bound) == (true, "lowerbound")


def test_a_table_score_narrows_a_static_value(thinker):
    """X21: at a leaf a bound clips the evaluation, an exact score replaces it."""
    quiet = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    values = {}
    for bound, score in ((EXACT, 333), (LOWER, 400), (UPPER, -400), (LOWER, -400), (UPPER, 400)):
        thinker.reset()
        board = quiet.copy()
        board.push_uci("e2e4")
        # Black's view of the position after e4; only this move leads to it
        thinker.put(board, 0, bound, score)
        found = thinker.think(quiet, 1, searchmoves=("e2e4",))
        values[bound, score] = -found.score
    static = -thinker.reset(table_use="nothing").think(quiet, 1, searchmoves=("e2e4",)).score
    assert values == {
        (EXACT, 333): 333, (LOWER, 400): 400, (UPPER, -400): -400,
        (LOWER, -400): static, (UPPER, 400): static,
    }  # fmt: skip
    assert -400 < static < 333
