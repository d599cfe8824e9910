"""Main lines, proved draws and both bounds in searches. Source: choice X60 of docs/choices.md."""

from functools import cache

import chess
import pytest

from engine.board.names import NONE
from engine.machine.words import U64
from engine.options import OptionError
from engine.search.shared.score import DRAW
from engine.table.components import DRAW_PROVED, PRINCIPAL
from engine.table.entry import LOWER, UPPER, new_entry
from tests.search.positions import AFTER_THE_REPLY, LARGE, ONE_REPLY, SMALL, board_of
from tests.search.thinker import Thinker

DRAWISH = (
    "promotion, and stalemate by a queen (A11)",
    "stalemate is near",
    "dead after a capture",
    "bishop and wrong pawn",
    "two bare pawns",
)
DEPTH = 4


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@cache
def proved_bounds(fen: str, plies: int) -> tuple[int, int]:
    """What is certain of the value for the side to move: -1 lost, 0 drawn, 1 won; by plain minimax.

    Only ends of the game count; beyond `plies` nothing is known.
    """
    board = chess.Board(fen)
    if board.is_checkmate():
        return -1, -1
    if board.is_stalemate() or board.is_insufficient_material():
        return 0, 0
    if not plies:
        return -1, 1
    low, high = -1, -1
    for move in list(board.legal_moves):
        board.push(move)
        below, above = proved_bounds(board.fen(), plies - 1)
        board.pop()
        low, high = max(low, -above), max(high, -below)
    return low, high


def positions_below(board: chess.Board, plies: int):
    """Every position within some plies."""
    yield board.copy(stack=False)
    if plies:
        for move in list(board.legal_moves):
            board.push(move)
            yield from positions_below(board, plies - 1)
            board.pop()


def test_marked_draws_are_draws(thinker):
    """Each mark within three plies of the root, against minimax to the ends of the game.

    A mark may rest on an entry whose own proof is deeper than its depth says, but not deeper than
    all iterations together.
    """
    marked = 0
    for name in DRAWISH:
        thinker.reset(entry_draw=True).think(SMALL[name], DEPTH)
        found = {one.key: one for one in thinker.stored() if one.beside & int(DRAW_PROVED)}
        for board in positions_below(board_of(SMALL[name]), 3):
            stored = found.get(thinker.key(board))
            if stored is None:
                continue
            marked += 1
            assert stored.entry.score == DRAW
            low, high = proved_bounds(board.fen(), DEPTH + 1)
            assert stored.entry.bound == UPPER or low >= 0, board.fen()
            assert stored.entry.bound == LOWER or high <= 0, board.fen()
    assert marked > 20


def test_a_proved_draw_answers_at_any_depth(thinker):
    """King and pawn on the sixth rank against the king in front: stalemate or the pawn is lost."""
    counts = thinker.reset(entry_draw=True).think(SMALL["stalemate is near"], 8).counts
    assert counts["draw_cuts"] > 0
    assert thinker.reset().think(SMALL["stalemate is near"], 8).counts["draw_cuts"] == 0


@pytest.mark.parametrize(
    ("bounds", "depth", "settled"),
    [
        (((UPPER, 40, 5), (LOWER, 40, 3)), 3, True),
        (((UPPER, 40, 5), (LOWER, 40, 3)), 4, False),
        (((LOWER, 40, 3), (UPPER, 40, 5)), 3, True),
        (((UPPER, 40, 5), (LOWER, 39, 3)), 3, False),
    ],
)
def test_two_bounds_that_meet_answer(thinker, bounds, depth, settled):
    """Each at its own depth: together they are an exact score, which neither is alone."""
    thinker.reset(entry_both_bounds=True, aspiration=False)
    for bound, score, searched in bounds:
        thinker.put(board_of(AFTER_THE_REPLY), searched, bound, score)
    found = thinker.think(ONE_REPLY, depth + 1)
    answered = [info for info in found.infos if info.depth == depth + 1][-1].score == -40
    assert answered == settled
    assert bool(found.counts["other_cuts"]) == (bounds[0][1] == bounds[1][1])


@pytest.mark.parametrize(
    ("lower_marks", "upper_marks", "proved"),
    [(0, 0, False), (0, DRAW_PROVED, False), (DRAW_PROVED, 0, False), (DRAW_PROVED,) * 2 + (True,)],
)
@pytest.mark.parametrize("upper_first", [True, False])
def test_two_bounds_that_meet_prove_a_draw_if_both_are_proved(
    thinker, upper_first, lower_marks, upper_marks, proved
):
    """The value of the only reply rests on both bounds; a proof of one side says nothing of the
    other. `proved` of the reply is what its parent would take for a proof of the exact value."""
    thinker.reset(entry_both_bounds=True, entry_draw=True, aspiration=False)
    bounds = [(LOWER, lower_marks), (UPPER, upper_marks)]
    for bound, marks in reversed(bounds) if upper_first else bounds:
        entry = int(new_entry(NONE, DRAW, 5, bound, U64(1)))
        thinker.put_entry(board_of(AFTER_THE_REPLY), entry, int(marks))
    assert thinker.think(ONE_REPLY, 6).score == DRAW
    assert bool(thinker.engine.thread.memory["proved"][1]) is proved


def test_more_of_the_main_line_stays_in_a_tiny_table(thinker):
    """What is left in 256 places of six main variations after the search."""
    kept = {}
    for wanted in (False, True):
        kept[wanted] = 0
        for name in ("MG1.18", "MG2.30", "MG4.28", "EG2.36", "EG4.41", "EG5.63"):
            thinker.reset(table_positions="256", entry_principal=wanted)
            found, board = thinker.think(LARGE[name], 6), board_of(LARGE[name])
            for move in found.last.pv[:5]:
                board.push(move)
                kept[wanted] += thinker.entry(board) is not None
            marks = [one for one in thinker.stored() if one.beside & int(PRINCIPAL)]
            assert bool(marks) == wanted
            assert bool(found.counts["protected"]) == wanted
    assert kept[True] > kept[False]


@pytest.mark.parametrize(
    ("search", "field"),
    [
        ("AliBaba", "entry_extension"),
        ("Modern", "entry_principal"),
        ("Modern", "entry_draw"),
        ("Modern", "entry_both_bounds"),
    ],
)
def test_what_means_nothing_to_a_search_is_refused(search, field):
    """By name, whichever of the two options comes second; and nothing changes."""
    thinker = Thinker(search=search)
    with pytest.raises(OptionError, match="belongs to the search"):
        thinker.set(**{field: True})
    assert thinker.engine.settings[field] is False
    other = {"AliBaba": "Modern", "Modern": "AliBaba"}[search]
    thinker.set(search=other)
    thinker.set(**{field: True})
    with pytest.raises(OptionError, match="belongs to the search"):
        thinker.set(search=search)
    assert thinker.engine.settings["search"] == other


def test_an_extension_in_the_entry_saves_probes():
    """Modern: the node is extended as before, without a search that excludes its move."""
    nodes = {}
    for wanted in (False, True):
        thinker = Thinker(search="Modern", entry_extension=wanted)
        nodes[wanted] = [thinker.afresh(LARGE[name], 11).nodes for name in ("MG4.28", "EG5.50")]
    assert nodes[False] != nodes[True]
