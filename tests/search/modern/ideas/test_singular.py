"""The only good move is searched deeper; several good ones cut off.

Sources: Anantharaman, Campbell and Hsu 1988; Björnsson and Marsland 1999 (see the file tested).
"""

import chess
import pytest
from numba import boolean, int64, njit, uint64

from engine.machine.words import U64, address, as_record
from engine.search.modern.ideas.singular import (
    DOUBLE_MARGIN,
    LEAST_DEPTH,
    STALE_PLIES,
    may_be_singular,
    probe_depth,
    singular_bound,
    singular_extension,
)
from engine.search.modern.memory import NODE, node_at
from engine.search.shared.depth import PLY as PARTS
from engine.search.shared.score import FARTHEST_MATE, MATE
from engine.search.shared.worker import WORKER
from engine.table.components import EXTENDED
from engine.table.entry import EXACT, LOWER, UPPER, new_entry
from tests.games import board_of, name, word
from tests.search.modern_twin import FULL as MODERN
from tests.search.modern_twin import memory_of, negamax_by, node_of, ready, value_in
from tests.search.positions import LARGE
from tests.search.thinker import Thinker
from tests.table.small_table import store_by

PLY = 2


@njit(boolean(uint64, int64, int64, uint64, uint64))
def worth_by(where, ply, depth, entry, table_move):
    """Whether the table move is probed."""
    worker = as_record(where, WORKER)
    node = as_record(node_at(worker, ply), NODE)
    return may_be_singular(worker, node, ply, depth, entry, table_move)


@pytest.fixture(scope="module")
def kept():
    return Thinker(**MODERN)


@pytest.fixture
def thinker(kept):
    return prepared(kept)


def prepared(thinker, **settings):
    """Settings that reach the table, which looks at them when a search begins."""
    thinker.reset(**MODERN | settings).think(chess.Board(), 1)
    thinker.engine.new_game()
    return thinker


# Name: what differs from a good case, whether the table move is probed.
CASES = {
    "a lower bound of this depth": ({}, True),
    "an exact value": ({"bound": EXACT}, True),
    "an upper bound": ({"bound": UPPER}, False),
    "just deep enough": ({"depth": LEAST_DEPTH, "stored": LEAST_DEPTH - STALE_PLIES}, True),
    "too shallow": ({"depth": LEAST_DEPTH - 1}, False),
    "an old entry": ({"stored": 8 - STALE_PLIES - 1}, False),
    "no move": ({"move": 0}, False),
    "no entry": ({"entry": 0}, False),
    "a mate": ({"score": FARTHEST_MATE + 1}, False),
    "being mated": ({"score": -MATE + 20}, False),
    "within a probe": ({"excluded": 99}, False),
    "far below the leaves": ({"root_depth": 1}, False),
    "moves only": ({"use": "move only"}, False),
    "bounds only, a bound": ({"use": "bounds only"}, True),
    "bounds only, a value": ({"use": "bounds only", "bound": EXACT}, False),
    "exact only, a bound": ({"use": "exact only"}, False),
}


@pytest.mark.parametrize(("changes", "expected"), CASES.values(), ids=CASES)
def test_when_a_move_is_probed(thinker, changes, expected):
    """Table Use says what may be taken from the entry, here too."""
    case = {
        "depth": 8, "stored": 8, "bound": LOWER, "score": 50, "move": 796, "excluded": 0,
        "root_depth": 8, "use": "full", "entry": 1,
    }  # fmt: skip
    case |= changes
    ready(prepared(thinker, table_use=case["use"]), chess.Board())
    memory_of(thinker).root_depth = case["root_depth"]
    node_of(thinker, PLY).excluded = case["excluded"]
    entry = new_entry(U64(796), case["score"], case["stored"], case["bound"], U64(1))
    asked = PLY, case["depth"], U64(entry if case["entry"] else 0), U64(case["move"])
    where = thinker.engine.thread.where
    assert worth_by(where, *asked) == expected
    thinker.set(singular_extension=False)
    assert not worth_by(where, *asked)


# Value of the probe, the entry's score, beta, principal variation: plies of extension. The bound is
# the score less two for each of ten plies.
PLIES = {
    "no other reaches the bound": (79, 100, 200, False, 1),
    "far from it": (80 - DOUBLE_MARGIN, 100, 200, False, 1),
    "very far from it": (79 - DOUBLE_MARGIN, 100, 200, False, 2),
    "very far from it, principal variation": (-900, 100, 200, True, 1),
    "others reach the bound": (80, 100, 200, False, 0),
    "others reach it and the entry would cut off": (80, 100, 100, False, -1),
    "the only move, although the entry would cut off": (79, 100, 90, False, 1),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", PLIES.values(), ids=PLIES)
def test_the_extension(case):
    probe, score, beta, principal, plies = case
    bound = int(singular_bound(score, 10))
    assert bound == 80
    assert int(singular_extension(probe, bound, score, beta, principal)) == plies * PARTS


@pytest.mark.uncompiled
def test_the_probe_is_half_as_deep():
    """As the moves, which have a ply less than the node; in whole plies."""
    halves = {7: 3, 8: 3, 9: 4, 20: 9}
    assert {plies: int(probe_depth(plies * PARTS)) // PARTS for plies in halves} == halves
    assert int(probe_depth(8 * PARTS + PARTS // 2)) == 3 * PARTS


def put(
    thinker: Thinker, board: chess.Board, text: str, entry: tuple[int, int, int], marks: int = 0
) -> None:
    """Put a result with a move into the table: score, depth, bound."""
    move = U64(name(word(board, chess.Move.from_uci(text))))
    packed = U64(new_entry(move, *entry, U64(1)))
    counts = address(thinker.engine.thread.counts[0])
    store_by(
        (thinker.engine._table.where, counts), U64(thinker.key(board)), packed, U64(0), U64(marks)
    )


@pytest.mark.parametrize("deeper", [-1, 0, 1, 2])
def test_a_mark_of_the_table_serves_no_deeper_search(thinker, deeper):
    """The move is extended as far as it was found to be singular, and only so far marked again."""
    board, stored = board_of(LARGE["MG4.28"]), 8
    prepared(thinker, entry_extension=True, singular_extension=False, null_move=False)
    thinker.set(reverse_futility=False, razoring=False)
    put(thinker, board, "c7c4", (-3000, stored, LOWER), EXTENDED)
    value_in(thinker, board, stored + deeper, -500)
    assert bool(node_of(thinker, 0).extended) == (deeper <= 0)
    (kept,) = [one for one in thinker.stored() if one.key == thinker.key(board)]
    assert kept.entry.depth == stored + max(deeper, 0) or deeper < 0
    assert deeper < 1 or not kept.beside & EXTENDED


def test_the_excluded_move_is_not_searched(thinker):
    """The only legal move excluded leaves alpha; else the value comes from the other moves."""
    only = board_of("R5k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1")
    ready(thinker, only)
    node_of(thinker, 0).excluded = name(word(only, chess.Move.from_uci("g8h7")))
    where = thinker.engine.thread.where
    assert int(negamax_by(where, 4, -500, -499)) == -500
    mate = board_of("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert value_in(thinker, mate, 3, 900) == MATE - 1
    ready(thinker, mate)
    node_of(thinker, 0).excluded = name(word(mate, chess.Move.from_uci("a1a8")))
    assert int(negamax_by(where, 3, 900, 901)) <= 900


def test_a_probe_stores_nothing_of_its_position(thinker):
    """What the other moves are worth is no value of the position."""
    board = board_of(LARGE["EG2.36"])
    ready(thinker, board)
    node_of(thinker, 0).excluded = name(word(board, chess.Move.from_uci("g1g2")))
    memory_of(thinker).root_depth = 5
    negamax_by(thinker.engine.thread.where, 5, 0, 1)
    assert thinker.stored()
    assert thinker.entry(board) is None


def test_multi_cut(thinker):
    """The table promises much; other moves too reach the bound: the node is left with it."""
    board = board_of("4k3/8/8/8/8/8/PPPP4/R3K2R w - - 0 1")  # White is far ahead, whatever he plays
    nodes = {}
    for cut in (True, False):
        prepared(thinker, singular_cut=cut, reverse_futility=False, null_move=False)
        put(thinker, board, "a1b1", (300, 7, LOWER))
        value = value_in(thinker, board, 10, 200)
        nodes[cut] = thinker.worker()["nodes"]
        assert value > 200
        if cut:
            assert value == 300 - 2 * 10
    assert nodes[True] < nodes[False]


def values_with(thinker: Thinker, use: str, score: int) -> tuple[int, int]:
    """Value and nodes of a search that finds such a score in the table."""
    board = board_of(LARGE["MG4.28"])
    prepared(thinker, table_use=use, correction_history=False)
    put(thinker, board, "c7c4", (score, 8, LOWER))
    value = value_in(thinker, board, 8, 0)
    return value, thinker.worker()["nodes"]


def test_moves_only_means_that_no_score_is_used(thinker):
    """X30: two tables that differ in a score only lead to the same search; full use does not."""
    assert values_with(thinker, "move only", 300) == values_with(thinker, "move only", -400)
    assert values_with(thinker, "full", 300) != values_with(thinker, "full", -400)


def test_no_line_of_a_probe_is_kept(thinker):
    """Every line in the table is legal in its position, so far as positions are known.

    Probes and verifications run at the ply of their node; their lines once stayed behind when the
    node failed low, and were stored as the rest of another move.
    """
    thinker.reset(**MODERN | {"table_pv_length": 5, "table_positions": "64K"})
    board = board_of("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")
    thinker.think(board, 24, nodes=300_000)
    boards = reachable(thinker, board, 8)
    known = [one for one in thinker.stored() if one.key in boards and len(one.line) > 1]
    assert len(known) > 50
    assert [one for one in known if not is_legal(boards[one.key], one.line)] == []


def reachable(thinker: Thinker, board: chess.Board, plies: int) -> dict[int, chess.Board]:
    """All positions so many plies below one, by hash value."""
    boards, level = {}, {board.epd(): board.copy(stack=False)}
    for _ in range(plies + 1):
        below: dict[str, chess.Board] = {}
        for one in level.values():
            key = thinker.key(one)
            if key in boards:
                continue
            boards[key] = one
            for move in one.legal_moves:
                after = one.copy(stack=False)
                after.push(move)
                below[after.epd()] = after
        level = below
    return boards


def is_legal(board: chess.Board, line: tuple[int, ...]) -> bool:
    """Whether a line of moves in 16 bits can be played."""
    after = board.copy(stack=False)
    for named in line:
        names = {name(word(after, move)): move for move in after.legal_moves}
        if named not in names:
            return False
        after.push(names[named])
    return True


def test_extensions_end(thinker):
    """A chain of forced moves does not lengthen itself for ever."""
    found = thinker.think(LARGE["perpetual check"], 127, nodes=200_000)
    assert found.last.seldepth <= 250
    assert found.result.move in board_of(LARGE["perpetual check"]).legal_moves
