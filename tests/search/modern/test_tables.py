"""MODERN with every table: all sizes, schemes and uses; lines are legal, scores are sane.

Sources: Breuker 1998, chapter 2; choices of docs/choices.md by their numbers.
"""

import chess
import pytest

from engine.machine.words import U64, address
from engine.options import OptionError
from engine.search.shared.score import FARTHEST_MATE, MATE, mate_in
from engine.table.entry import LOWER, new_entry
from engine.table.replacement import SCHEMES
from engine.table.sizes import POSITION_COUNTS
from engine.table.uses import USES
from tests.games import board_of, name, word
from tests.search.modern_twin import FULL as MODERN
from tests.search.modern_twin import random_boards, value_in
from tests.search.positions import LARGE, check_played
from tests.search.thinker import Thinker
from tests.table.small_table import store_by

CUTS = ("exact_cuts", "lower_cuts", "upper_cuts")
LARGEST = "32M"
"""Positions in 512 MiB; larger tables are the same code with a longer index."""
POSITIONS = list(POSITION_COUNTS)[: list(POSITION_COUNTS).index(LARGEST) + 1]
MEBIBYTES = (1, 2, 3, 8, 64, 200, 512)


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**MODERN)


def check_sanity(board, found, sane=True):
    """Every line reported is legal to its end and stops where the game does.

    Scores are possible ones, and lines of mates are no longer than the mates; not so if `sane` is
    false, as when entries of other positions are believed.
    """
    assert found.infos
    for info in found.infos:
        check_played(board, info.pv)
        mate = mate_in(info.score)
        assert abs(info.score) <= (FARTHEST_MATE if mate is None else MATE)
        if sane and mate is not None and not info.bound:
            assert len(info.pv) <= 2 * abs(mate)
    assert found.result.move in board.legal_moves
    firsts = [info for info in found.infos if info.multipv == 1]
    best = next(info for info in reversed(firsts) if info.pv[0] == found.result.move)
    assert found.result.ponder == (best.pv[1] if len(best.pv) > 1 else None)


def play_some(thinker):
    """Some searches one after the other in one table, the first again at last."""
    for title in ("MG4.28", "EG5.50", "promotions everywhere", "EG2.36", "MG4.28"):
        check_sanity(board_of(LARGE[title]), thinker.think(LARGE[title], 7))


@pytest.mark.parametrize("positions", POSITIONS)
def test_every_number_of_positions(thinker, positions):
    thinker.reset(**MODERN | {"table_positions": positions})
    assert thinker.engine._table.positions == POSITION_COUNTS[positions]
    play_some(thinker)


@pytest.mark.parametrize("mebibytes", MEBIBYTES)
def test_every_size_in_mebibytes(thinker, mebibytes):
    thinker.reset(**MODERN | {"table_positions": "Hash", "hash_mib": mebibytes})
    assert mebibytes / 2 < thinker.engine._table.bytes / 2**20 <= mebibytes
    play_some(thinker)


@pytest.mark.slow
def test_two_gibibytes(thinker):
    """More than 2^31 bytes: no index is cut short; also over many positions."""
    try:
        thinker.reset(**MODERN | {"table_positions": "Hash", "hash_mib": 2048})
    except OptionError as refusal:
        pytest.skip(str(refusal))
    play_some(thinker)
    for title in ("Kiwipete", "MG5.22", "many captures"):
        check_sanity(board_of(LARGE[title]), thinker.think(LARGE[title], nodes=2_000_000))
    assert thinker.counts()["illegal"] == 0
    thinker.reset(**MODERN)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("length", [1, 3])
def test_every_scheme(thinker, scheme, length):
    """In a crowded table, with one move and with three in an entry."""
    settings = {"replacement_scheme": scheme.name, "table_pv_length": length}
    thinker.reset(**MODERN | settings | {"table_positions": "2K"})
    play_some(thinker)
    assert thinker.counts()["hits"] > 0


@pytest.mark.parametrize("use", USES, ids=lambda use: use.name)
def test_every_use(thinker, use):
    """What the table must not do it does not do, in quiescence either."""
    thinker.reset(**MODERN | {"table_use": use.name})
    play_some(thinker)
    counts = thinker.counts()
    cuts = [counts[cut] for cut in CUTS]
    assert bool(thinker.stored()) == use.stores
    assert bool(counts["move_only"]) == use.move
    assert bool(cuts[0]) <= use.exact and bool(cuts[1] or cuts[2]) == use.bounds
    assert counts["illegal"] == counts["mistaken"] == 0


ODD_TABLES = {
    "three moves in an entry": {"table_pv_length": 3},
    "five moves in an entry, crowded": {"table_pv_length": 5, "table_positions": "1K"},
    "24 bits": {"hash_bits": 24, "table_positions": "16K"},
    "24 bits and three moves": {"hash_bits": 24, "table_pv_length": 3},
    "exact depths": {"table_depth_match": "exact"},
    "near the root": {"table_ply": 3},
    "cleared before each search": {"time_stamping": False},
    "deeper results are kept": {"keep_deeper_same": True},
    "other random numbers": {"hash_seed": 77},
}


@pytest.mark.parametrize("settings", ODD_TABLES.values(), ids=ODD_TABLES)
def test_odd_tables(thinker, settings):
    thinker.reset(**MODERN | settings)
    play_some(thinker)


def test_lines_of_random_positions(thinker):
    """B16, B18: a hundred positions in one small table, with one line and with three."""
    thinker.reset(**MODERN | {"table_positions": "16K"})
    for number, board in enumerate(random_boards(100, 18)):
        thinker.set(multipv=1 + 2 * (number % 2))
        found = thinker.think(board, 6)
        check_sanity(board, found)
        assert found.counts["illegal"] == 0
        lines = {info.multipv for info in found.infos}
        assert lines == set(range(1, min(1 + 2 * (number % 2), board.legal_moves.count()) + 1))


def test_colliding_keys_play_no_illegal_move(thinker):
    """B16, B19: few bits, so that entries of other positions come up; all moves stay legal."""
    thinker.reset(**MODERN | {"table_positions": "64K", "hash_bits": 16, "table_pv_length": 4})
    thinker.think(LARGE["Kiwipete"], 9)
    errors = 0
    for board in random_boards(100, 19):
        found = thinker.think(board, 5)
        errors += found.counts["illegal"]
        check_sanity(board, found, sane=False)
        root = thinker.engine.thread.stack[thinker.engine.thread.root]
        assert int(root.key) == thinker.key(board)
    assert errors > 100


def test_another_hash_seed_is_the_same_chess(thinker):
    """Other numbers, other places: where nothing is lost, the same tree."""
    usual = thinker.reset(**MODERN | {"table_positions": "1M"}).think(LARGE["EG2.36"], 8)
    other = thinker.reset(**MODERN | {"table_positions": "1M", "hash_seed": 77})
    assert other.think(LARGE["EG2.36"], 8).nodes == usual.nodes


IN_CHECK = "4k3/pp3ppp/2n5/8/8/7q/PPPP1P1P/RNBQ1K2 w - - 0 1"


def evasions_with(thinker, use):
    """Nodes and value of quiescence in check, for each move that the table may know."""
    thinker.reset(**MODERN | {"table_use": use}).think(chess.Board(), 1)
    board, found = board_of(IN_CHECK), set()
    assert board.is_check() and board.legal_moves.count() > 2
    for move in board.legal_moves:
        thinker.engine.new_game()
        entry = U64(new_entry(U64(name(word(board, move))), -20000, 0, LOWER, U64(1)))
        counts, table = address(thinker.engine.thread.counts[0]), thinker.engine._table.where
        store_by((table, counts), U64(thinker.key(board)), entry, U64(0), U64(0))
        before = thinker.worker()["nodes"]
        value = value_in(thinker, board, 0, -300, 300)
        found.add((value, thinker.worker()["nodes"] - before))
    return found


@pytest.mark.parametrize("use", ["score only", "bounds only"])
def test_quiescence_tries_no_table_move_unless_moves_are_used(thinker, use):
    """Whatever move lies in the table, the search is the same; with moves it is another."""
    assert len(evasions_with(thinker, use)) == 1
    assert len(evasions_with(thinker, "full")) > 1


def test_the_root_is_ordered_by_the_table_but_not_answered(thinker):
    """X31: the deepest possible result of an earlier search does not end the next one."""
    first = thinker.reset(**MODERN).think(LARGE["EG3.33"], 10)
    again = thinker.think(LARGE["EG3.33"], 1)
    assert again.nodes > 1
    assert again.result.move == first.result.move


def test_quiescence_is_stored_with_depth_nothing(thinker):
    """Unlike ALIBABA's: half of the entries and more."""
    thinker.reset(**MODERN).think(LARGE["MG4.28"], 6)
    depths = [one.entry.depth for one in thinker.stored()]
    assert 0 < depths.count(0) < len(depths)
    assert max(depths) == 6


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_stamping(thinker, search):
    """A second search of the same position finds much; after clearing it is the first one."""
    first = thinker.reset(search=search, time_stamping=True).think(LARGE["EG2.36"], 7)
    assert thinker.think(LARGE["EG2.36"], 7).nodes < first.nodes
    thinker.reset(search=search, time_stamping=False)
    first = thinker.think(LARGE["EG2.36"], 7)
    thinker.engine.thread.forget()
    again = thinker.think(LARGE["EG2.36"], 7)
    assert (again.nodes, again.counts) == (first.nodes, first.counts)
