"""What the search leaves in the table: depths, scores, bounds, mates, and sizes of subtrees.

Sources: Breuker 1998, sections 2.2 and 2.4; choices X8 and X15 of docs/choices.md.
"""

import chess
import pytest

from engine.search.shared.score import FARTHEST_MATE, MATE
from engine.table.entry import EXACT, LOWER
from tests.search.positions import AFTER_THE_REPLY, LARGE, ONE_REPLY, SMALL, below, board_of
from tests.search.thinker import PLAIN, Thinker
from tests.search.twin import value_of

EVERY_ONE = ("Kiwipete", "MG4.28", "EG2.36", "EG5.50")


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def test_depth_of_entries(thinker):
    """The relative depth n - m: the root has all plies, each ply below it one less."""
    thinker.reset().think(LARGE["Kiwipete"], 4)
    board = board_of(LARGE["Kiwipete"])
    root = thinker.entry(board)
    assert (root.depth, root.bound) == (4, EXACT)
    depths = []
    for move in list(board.legal_moves):
        board.push(move)
        child = thinker.entry(board)
        depths.append(child.depth)
        board.pop()
    assert set(depths) == {3}


@pytest.mark.parametrize("name", SMALL)
def test_entries_are_true(thinker, name):
    """Each stored result, played out from the root, is the twin's value or bounds it.

    Positions are found by walking two plies; the twin searches them as deep as the entry says.
    Mates are counted from the position itself (X15).
    """
    thinker.reset(**PLAIN | {"pvs": True, "table_use": "full", "table_depth_match": "exact"})
    board = board_of(SMALL[name])
    thinker.think(board, 3)
    entries = {one.key: one for one in thinker.stored()}
    seen = set()
    for text in below(SMALL[name], 2):
        known = entries.get(thinker.key(board_of(text)))
        if known is None:
            continue
        seen.add(known.key)
        score, true = known.entry.score, value_of(text, known.entry.depth)
        if known.entry.bound == EXACT:
            assert score == true, text
        elif known.entry.bound == LOWER:
            assert score <= true, text
        else:
            assert score >= true, text
    assert seen == set(entries) != set(), "every result is looked at, none lies deeper"


def test_mates_are_stored_from_the_position(thinker):
    """White mates in two from the root; after the first move Black is mated in two plies."""
    thinker.reset().think(SMALL["mate in two"], 5)
    board = board_of(SMALL["mate in two"])
    assert thinker.entry(board).score == MATE - 3
    mates = [one.entry.score for one in thinker.stored() if abs(one.entry.score) > FARTHEST_MATE]
    assert mates and max(abs(score) for score in mates) < MATE


@pytest.mark.parametrize("scheme", ["BIG1", "TWOBIG1"])
@pytest.mark.parametrize("name", EVERY_ONE)
def test_size_of_the_root_counts_a_hit_as_one_node(thinker, name, scheme):
    """BIG1: the size is the number of nodes that the last search of it visited (X8)."""
    thinker.reset(replacement_scheme=scheme)
    found = thinker.think(LARGE[name], 5)
    nodes = [info.nodes for info in found.infos]
    last = nodes[-1] - nodes[-2]
    assert int(found.worker["counted"]) == found.nodes
    assert abs(thinker.entry(board_of(LARGE[name])).size - last) <= last / 2048


@pytest.mark.parametrize(("big1", "bigall"), [("BIG1", "BIGALL"), ("TWOBIG1", "TWOBIGALL")])
@pytest.mark.parametrize("name", EVERY_ONE)
def test_size_of_the_root_counts_what_a_hit_saved(thinker, name, big1, bigall):
    """BIGALL: a hit counts as the nodes that were searched for it, so the size is larger."""
    # A table that nothing is thrown out of, so that both schemes search the same tree.
    found = {}
    for scheme in (big1, bigall):
        thinker.reset(replacement_scheme=scheme, table_positions="1M")
        thought = thinker.think(LARGE[name], 5)
        found[scheme] = thought, thinker.entry(board_of(LARGE[name])).size
    last = found[bigall][0].infos[-1].nodes - found[bigall][0].infos[-2].nodes
    assert found[bigall][1] > found[big1][1]
    assert found[bigall][1] > last
    assert found[bigall][0].worker["counted"] > found[bigall][0].nodes


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("BIG1", 2), ("TWOBIG1", 2), ("BIGALL", 1 + 777), ("TWOBIGALL", 1 + 777)],
)
def test_size_above_a_single_hit(thinker, scheme, size):
    """One reply, and the position after it is known by 777 nodes: 1 + 1, or 1 + 777."""
    thinker.reset(replacement_scheme=scheme)
    thinker.put(board_of(AFTER_THE_REPLY), 50, EXACT, 200, size=777)
    found = thinker.think(ONE_REPLY, 2)
    assert (found.score, found.counts["exact_cuts"]) == (-200, 2)
    assert thinker.entry(board_of(ONE_REPLY)).size == size


def test_size_of_every_position_adds_up(thinker):
    """Two plies from the start, no aids: the root is 1 + its children, each 1 + its 20 leaves."""
    thinker.reset(**PLAIN | {"table_use": "move only"}).think(chess.STARTING_FEN, 1)
    assert thinker.entry(chess.Board()).size == 21
    found = thinker.reset(**PLAIN | {"table_use": "move only"}).think(chess.STARTING_FEN, 2)
    board, sizes = chess.Board(), []
    for move in list(board.legal_moves):
        board.push(move)
        sizes.append(thinker.entry(board).size)
        board.pop()
    root = thinker.entry(chess.Board()).size
    assert root == 1 + sum(sizes) == found.infos[1].nodes - found.infos[0].nodes
    assert all(2 <= size <= 21 for size in sizes)
    assert max(sizes) == 21, "the first move, searched in the open window, has all its replies"


def test_chosen_moves_are_no_value_of_the_position(thinker):
    """After `searchmoves` of a blunder the table must not believe that the position is lost."""
    board = chess.Board("6k1/5ppp/8/3q4/4P3/8/5PPP/6K1 w - - 0 1")
    thinker.reset().think(board, 5, searchmoves=("g1f1",))
    assert thinker.entry(board) is None
    assert thinker.think(board, 3).score == thinker.afresh(board, 3).score


def test_no_entry_near_the_fiftieth_move(thinker):
    """B1, B2: what could reach the fiftieth move within its plies is neither stored nor used."""
    board = chess.Board("8/8/8/3k4/8/3K4/3R4/8 w - - 96 90")
    thinker.reset().think(board, 6)
    # Stored with depth d at counter c only if c + d < 100; counters here are 96 and more.
    assert all(one.entry.depth <= 3 for one in thinker.stored())
    assert any(one.entry.depth >= 1 for one in thinker.stored())
