"""Several threads on one root: nodes are a sum, mates are mates, and everybody stops.

The tree of two threads is another at every run; what is said here holds for all of them.
"""

import threading
import time

import chess
import pytest

from engine import options
from engine.process.deep_threads import start_deep
from engine.search.shared.node_entry import NODES_BETWEEN_POLLS
from engine.search.shared.score import mate_in
from engine.thinking import helper_threads
from engine.thinking.limits import NO_LIMIT, Limits
from tests.games import board_of
from tests.search.positions import LARGE
from tests.search.shared.test_mates_and_draws import MATES, check_lines
from tests.search.thinker import Thinker
from tests.thinking.test_engine import PATIENCE, Going

SEARCHES = ("Modern", "AliBaba", "Selective")


@pytest.fixture(scope="module")
def thinker():
    return Thinker(search="Modern", threads=2)


def searching_threads():
    """The names of threads that search for others."""
    return [one.name for one in threading.enumerate() if one.name.startswith("helper")]


def nodes_by_thread(thinker):
    """What each thread counted."""
    return [int(thread.worker.nodes) for thread in thinker.engine._threads]


def begin_infinite(thinker, position):
    """An infinite search that has just begun; no nodes of an earlier one are counted."""
    for thread in thinker.engine._threads:
        thread.reset_counters()
    return Going(thinker, position, infinite=True).start()


def search_until_all_take_part(thinker, position):
    """An infinite search, stopped when each thread has searched some nodes."""
    going, began = begin_infinite(thinker, position), time.monotonic()
    while min(nodes_by_thread(thinker)) < 10_000 and time.monotonic() < began + PATIENCE:
        assert going.is_alive(0.01)
    thinker.engine.stop()
    going.finish()
    return going


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("search", SEARCHES)
def test_nodes_are_the_sum(thinker, search, threads):
    """All threads search, and the last line counts the nodes of all."""
    thinker.reset(search=search, threads=threads)
    going = search_until_all_take_part(thinker, LARGE["Kiwipete"])
    nodes = nodes_by_thread(thinker)
    assert len(nodes) == threads and min(nodes) >= 10_000
    assert thinker.engine.nodes == sum(nodes) == going.infos[-1].nodes
    assert thinker.engine.table_report()[0].startswith(f"{sum(nodes)} nodes")


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", ["queen sacrifice", "rook and bishop", "queen and far bishop"])
def test_two_threads_find_the_same_mates(thinker, search, name):
    """ALIBABA's line may end in an entry of the other thread; MODERN's goes to the mate."""
    fen, moves = MATES[name]
    limits = {"depth": 2 * moves + 3} if search == "AliBaba" else {"nodes": 400_000}
    thinker.reset(search=search, threads=2)
    found = thinker.think(fen, **limits)
    assert mate_in(found.score) == moves
    check_lines(chess.Board(fen), found)
    if search == "Modern":
        assert len(found.last.pv) == 2 * moves - 1


@pytest.mark.parametrize("search", SEARCHES)
def test_stop_ends_all(thinker, search):
    """No thread goes on behind the answer."""
    thinker.reset(search=search, threads=3)
    going = Going(thinker, LARGE["Kiwipete"], infinite=True).start()
    assert going.is_alive(0.3)
    assert len(searching_threads()) == 2
    thinker.engine.stop()
    assert going.finish().move in board_of(LARGE["Kiwipete"]).legal_moves
    assert searching_threads() == []
    before = nodes_by_thread(thinker)
    assert min(before) > 0
    assert nodes_by_thread(thinker) == before


def test_stop_before_the_threads_begin_is_not_lost(thinker):
    """`go`, and `stop` at once."""
    thinker.reset(search="Modern", threads=2)
    going = Going(thinker, chess.STARTING_FEN, infinite=True)
    thinker.engine.stop()
    assert going.start().finish().move in chess.Board().legal_moves
    assert searching_threads() == []


@pytest.mark.parametrize(
    "limits", [{"depth": 6}, {"movetime_ms": 60}, {"nodes": 50_000}, {"time_ms": 500}], ids=str
)
def test_every_limit_ends_all(thinker, limits):
    """The lead's limits are everybody's; the next search is not disturbed by the end of this."""
    thinker.reset(search="Modern", threads=2)
    for _ in range(3):
        found = thinker.think(LARGE["MG4.28"], **limits)
        assert searching_threads() == []
        check_lines(board_of(LARGE["MG4.28"]), found)


def test_the_node_limit_is_shared(thinker):
    """Each thread takes its part: the lead to its poll, all together about as many as allowed."""
    thinker.reset(search="Modern", threads=2)
    thinker.think(LARGE["Kiwipete"], nodes=100_000)
    lead, _ = nodes_by_thread(thinker)
    assert 50_000 <= lead < 50_000 + NODES_BETWEEN_POLLS


def test_one_thread_after_two_is_alone_again(thinker):
    """The number of threads leaves no trace: one thread searches the same tree as ever."""
    usual = Thinker(search="Modern").think(LARGE["MG4.28"], 8)
    thinker.reset(search="Modern", threads=2).think(LARGE["MG4.28"], 8)
    alone = thinker.reset(search="Modern").think(LARGE["MG4.28"], 8)
    assert (alone.nodes, alone.counts) == (usual.nodes, usual.counts)


def test_a_new_game_is_new_for_all(thinker):
    """What any thread learned is forgotten, and before the next search its killers."""
    thinker.reset(search="Modern", threads=2)
    search_until_all_take_part(thinker, LARGE["Kiwipete"])
    other = thinker.engine._threads[1].memory
    killers = other.node["killers"]
    assert other.butterfly.any() and killers.any()
    killers[200] = 99
    thinker.think(LARGE["EG2.36"], 1)
    assert not killers[200].any()
    thinker.engine.new_game()
    assert not other.butterfly.any() and not other.pawn_correction.any()


def test_searchmoves_and_lines_of_two_threads(thinker):
    """The lead shows three lines of the moves that are wanted."""
    thinker.reset(search="Modern", threads=2, multipv=3)
    wanted = ("a2a3", "h2h4", "g1f3", "e2e4")
    found = thinker.think(chess.STARTING_FEN, 8, searchmoves=wanted)
    assert {info.pv[0].uci() for info in found.infos} <= set(wanted)
    assert {info.multipv for info in found.infos} == {1, 2, 3}
    other = thinker.engine._threads[1].worker
    assert int(other.root_count) == 4 and int(other.restricted) == 1


def test_repetitions_of_the_game_are_known_to_all(thinker):
    """The past of the game lies before the root of every thread."""
    shuffle = "h1h2 b8b7 h2h1 b7b8 h1h2 b8b7 h2h1"
    board = board_of("1r5k/8/8/8/8/8/8/7K w - - 0 1")
    for move in shuffle.split():
        board.push_uci(move)
    thinker.reset(search="Modern", threads=2).think(board, 4)
    lead, other = thinker.engine._threads
    for back in range(8):
        keys = [int(thread.stack[thread.root - back].key) for thread in (lead, other)]
        assert keys[0] == keys[1] != 0


def test_the_lead_does_not_wait_for_helpers_to_start(thinker, monkeypatch):
    """A thread takes its time to start when there are more of them than processors.

    Every helper but the first is held up until the lead has finished an iteration.
    """
    starting, reported, held_up = threading.Event(), threading.Event(), []

    def start_late(work, name):
        if name != "helper 0":
            starting.set()
            held_up.append(reported.wait(PATIENCE))
        return start_deep(work, name)

    def report(_):
        assert starting.wait(PATIENCE)
        reported.set()

    monkeypatch.setattr(helper_threads, "start_deep", start_late)
    engine = thinker.reset(search="Modern", threads=3).engine
    engine.prepare_go()
    engine.set_position(chess.Board())
    engine.think(Limits(nodes=100_000), report)
    assert held_up and all(held_up)


def test_a_search_that_has_ended_starts_no_more_threads(thinker, monkeypatch):
    """With many threads the end comes before all of them have begun."""
    started, lead_has_ended = [], threading.Event()
    engine = thinker.reset(search="Modern", threads=5).engine
    end = helper_threads.HelperThreads.end

    def start_and_stop(work, name):
        started.append(name)
        if name == "helper 1":
            engine.stop()
            assert lead_has_ended.wait(PATIENCE)
        return start_deep(work, name)

    def end_later(helpers):
        threading.Timer(0.1, lead_has_ended.set).start()
        end(helpers)

    monkeypatch.setattr(helper_threads, "start_deep", start_and_stop)
    monkeypatch.setattr(helper_threads.HelperThreads, "end", end_later)
    going = Going(thinker, chess.STARTING_FEN, infinite=True).start()
    assert going.finish().move in chess.Board().legal_moves
    assert started == ["helper 0", "helper 1"]
    assert searching_threads() == []


def test_all_threads_obey_the_limits_by_themselves(thinker):
    """Where threads wait for their turn, one that stopped only when told would hold up the rest."""
    thinker.reset(search="Modern", threads=3)
    thinker.think(LARGE["Kiwipete"], nodes=90_000)
    assert max(nodes_by_thread(thinker)) < 30_000 + NODES_BETWEEN_POLLS
    thinker.think(LARGE["Kiwipete"], movetime_ms=100)
    deadlines = {int(thread.worker.deadline) for thread in thinker.engine._threads}
    assert len(deadlines) == 1 and deadlines.pop() < NO_LIMIT


def test_a_helper_has_no_free_nodes(thinker):
    """The first iteration, which no limit ends, is the lead's: it has to find a move."""
    thinker.reset(search="Modern", threads=3)
    for _ in range(3):
        thinker.think(LARGE["Kiwipete"], nodes=3)
        lead, *helpers = nodes_by_thread(thinker)
        assert lead > 20 and max(helpers) <= NODES_BETWEEN_POLLS


def test_a_thread_that_cannot_be_started_is_missed(thinker, monkeypatch):
    """The first of two helper threads runs when the second is refused by the system."""

    refused = threading.Event()

    def refuse(work, name):
        if name == "helper 1":
            refused.set()
            raise RuntimeError("can't start new thread")
        return start_deep(work, name)

    monkeypatch.setattr(helper_threads, "start_deep", refuse)
    thinker.reset(search="Modern", threads=3)
    going = begin_infinite(thinker, chess.STARTING_FEN)
    assert refused.wait(PATIENCE) and going.is_alive(0.1)
    thinker.engine.stop()
    assert going.finish().move in chess.Board().legal_moves
    assert going.result.remarks == ("Only 2 of 3 threads could be started.",)
    assert nodes_by_thread(thinker)[2] == 0
    assert searching_threads() == []


def test_more_threads_than_processors_are_remarked_upon(thinker, monkeypatch):
    """A search with them is weaker, and nobody would notice why."""
    monkeypatch.setattr("engine.thinking.threads.usable_processors", lambda: 2)
    threads, engine = options.find("Threads"), thinker.engine
    assert engine.configure(threads, 2) == ()
    (remark,) = engine.configure(threads, 3)
    assert "3 threads" in remark and "2 processors" in remark
    assert engine.configure(options.find("Hash"), 1) == ()
