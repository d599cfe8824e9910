"""The classes of a path's moves are those of the search; a path ends where its search ended.

Witness: the compiled search, which another test compares with python-chess.
"""

import chess

from engine.board.setup import short_form, short_name
from engine.search.selective.phases import ENDING, MIDDLE_GAME
from engine.thinking.learning.paths import (
    CHECK,
    RECAPTURE,
    classify,
    phase_of,
    reaching,
)
from tests.games import STANDARD, Games
from tests.search.positions import ALL, board_of
from tests.search.selective.asked_node import node_of, ready
from tests.search.selective.test_fractional_plies import NO_PIECE, classes_by
from tests.search.thinker import Thinker


def test_the_classes_are_those_of_the_search():
    """Of the moves that were played in random games, and of all replies to them."""
    thinker, seen = Thinker(search="Selective"), dict.fromkeys(range(4), 0)
    for number, (board, move) in enumerate(Games(None, None).play(STANDARD, 11, 900)):
        if board.move_stack and number % 3 == 0:
            before = board.copy()
            last = before.pop()
            captured = 0 if before.is_capture(last) else NO_PIECE
            ready(thinker, board)
            node_of(thinker, -1).played = 1 << 12 | last.to_square << 6 | captured << 15
            worker = thinker.engine.thread.worker
            whole = {
                short_form(int(one)): int(one) for one in worker.root_move[: int(worker.root_count)]
            }
            for reply in board.legal_moves:
                named = whole[short_name(board, reply)]
                bits = int(classes_by(thinker.engine.thread.where, named))
                wanted = (bits & -bits).bit_length() - 1 if bits else None
                found = classify(before, (last, reply))[1]
                assert found == wanted, (board.fen(), reply.uci())
                if found is not None:
                    seen[found] += 1
        board.push(move)
    assert all(seen.values()), seen


def test_a_path_ends_where_its_search_ended():
    """By hand: checks a fifth of a ply, ordinary moves one; what follows is quiescence."""
    weights = (0.5, 0.2, 1.0, 1.0)
    classes = [None, CHECK, None, CHECK, RECAPTURE, None]
    assert reaching(classes, weights, 2.0, 0) == ((0, 1, 0, 0), 2)
    assert reaching(classes, weights, 2.3, 0) == ((0, 2, 0, 0), 2)
    assert reaching(classes, weights, 9.0, 0) == ((0, 2, 1, 0), 3 + 5)
    assert reaching([None, None], weights, 0, 2) == ((0, 0, 0, 0), 2)


def test_phases_are_those_of_the_search():
    thinker = Thinker(search="Selective")
    for text in ALL.values():
        board = board_of(text)
        ready(thinker, board)
        assert phase_of(board) == int(thinker.engine.thread.memory.phase)
    assert phase_of(chess.Board()) == MIDDLE_GAME
    assert phase_of(chess.Board("4k3/8/8/8/8/8/8/R3KN2 w - - 0 1")) == ENDING
