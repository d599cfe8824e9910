"""The refutation table: for each root move the line found for it, tried first along its path.

Source: Akl and Newborn 1977; Breuker 1998, section 2.3.1; choice X10 of docs/choices.md.
"""

import chess
import pytest

from engine.board.setup import chess_move, short_form, short_name
from tests.search.positions import LARGE, board_of
from tests.search.thinker import PLAIN, Thinker

ONLY = PLAIN | {"refutation_table": True}
GAMES = ("Kiwipete", "MG4.28", "EG2.36", "castling, all rights", "Chess960, start 518 with files")


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def lines(thinker: Thinker) -> dict[int, list[int]]:
    """The line of every root move, by the move; all in 16 bits."""
    worker, memory = thinker.engine.thread.worker, thinker.engine.thread.memory
    found = {}
    for place in range(int(worker.root_count)):
        row = int(worker.root_row[place])
        length = int(memory.refutation_length[row])
        move = short_form(int(worker.root_move[place]))
        found[move] = [int(named) for named in memory.refutation[row, :length]]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_root_move_has_a_legal_line_of_its_own(thinker, name):
    """Though the moves were sorted between the iterations."""
    board = board_of(LARGE[name])
    thinker.reset(**ONLY).think(board, 4)
    found = lines(thinker)
    assert set(found) == {short_name(board, move) for move in board.legal_moves}
    for move, line in found.items():
        assert line[0] == move
        after = board.copy()
        for named in line:
            played = chess_move(after, named)
            assert played in after.legal_moves
            after.push(played)
        # the line is as deep as the search, unless the game ends before
        assert len(line) == 4 or after.is_game_over(claim_draw=True) or after.is_repetition(2)


@pytest.mark.parametrize("name", GAMES)
def test_the_next_iteration_follows_the_lines_of_the_last(thinker, name):
    """At ply 1 below the last root move searched the move to try first is that of its line."""
    board = board_of(LARGE[name])
    thinker.reset(**ONLY).think(board, 3)
    before = lines(thinker)
    thinker.reset(**ONLY).think(board, 4)
    worker, memory = thinker.engine.thread.worker, thinker.engine.thread.memory
    (last,) = (
        short_form(int(worker.root_move[place]))
        for place in range(int(worker.root_count))
        if int(worker.root_row[place]) == int(memory.refutation_row)
    )
    assert short_form(int(memory.led_move[1])) == before[last][1]


def test_it_saves_nodes_and_changes_no_value(thinker):
    """Without any other aid, over all positions of the list."""
    off, on = {}, {}
    for name in GAMES:
        off[name] = thinker.reset(**PLAIN).think(LARGE[name], 5)
        on[name] = thinker.reset(**ONLY).think(LARGE[name], 5)
        assert on[name].score == off[name].score
    assert sum(one.nodes for one in on.values()) < sum(one.nodes for one in off.values())


def test_switched_off_nothing_is_followed(thinker):
    thinker.reset(**PLAIN).think(LARGE["Kiwipete"], 4)
    assert int(thinker.engine.thread.memory.led_move[:6].sum()) == 0


@pytest.mark.parametrize("settings", [{}, ONLY, PLAIN], ids=["default", "only", "off"])
def test_nothing_is_left_of_the_last_search(thinker, settings):
    """No stale line of another position leads the next search: the tree is the same again."""
    thinker.reset(**settings)
    alone = thinker.afresh(chess.STARTING_FEN, 5).nodes
    for name in GAMES:
        thinker.afresh(LARGE[name], 3)
        assert thinker.afresh(chess.STARTING_FEN, 5).nodes == alone
