"""Searches that end at the first agreement, against the whole search's events."""

import chess
import pytest

from engine.options import find
from engine.thinking.agreement import search_until
from engine.thinking.engine import Engine
from engine.thinking.limits import Limits
from tests.search.positions import LARGE
from tests.search.positions import board_of as set_up

POSITIONS = ("MG1.18", "MG4.28", "MG5.22", "EG2.36")
SEARCHES = ("AliBaba", "Modern")
NODES = 12_000


def board_of(name):
    return set_up(LARGE[name])


@pytest.fixture(scope="module", params=SEARCHES)
def engine(request):
    made = Engine()
    made.configure(find("Search"), request.param)
    made.configure(find("Hash"), 1)
    return made


def begin(engine, board):
    """Set up a position, with nothing left of earlier searches."""
    engine.new_game()
    engine.set_position(board)
    engine.prepare_go()


def agreed(engine, board, moves, nodes=NODES):
    begin(engine, board)
    return search_until(engine, moves, nodes)


def whole_search(engine, board):
    """Each new best move of a search that nobody ends, with the nodes at that moment."""
    begin(engine, board)
    events = []
    engine.think(Limits(nodes=NODES), lambda news: None, events.append)
    return [(event.line[0], event.nodes, event.line) for event in events if not event.bound]


@pytest.mark.parametrize("position", POSITIONS)
def test_it_ends_when_the_move_is_first_the_best(engine, position):
    """For each move that ever is the best: the count is that of the search that goes on."""
    board = board_of(position)
    news = whole_search(engine, board)
    assert len({move for move, _, _ in news}) > 1
    for wanted in {move for move, _, _ in news}:
        _, nodes, line = next(one for one in news if one[0] == wanted)
        if nodes <= NODES:
            assert agreed(engine, board, [wanted]) == (True, nodes, line)
            # It has stopped at once: the next limit that it looks at is at most 32 nodes away.
            assert engine.nodes - nodes < 40


def test_one_of_several_moves_is_enough(engine):
    board = board_of("MG5.22")
    news = whole_search(engine, board)
    moves = [news[0][0], news[-1][0]]
    assert moves[0] != moves[1]
    assert agreed(engine, board, moves).nodes == news[0][1]
    assert agreed(engine, board, moves[::-1]).nodes == news[0][1]


def test_a_move_that_is_never_the_best(engine):
    """The whole limit is used, and the count is the limit, even below the first iteration."""
    board = board_of("Kiwipete")
    never = [
        move
        for move in board.legal_moves
        if move not in {best for best, _, _ in whole_search(engine, board)}
    ]
    for nodes in (1, 100, NODES):
        assert agreed(engine, board, never[:3], nodes) == (False, nodes, ())


def test_an_agreement_beyond_the_limit_is_none(engine):
    board = board_of("Kiwipete")
    move, nodes, _ = whole_search(engine, board)[0]
    assert agreed(engine, board, [move], nodes).is_reached
    assert agreed(engine, board, [move], nodes - 1) == (False, nodes - 1, ())


def test_castling_is_a_move_too(engine):
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    castling = chess.Move.from_uci("e1g1")
    begin(engine, board)
    first = next(iter(whole_search(engine, board)))
    assert agreed(engine, board, list(board.legal_moves))[:2] == (True, first[1])
    reached = agreed(engine, board, [castling])
    events = [event for event in whole_search(engine, board) if event[0] == castling]
    assert reached.is_reached == bool(events)


def test_a_stop_counts_what_was_searched(engine):
    """Not the limit, since nobody knows what it would have found."""
    board = board_of("Kiwipete")
    engine.new_game()
    engine.set_position(board)
    engine.prepare_go()
    engine.stop()
    found = search_until(engine, [chess.Move.from_uci("e1f1")], 10**9)
    assert not found.is_reached and found.nodes < 1000
