"""The n-ply principal variation in an entry: the line stored is the line read back, and legal.

Source: Breuker 1998, section 2.7.3; docs/choices.md, lines.
"""

import pytest

from engine.board.setup import chess_move
from engine.table.entry import EXACT, LOWER
from tests.search.positions import LARGE, SMALL, board_of
from tests.search.thinker import PLAIN, Thinker

LENGTHS = (1, 2, 3, 4, 5)
GAMES = ("Kiwipete", "MG4.28", "EG2.36", "EG5.50", "Chess960, start 518 with files")


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def played(board, line):
    """Play a line of 16-bit moves as far as it is legal; the position after it, and how far."""
    board = board.copy()
    for number, named in enumerate(line):
        move = chess_move(board, named)
        if not board.is_legal(move):
            return board, number
        board.push(move)
    return board, len(line)


def positions_below(board, plies):
    """All positions up to so many plies below one."""
    yield board
    if plies:
        for move in list(board.legal_moves):
            after = board.copy()
            after.push(move)
            yield from positions_below(after, plies - 1)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", GAMES)
def test_stored_lines_are_legal(thinker, name, length):
    """Every line in the table, played from its own position; at most n moves."""
    thinker.reset(table_pv_length=length).think(LARGE[name], 5)
    entries = {one.key: one for one in thinker.stored()}
    lengths = set()
    for board in positions_below(board_of(LARGE[name]), 2):
        known = entries.get(thinker.key(board))
        if known:
            _, legal = played(board, known.line)
            assert legal == len(known.line) <= length
            lengths.add(len(known.line))
    # at two plies below the root three are left, and lines can be that long
    assert max(lengths) >= min(length, 3)
    assert max(lengths) <= length


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", GAMES)
def test_the_root_keeps_the_line_it_reports(thinker, name, length):
    """`entry.pv = line(node)`: the first n moves of the principal variation."""
    found = thinker.reset(table_pv_length=length).think(LARGE[name], 5)
    board = board_of(LARGE[name])
    (root,) = [one for one in thinker.stored() if one.key == thinker.key(board)]
    line = []
    for named in root.line:
        line.append(chess_move(board, named))
        board.push(line[-1])
    assert tuple(line) == found.last.pv[:length]
    assert len(line) == min(length, len(found.last.pv))


@pytest.mark.parametrize("name", ["two bare pawns", "pawns in a race", "promotion on both sides"])
def test_a_line_leads_to_its_value(thinker, name):
    """Without quiescence an exact score is the static value where its line of full depth ends.

    Or a draw by the rules, or a mate, if the line ends earlier.
    """
    settings = {
        "table_use": "full",
        "table_depth_match": "exact",
        "table_pv_length": 5,
        "pvs": True,
    }
    thinker.reset(**PLAIN | settings).think(SMALL[name], 4)
    entries = {one.key: one for one in thinker.stored()}
    checked = 0
    for board in positions_below(board_of(SMALL[name]), 2):
        known = entries.get(thinker.key(board))
        if not known or known.entry.bound != EXACT or len(known.line) < known.entry.depth:
            continue
        after, _ = played(board, known.line)
        if after.is_game_over() or after.is_repetition(2):
            continue
        thinker.engine.set_position(after)
        static = thinker.engine.evaluation()
        assert known.entry.score == (-static if known.entry.depth % 2 else static)
        checked += 1
    assert checked


@pytest.mark.parametrize("name", GAMES)
def test_the_length_changes_no_value(thinker, name):
    """Lines serve the ordering only: with scores of the right depth the value stays."""
    plain = PLAIN | {"table_use": "full", "table_depth_match": "exact"}
    scores = {
        length: thinker.reset(**plain, table_pv_length=length).think(LARGE[name], 4).score
        for length in LENGTHS
    }
    assert len(set(scores.values())) == 1


@pytest.mark.parametrize("name", GAMES)
def test_inherited_lines_are_rare(thinker, name):
    """Printed: below 0.1 % of the nodes; a node is missing and its ancestor's line is at hand."""
    found = thinker.reset(table_pv_length=5).think(LARGE[name], 6)
    assert found.counts["inherited"] < 0.01 * found.nodes
    assert thinker.reset(table_pv_length=1).think(LARGE[name], 6).counts["inherited"] == 0


def test_inherited_lines_exist(thinker):
    """In a table much too small entries are lost and their ancestors' lines help out."""
    thinker.reset(table_pv_length=5, table_positions="1K")
    found = [thinker.think(LARGE[name], 6).counts["inherited"] for name in GAMES]
    assert sum(found) > 0


def test_a_table_of_moves_off_inherits_nothing(thinker):
    """Without table moves there is no active line either."""
    thinker.reset(table_pv_length=5, table_positions="1K", table_use="score only")
    assert thinker.think(LARGE["Kiwipete"], 5).counts["inherited"] == 0


def test_a_fail_high_keeps_the_cutting_move_and_its_refutation(thinker):
    """Lower bounds have lines too: the first move is the one that cut off."""
    thinker.reset(table_pv_length=3).think(LARGE["MG4.28"], 5)
    lower = [one for one in thinker.stored() if one.entry.bound == LOWER and one.entry.depth >= 3]
    assert lower
    assert all(one.line for one in lower)
    assert any(len(one.line) == 3 for one in lower)
