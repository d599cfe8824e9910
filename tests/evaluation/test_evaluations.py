"""The rows of the evaluations, and a third one that keeps something beside every position."""

from dataclasses import replace

import chess
import pytest

from engine.board.position import Position, Tables
from engine.evaluation.evaluations import EVALUATIONS
from engine.machine.core import UNCOMPILED, int64, uint64
from engine.thinking import loading
from engine.thinking.searches import SEARCHES
from tests.evaluation.summing import SUMMING
from tests.naive import Twin
from tests.search.positions import ALL, LARGE, board_of
from tests.search.thinker import Thinker

VALUE = int64(Position, Tables, uint64, uint64)
UPDATE = int64(Position, Tables, uint64, uint64, uint64)
TYPES = {"evaluate": VALUE, "quick_value": VALUE, "refresh": VALUE, "update": UPDATE}

GAMES = {
    **{name: board_of(LARGE[name]) for name in ("Kiwipete", "castling, all rights", "MG4.28")},
    "promotions": board_of(LARGE["promotions everywhere"]),
    "en passant": board_of("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    "Chess960": chess.Board(
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", chess960=True
    ),
}
DEPTHS = {"AliBaba": 4, "Modern": 7, "Selective": 4}
SEEN = {
    "AliBaba": ("captures", "en_passant", "castlings", "promotions"),
    "Modern": ("captures", "en_passant", "castlings", "promotions", "passes"),
    "Selective": ("captures", "en_passant", "castlings", "promotions", "passes"),
}


def thinker_with(evaluation, search, monkeypatch, **settings):
    """An engine whose search uses another evaluation than its row says."""
    # What is kept of the search stays as it is: the doors of the evaluation are compiled here.
    kept = loading.doors_of(search)
    doors_of = loading.doors_of
    monkeypatch.setattr(
        loading, "doors_of", lambda part: kept if part == search else doors_of(part)
    )
    monkeypatch.setitem(EVALUATIONS, evaluation.name, evaluation)
    row = replace(SEARCHES[search], evaluation=evaluation.name)
    monkeypatch.setitem(SEARCHES, search, row)
    other = next(name for name in SEARCHES if name != search)
    thinker = Thinker(search=other, **settings)
    thinker.set(search=search)
    assert thinker.engine.thread.core.evaluation is evaluation
    return thinker


@pytest.mark.parametrize("row", EVALUATIONS.values(), ids=lambda row: row.name)
def test_a_row_is_whole(row):
    """A wrong type would not be noticed by a call by address; what belongs together is there."""
    assert EVALUATIONS[row.name] is row
    for field, kind in TYPES.items():
        function = getattr(row, field)
        if function:
            assert UNCOMPILED or function.signature == kind
    assert bool(row.weights) == bool(row.load_weights)
    assert bool(row.state) == bool(row.refresh) == bool(row.update)
    if row.load_weights:
        assert row.load_weights().dtype.fields == row.weights.fields


@pytest.mark.parametrize("search", SEARCHES)
def test_kept_beside_every_position(monkeypatch, search):
    """What the moves brought up to date is what the pieces add up to, at every node.

    And the search is the one with ALIBABA's evaluation, whose values these are.
    """
    plain = thinker_with(EVALUATIONS["AliBaba"], search, monkeypatch)
    thinker = thinker_with(SUMMING, search, monkeypatch)
    values, nodes = thinker.engine.thread.weights[0], 0
    for board in GAMES.values():
        found, wanted = (one.afresh(board, DEPTHS[search]) for one in (thinker, plain))
        assert found.nodes == wanted.nodes
        assert (found.score, found.last.pv) == (wanted.score, wanted.last.pv)
        nodes += found.nodes
    assert values.wrong == 0
    assert values.compared > nodes / 2 > 10_000
    assert all(values[field] > 0 for field in SEEN[search])


@pytest.mark.parametrize("search", SEARCHES)
def test_every_thread_keeps_its_own(monkeypatch, search):
    """Two threads on one root, each with a stack of its own."""
    thinker = thinker_with(SUMMING, search, monkeypatch, threads=2)
    one, other = thinker.engine._threads
    assert one.worker.states != other.worker.states
    thinker.think(GAMES["Kiwipete"], nodes=200_000)
    values = thinker.engine.thread.weights[0]
    assert other.worker.nodes > 0
    assert values.wrong == 0 < values.compared


@pytest.mark.parametrize("search", SEARCHES)
def test_the_root_alone(monkeypatch, search):
    """The command `eval`, after a search of something else: what the slow twin says."""
    thinker = thinker_with(SUMMING, search, monkeypatch)
    for text in ALL.values():
        board = board_of(text)
        thinker.engine.set_position(board)
        assert thinker.engine.evaluation() == Twin().evaluation(board)
        thinker.think(board, 1)
    assert thinker.engine.thread.weights[0].wrong == 0


def test_nothing_is_kept_when_nothing_is_asked_for():
    """The evaluations that keep nothing have no stack, and nobody is called after a move."""
    for search in SEARCHES:
        worker = Thinker(search=search).engine.thread.worker
        assert (worker.states, worker.state_bytes, worker.update, worker.refresh) == (0, 0, 0, 0)


def test_without_a_quick_value_none_is_asked_for(monkeypatch):
    """A lazy search takes the whole value, so that being lazy changes nothing."""
    lazy = thinker_with(SUMMING, "Modern", monkeypatch)
    eager = thinker_with(SUMMING, "Modern", monkeypatch, lazy_evaluation=False)
    for name in ("Kiwipete", "MG4.28"):
        assert lazy.afresh(GAMES[name], 7).nodes == eager.afresh(GAMES[name], 7).nodes
