"""What a `go` does: limits, stopping, pondering, settings, and what it leaves behind.

Every wait has a generous limit; no test measures speed.
"""

import threading
import time

import chess
import pytest

from engine import options
from engine.options.search import SEARCHES
from engine.search.shared.score import mate_in
from engine.thinking.bench import BENCH_POSITIONS
from engine.thinking.engine import Engine, Info, Progress
from engine.thinking.limits import Budget, Limits
from tests.search.positions import ALL, LARGE, SMALL, board_of
from tests.search.thinker import Thinker

PATIENCE = 20  # seconds


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


class Going:
    """A `go` in a thread of its own, as a session starts it."""

    def __init__(self, thinker, position, **limits):
        self.engine = thinker.engine
        self.infos, self.result = [], None
        self.engine.prepare_go()
        self.engine.set_position(board_of(position))
        self._thread = threading.Thread(target=self._think, args=(Limits(**limits),))

    def _think(self, limits):
        self.result = self.engine.think(limits, self.infos.append)

    def start(self):
        """Begin."""
        self._thread.start()
        return self

    def is_alive(self, seconds=0.0):
        """Tell whether it goes on for so many seconds."""
        self._thread.join(seconds)
        return self._thread.is_alive()

    def finish(self):
        """Wait for the end."""
        self._thread.join(PATIENCE)
        endless = self._thread.is_alive()
        self.engine.stop()  # else the next test would search with the same memory
        self._thread.join()
        assert not endless, "the search does not end"
        return self.result


def test_depth(thinker):
    found = thinker.reset().think(LARGE["EG2.36"], 5)
    assert (found.last.depth, found.infos[-1].depth) == (5, 5)


def test_stop_from_another_thread(thinker):
    """A search without end ends, with a move and a line."""
    thinker.reset()
    going = Going(thinker, chess.STARTING_FEN, infinite=True).start()
    assert going.is_alive(0.3)
    thinker.engine.stop()
    assert going.finish().move in chess.Board().legal_moves
    assert going.infos


def test_stop_before_the_thread_begins_is_not_lost(thinker):
    """`go`, and `stop` at once: the reader is faster than the thread it started."""
    thinker.reset()
    going = Going(thinker, chess.STARTING_FEN, infinite=True)
    thinker.engine.stop()
    assert going.start().finish().move in chess.Board().legal_moves
    scored = [info for info in going.infos if isinstance(info, Info)]
    assert scored and scored[-1].pv[0] == going.result.move, "C14: a line before the move"


def test_stop_does_not_leak_into_the_next_search(thinker):
    """C3 (jdart1/arasan#21): what stopped one search must not stop another."""
    thinker.reset()
    thinker.engine.stop()
    assert thinker.think(LARGE["EG2.36"], 4).last.depth == 4
    thinker.think(LARGE["EG2.36"], nodes=20_000)
    assert thinker.think(LARGE["EG2.36"], 4).last.depth == 4


@pytest.mark.parametrize("movetime", [0, 1, 50, 200])
def test_movetime(thinker, movetime):
    """C12, C14: it ends, in time as a human sees it, and has a line."""
    began = time.monotonic()
    found = thinker.reset().think(chess.STARTING_FEN, movetime_ms=movetime)
    assert time.monotonic() - began < movetime / 1000 + 2
    assert (
        found.result.move == [info for info in found.infos if info.bound != "upperbound"][-1].pv[0]
    )


@pytest.mark.parametrize("clock", [-50, 0, 1, 100, 1000])
def test_a_clock_leaves_time(thinker, clock):
    """D3, D6: whatever the clock shows there is a move, and a second's clock is not used up."""
    found = thinker.reset().think(chess.STARTING_FEN, time_ms=clock, increment_ms=0)
    assert found.result.move in chess.Board().legal_moves
    if clock >= 1000:
        assert found.infos[-1].elapsed_ms < clock


def test_pondering_has_no_clock_until_the_hit(thinker):
    """C9: the time of a ponder search begins to count with `ponderhit`."""
    thinker.reset()
    going = Going(thinker, chess.STARTING_FEN, movetime_ms=100, ponder=True).start()
    assert going.is_alive(0.6), "the hundred milliseconds are not counted yet"
    thinker.engine.ponderhit()
    assert going.finish().move
    thinker.reset()
    going = Going(thinker, chess.STARTING_FEN, time_ms=1000, ponder=True).start()
    assert going.is_alive(0.6)
    thinker.engine.stop()
    assert going.finish().move


def test_a_hit_before_the_thread_begins_is_not_lost(thinker):
    """The opponent moves at once."""
    thinker.reset()
    going = Going(thinker, chess.STARTING_FEN, movetime_ms=100, ponder=True)
    thinker.engine.ponderhit()
    assert going.start().finish().move


def test_a_timed_search_does_not_think_about_a_single_move(thinker):
    """With one legal move, or a mate that is complete, the clock is spared; not in analysis."""
    forced = SMALL["one legal move, in check"]
    short = thinker.reset().think(forced, time_ms=60_000)
    assert short.last.depth <= 2
    mate = thinker.reset().think(SMALL["mate in two"], time_ms=600_000)
    assert mate_in(mate.score) == 2
    assert mate.last.depth <= 6
    long = thinker.reset(analyse_mode=True).think(forced, 6, time_ms=60_000)
    assert long.last.depth == 6


def test_the_board_is_left_alone(thinker):
    """`engine.board` is what was given, with its past, before and after thinking."""
    board = board_of(LARGE["shuffled game"])
    thinker.reset().think(board, 4)
    assert thinker.engine.board == board
    assert thinker.engine.board.move_stack == board.move_stack


def test_news_once_a_second(thinker):
    """Which root move is being searched; the moves are counted from 1."""
    thinker.reset()
    going = Going(thinker, LARGE["Kiwipete"], infinite=True).start()
    assert going.is_alive(2.5)
    thinker.engine.stop()
    going.finish()
    news = [one for one in going.infos if isinstance(one, Progress)]
    assert 1 <= len(news) <= 3
    board = board_of(LARGE["Kiwipete"])
    for one in news:
        assert one.move in board.legal_moves
        assert 1 <= one.number <= board.legal_moves.count()
        assert one.nodes > 0 and 0 <= one.hashfull <= 1000
        assert one.depth >= 1


def test_infos_grow(thinker):
    """Nodes, time and selective depth never go back; no depth without a line."""
    found = thinker.reset().think(LARGE["MG4.28"], 7)
    for one, other in zip(found.infos, found.infos[1:], strict=False):
        assert one.nodes < other.nodes
        assert one.elapsed_ms <= other.elapsed_ms
        assert one.depth <= other.depth
        assert one.seldepth <= other.seldepth
    assert all(info.seldepth >= info.depth and info.pv for info in found.infos)


@pytest.mark.parametrize("name", ["Kiwipete", "MG4.28", "EG2.36", "EG5.50"])
def test_the_same_search_twice_is_the_same(thinker, name):
    """Deterministic in a new game: nodes, scores, lines, and all counters."""
    one = thinker.reset().think(LARGE[name], 6)
    thinker.afresh(chess.STARTING_FEN, 5)
    other = thinker.afresh(LARGE[name], 6)
    assert (one.counts, one.worker) == (other.counts, other.worker)
    assert [info[:5] + info[7:] for info in one.infos] == [
        info[:5] + info[7:] for info in other.infos
    ]


def test_a_clear_hash_button_is_a_new_game(thinker):
    one = thinker.reset().think(LARGE["EG2.36"], 5)
    thinker.engine.press(options.find("Clear Hash"))
    assert thinker.think(LARGE["EG2.36"], 5).nodes == one.nodes


def test_settings_take_effect_at_once(thinker):
    """Every option of the search changes some tree, without a restart."""
    names = ("EG2.36", "MG4.28", "Kiwipete")
    usual = [thinker.reset().think(LARGE[name], 5).nodes for name in names]
    changes = {
        "pvs": False, "aspiration": False, "quiescence": False, "quiescence_margin": 0,
        "refutation_table": False, "history": "off", "table_use": "move only",
        "table_positions": "1K", "centre_function": "Expo", "pawn_value": 150,
        "knight_value": 250, "bishop_value": 250, "rook_value": 700, "queen_value": 500,
        "table_ply": 2, "hash_bits": 16, "replacement_scheme": "OLD",
    }  # fmt: skip
    for field, value in changes.items():
        small = {"table_positions": "1K"} if field == "replacement_scheme" else {}
        thinker.reset(**small)
        before = [thinker.afresh(LARGE[name], 5).nodes for name in names] if small else usual
        thinker.set(**{field: value})
        after = [thinker.afresh(LARGE[name], 5).nodes for name in names]
        assert after != before, field
        thinker.reset(**small)
        assert [thinker.afresh(LARGE[name], 5).nodes for name in names] == before, field


def test_another_hash_seed_is_the_same_chess(thinker):
    """Other numbers: other collisions, no other value where nothing collides."""
    usual = thinker.reset(table_positions="1M").think(LARGE["EG2.36"], 5)
    key = thinker.key(board_of(LARGE["EG2.36"]))
    other = thinker.reset(table_positions="1M", hash_seed=77).think(LARGE["EG2.36"], 5)
    assert thinker.key(board_of(LARGE["EG2.36"])) != key
    assert (other.score, other.nodes) == (usual.score, usual.nodes)


def test_evaluation_is_that_of_the_side_to_move(thinker):
    thinker.reset()
    for name in ("EG2.36", "MG4.28"):
        board = board_of(LARGE[name])
        thinker.engine.set_position(board)
        value = thinker.engine.evaluation()
        thinker.engine.set_position(board.mirror())
        assert thinker.engine.evaluation() == value


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_perft_of_the_engine(thinker, depth):
    """Per root move; the sum is the published number."""
    thinker.engine.prepare_go()
    thinker.engine.set_position(chess.Board())
    counts = dict(thinker.engine.perft(max(depth, 1)))
    assert len(counts) == 20
    assert sum(counts.values()) == {0: 20, 1: 20, 2: 400, 3: 8902}[depth]


def test_two_engines_do_not_disturb_each_other():
    """Settings, tables and positions are an engine's own."""
    one, other = Thinker(), Thinker(history="off", hash_seed=5)
    alone = one.think(LARGE["EG2.36"], 5).nodes
    other.think(LARGE["MG4.28"], 5)
    assert one.afresh(LARGE["EG2.36"], 5).nodes == alone
    assert one.engine.settings["history"] == "depth"


def test_defaults_are_those_of_the_options():
    engine = Engine()
    assert engine.settings == options.defaults()
    assert engine.board == chess.Board()


@pytest.mark.parametrize("name", ALL)
def test_a_move_for_every_position(thinker, name):
    """One ply, one node, one millisecond: there is a legal move and a line that begins with it."""
    for limits in ({"depth": 1}, {"nodes": 1}, {"movetime_ms": 1}):
        found = thinker.reset().think(ALL[name], **limits)
        assert found.result.move in board_of(ALL[name]).legal_moves
        assert found.infos[-1].pv


@pytest.mark.parametrize("search", SEARCHES)
def test_no_time_at_all_is_enough_for_a_mate_in_one(thinker, monkeypatch, search):
    """A busy machine took all of 50 ms: the first iteration is searched whatever the clock says."""
    monkeypatch.setattr("engine.thinking.clock.budget", lambda *_: Budget(0, 0))
    thinker.reset(search=search)
    found = thinker.think("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", movetime_ms=1)
    assert found.result.move.uci() == "a1a8"
    assert found.last.depth == 1


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize("nodes", [5000, 20_011])  # beyond the first iteration, which is whole
def test_no_node_is_entered_after_a_stop(search, nodes):
    """The limit is met exactly, so whatever was to be searched again after the stop was not."""
    thinker = Thinker(search=search)
    for fen in BENCH_POSITIONS[:12]:
        assert thinker.afresh(fen, nodes=nodes).nodes == nodes, fen
