"""What happened to root moves within the windows, for whoever asks.

Source: Lazar 1995, search display. The witnesses are the slow twin, and the static value at the end
of a line with its moves of quiescence.
"""

from itertools import groupby

import chess
import pytest

from engine.search.shared.score import FARTHEST_MATE
from engine.thinking.limits import Limits
from tests.naive import evaluate
from tests.search.positions import LARGE, SMALL, board_of
from tests.search.thinker import PLAIN, Thinker
from tests.search.twin import value_of

GAMES = ("Kiwipete", "MG4.28", "MG5.22", "EG2.36", "EG5.50")
SEARCHES = ("AliBaba", "Modern", "Selective")


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def watched(thinker, position, depth, **limits):
    """The events of a search, and the results of its windows, in their order."""
    engine, news = thinker.engine, []
    engine.new_game()
    engine.set_position(board_of(position))
    engine.prepare_go()
    result = engine.think(Limits(depth=depth, **limits), news.append, news.append)
    assert int(engine.thread.worker.events) == 0
    return result, news


def windows(news):
    """Each window's result with the events before it."""
    events = []
    for one in news:
        if hasattr(one, "quiescence"):
            events.append(one)
        elif hasattr(one, "hashfull") and hasattr(one, "bound"):
            yield one, events
            events = []


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_asking_changes_nothing(thinker, name, search):
    """Nodes, counters and results are those of a search that nobody watches."""
    thinker.reset(search=search)
    watched(thinker, LARGE[name], 6)
    counters = thinker.engine.summary.counters
    thinker.afresh(LARGE[name], 6)
    assert thinker.engine.summary.counters == counters


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_a_window_ends_with_what_its_last_event_says(thinker, name, search):
    """Its score, bound and line; within it values rise, and nodes and time go on."""
    thinker.reset(search=search)
    _, news = watched(thinker, LARGE[name], 6)
    seen = set()
    for info, events in windows(news):
        seen.add(info.bound)
        assert {event.depth for event in events} == {info.depth}
        if info.bound == "upperbound":
            assert all(event.bound == "upperbound" for event in events)
            assert max(event.score for event in events) <= info.score
            continue
        assert (events[-1].score, events[-1].bound) == (info.score, info.bound)
        assert events[-1].line[0] == info.pv[0]
        if search == "AliBaba":
            assert events[-1].line == info.pv
        best = [event.score for event in events if not event.bound]
        assert best == sorted(set(best)), "each new best value is better"
        nodes = [event.nodes for event in events]
        assert nodes == sorted(nodes) and nodes[-1] <= info.nodes
        times = [event.elapsed_ms for event in events]
        assert times == sorted(times) and 0 <= times[0] and times[-1] <= info.elapsed_ms
    assert "" in seen


@pytest.mark.parametrize("name", GAMES)
def test_a_later_move_that_fails_high_is_searched_again(thinker, name):
    """Two events of one move: at least the bound, then the value, higher than the best before."""
    thinker.reset(aspiration=False)
    _, news = watched(thinker, LARGE[name], 5)
    found = 0
    for _, events in windows(news):
        best = None
        for event, after in zip(events, [*events[1:], None], strict=True):
            if event.bound == "lowerbound":
                assert after is not None and after.line[0] == event.line[0]
                assert best is not None and event.score > best
                found += 1
            elif not event.bound:
                best = event.score
    assert found


@pytest.mark.parametrize("name", SMALL)
def test_values_and_bounds_are_the_twins(thinker, name):
    """Three plies in the open window: a value is that of the move, a failure bounds it."""
    thinker.reset(**PLAIN | {"pvs": True})
    _, news = watched(thinker, SMALL[name], 3)
    for info, events in windows(news):
        for event in events:
            joint = " " if " moves " in SMALL[name] else " moves "
            after = f"{SMALL[name]}{joint}{event.line[0].uci()}"
            true = below_the_root(after, info.depth - 1)
            if event.bound == "lowerbound":
                assert event.score <= true, event
            elif event.bound == "upperbound":
                assert event.score >= true, event
            else:
                assert event.score == true, event


def below_the_root(text, depth):
    """The value of a root move, by minimax from the root with only this move."""
    board = board_of(text)
    if board.is_insufficient_material() or board.is_repetition(3):
        return 0
    value = -value_of(text, depth)
    # What is a mate in n plies from there is one in n + 1 from the root.
    return value - 1 if value > FARTHEST_MATE else value + 1 if value < -FARTHEST_MATE else value


@pytest.mark.parametrize("name", GAMES)
def test_a_line_with_its_moves_of_quiescence_ends_at_the_value(thinker, name):
    """Played to its end it leads to the position whose static value is the score."""
    thinker.reset(table_use="nothing", quiescence_margin=1000, pvs=True)
    board, longest = board_of(LARGE[name]), 0
    _, news = watched(thinker, LARGE[name], 4)
    for _, events in windows(news):
        for event in events:
            if event.bound or abs(event.score) > FARTHEST_MATE:
                continue
            after = board.copy()
            for move in (*event.line, *event.quiescence):
                after.push(move)
            if after.is_repetition(2) or after.is_stalemate() or after.is_insufficient_material():
                continue
            value = evaluate(after)
            assert event.score == (value if after.turn == board.turn else -value), event
            assert len(event.line) == event.depth
            longest = max(longest, len(event.quiescence))
    assert longest > 0 or name.startswith("EG")


def test_moves_of_quiescence_by_hand(thinker):
    """One ply: whatever White does, the queen is en prise; Qxd5 exd5 is found after the move."""
    fen = "4k3/8/4p3/3r4/8/8/3Q4/4K3 w - - 0 1"
    thinker.reset(quiescence_margin=1000, aspiration=False)
    _, news = watched(thinker, fen, 1)
    told = {
        event.line[0].uci(): [move.uci() for move in event.quiescence]
        for event in news
        if hasattr(event, "quiescence")
    }
    assert told["d2d5"] == ["e6d5"]


def test_a_move_that_fails_low_in_the_whole_window(thinker):
    """Lazar's <<: the last iteration hoped for more; the window is opened and searched again.

    The window reaches a pawn to either side, which is a centipawn here.
    """
    thinker.reset(pawn_value=1)
    failed = []
    for name in GAMES:
        _, news = watched(thinker, LARGE[name], 6)
        failed += [(info, events) for info, events in windows(news) if info.bound == "upperbound"]
    assert failed
    for _, events in failed:
        assert [event.bound for event in events] == ["upperbound"]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_lines_of_multipv_have_their_numbers(thinker, search):
    """Each line is searched in windows of its own, without the moves of those before it."""
    thinker.reset(search=search, multipv=3)
    _, news = watched(thinker, LARGE["EG2.36"], 4)
    events = [one for one in news if hasattr(one, "quiescence")]
    numbers = [number for number, _ in groupby(events, key=lambda event: event.multipv)]
    assert numbers == [1, 2, 3] * 4
    moves = [event.line[0] for event in events if event.depth == 4 and not event.bound]
    assert len(set(moves)) >= 3


def test_an_interrupted_search_tells_what_it_saw(thinker):
    """And the next one begins without the events of the last."""
    thinker.reset()
    result, news = watched(thinker, LARGE["MG4.28"], None, nodes=30_000)
    assert any(hasattr(one, "quiescence") for one in news)
    assert result.move in chess.Board(LARGE["MG4.28"]).legal_moves
    _, news = watched(thinker, LARGE["EG2.36"], 1)
    events = [one for one in news if hasattr(one, "quiescence")]
    board = chess.Board(LARGE["EG2.36"])
    assert events and all(board.is_legal(event.line[0]) for event in events)
