"""The root: which moves are searched, in which order, and what limits hold.

Source: Breuker 1998, section 2.3.1 (root moves are re-ordered between iterations).
"""

import chess
import pytest

from engine.board.setup import short_form, short_name
from engine.search.shared.score import INFINITE
from tests.search.positions import ALL, LARGE, SMALL, board_of
from tests.search.thinker import PLAIN, Thinker


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def order(thinker):
    """The root moves in 16 bits with their scores, as the last iteration left them."""
    worker = thinker.engine.thread.worker
    number = int(worker.root_count)
    moves = [short_form(int(move)) for move in worker.root_move[:number]]
    return moves, [int(score) for score in worker.root_score[:number]]


@pytest.mark.parametrize("name", ALL)
def test_the_moves_are_the_legal_ones(thinker, name):
    board = board_of(ALL[name])
    thinker.reset().think(board, 2)
    moves, _ = order(thinker)
    assert sorted(moves) == sorted(short_name(board, move) for move in board.legal_moves)


@pytest.mark.parametrize("name", LARGE)
def test_the_order_is_that_of_the_last_scores(thinker, name):
    """The best move first; what was not searched behind a cut-off last."""
    found = thinker.reset().think(LARGE[name], 4)
    moves, scores = order(thinker)
    assert scores == sorted(scores, reverse=True)
    assert moves[0] == short_name(board_of(LARGE[name]), found.result.move)
    assert scores[0] == found.score


def test_plain_scores_of_all_root_moves(thinker):
    """Without a window every first score is a value: each one from the position after the move."""
    board = board_of(SMALL["promotion on both sides"])
    thinker.reset(**PLAIN).think(board, 1)
    moves, scores = order(thinker)
    expected = {}
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        thinker.engine.set_position(after)
        dead = after.is_insufficient_material() or after.is_stalemate()
        expected[short_name(board, move)] = 0 if dead else -thinker.engine.evaluation()
    # alpha-beta: a later move may fail low against the best before it; none is better than true
    best = max(expected.values())
    assert scores[0] == best
    assert dict(zip(moves, scores, strict=True)).keys() == expected.keys()


@pytest.mark.parametrize("chosen", [("a2a3",), ("a2a3", "h2h4"), ("g1f3", "b1c3", "e2e4")])
def test_searchmoves(thinker, chosen):
    """C15: only these are searched, and the best of them is played."""
    found = thinker.reset().think(chess.STARTING_FEN, 4, searchmoves=chosen)
    assert found.result.move.uci() in chosen
    assert {info.pv[0].uci() for info in found.infos} <= set(chosen)
    assert int(thinker.engine.thread.worker.root_count) == len(chosen)


def test_searchmoves_are_compared_with_each_other(thinker):
    """The value is the best of their values."""
    settings = PLAIN | {"quiescence": True}
    values = {
        move: thinker.reset(**settings).think(LARGE["Kiwipete"], 3, searchmoves=(move,)).score
        for move in ("e2a6", "a2a3", "e5g6")
    }
    found = thinker.reset(**settings).think(LARGE["Kiwipete"], 3, searchmoves=tuple(values))
    assert found.score == max(values.values())
    assert found.result.move.uci() == max(values, key=values.__getitem__)


def test_castling_among_searchmoves(thinker):
    """In both spellings, each in its own kind of chess."""
    found = thinker.reset().think(LARGE["Kiwipete"], 2, searchmoves=("e1g1",))
    assert found.result.move.uci() == "e1g1"
    name = "Chess960, start 518 with files"
    found = thinker.reset().think(LARGE[name], 2, searchmoves=("e1h1",))
    assert board_of(LARGE[name]).is_kingside_castling(found.result.move)


def test_impossible_searchmoves_leave_all_moves(thinker):
    """A GUI's mistake is no reason to have no move."""
    found = thinker.reset().think(chess.STARTING_FEN, 2, searchmoves=("e2e5", "nonsense"))
    assert found.result.move in chess.Board().legal_moves
    assert int(thinker.engine.thread.worker.root_count) == 20


def test_a_single_legal_move(thinker):
    found = thinker.reset().think(SMALL["one legal move, in check"], 4)
    assert found.result.move.uci() == "g8h7"
    assert found.last.depth == 4


@pytest.mark.parametrize("limit", [50_000, 100_001, 123_456])
def test_the_node_limit_is_exact(thinker, limit):
    """The node that would be one too many is entered and ends the search."""
    found = thinker.reset().think(LARGE["Kiwipete"], nodes=limit)
    assert limit <= found.nodes <= limit + 1


def test_the_first_iteration_takes_what_it_needs(thinker):
    """C14: with a limit of one node there is a move and a line all the same."""
    found = thinker.reset().think(LARGE["EG2.36"], nodes=1)
    assert found.last.depth == 1
    assert found.nodes < 1000
    assert found.result.move == found.last.pv[0]


def test_a_search_that_was_stopped_keeps_the_last_whole_value(thinker):
    """The move comes from an iteration that was finished, or from its better start."""
    for limit in range(30_000, 60_000, 3_000):
        found = thinker.reset().think(LARGE["MG4.28"], nodes=limit)
        board = board_of(LARGE["MG4.28"])
        assert found.result.move in board.legal_moves
        best = [info for info in found.infos if info.bound != "upperbound"][-1]
        assert found.result.move == best.pv[0]
        assert all(abs(info.score) < INFINITE for info in found.infos)
