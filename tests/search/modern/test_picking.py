"""Moves in stages: all legal ones, each once, the good before the bad.

The witness is python-chess, and the slow twin's exchanges.
"""

import random
from typing import Any

import chess
import numpy as np
import pytest
from numba import int64, uint64

from engine.board.generate import find_checks_and_pins
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import U64, as_record
from engine.search.modern.histories import FULL
from engine.search.modern.memory import NODE, node_at
from engine.search.modern.picking import LIST_NOISY, begin_stages, next_staged, skip_quiet
from engine.search.modern.quiescence import next_of_few
from engine.search.shared.worker import WORKER
from tests.games import is_noisy, name, word
from tests.search.modern_twin import FULL as MODERN
from tests.search.modern_twin import (
    exchange,
    is_good_check,
    memory_of,
    node_of,
    random_boards,
    ready,
)
from tests.search.positions import ALL, LARGE, board_of
from tests.search.thinker import Thinker
from tests.when_called import njit_when_called

EVASIONS = {
    "pawn or queen takes the bishop that checks": "4k3/8/8/p7/1b6/PQ6/4PP2/4KB2 w - - 0 1",
    "a rook checks from afar": "r3r1k1/8/8/1B6/8/8/3P1P2/3QKN2 w - - 0 1",
    "a rook takes the knight that checks": "3qk3/8/3n4/8/4K3/8/8/B2R4 w - - 0 1",
}
POSITIONS = ALL | EVASIONS
NEVER = 1000
PLY = 3
"""Where in the tree the moves are asked for."""


@njit_when_called(uint64(uint64, uint64, int64, int64, uint64[:]))
def staged_by(where, table_move, ply, leaving, order):
    """Write down the moves as they are tried; quiet ones are left out after so many moves."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    begin_stages(moves, table_move)
    node = as_record(node_at(worker, ply), NODE)
    number = uint64(0)
    while True:
        if int64(number) >= leaving:
            skip_quiet(moves)
        move = next_staged(worker, pos, moves, node)
        if not move:
            return number
        order[number] = move
        number += uint64(1)


@njit_when_called(uint64(uint64, uint64, int64))
def first_by(where, table_move, ply):
    """The first move that is tried."""
    worker = as_record(where, WORKER)
    moves = as_record(worker.moves, MOVES)
    begin_stages(moves, table_move)
    node = as_record(node_at(worker, ply), NODE)
    return next_staged(worker, as_record(worker.root, POSITION), moves, node)


@njit_when_called(uint64(uint64, int64, uint64[:]))
def few_by(where, checks, order):
    """Write down what quiescence tries when not in check, with the quiet checks or without."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    moves.first, moves.stage = uint64(0), LIST_NOISY
    node = as_record(node_at(worker, 0), NODE)
    number = uint64(0)
    move = next_of_few(worker, pos, moves, node, checks)
    while move:
        order[number] = move
        number += uint64(1)
        move = next_of_few(worker, pos, moves, node, checks)
    return number


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**MODERN)


def staged(
    thinker: Thinker, board: chess.Board, table_move: int = 0, leaving: int = NEVER
) -> list[int]:
    """The moves of a position in the order in which they are tried."""
    ready(thinker, board)
    order = np.zeros(320, np.uint64)
    number = staged_by(thinker.engine.thread.where, U64(table_move), PLY, leaving, order)
    return [int(move) for move in order[: int(number)]]


def few(thinker: Thinker, board: chess.Board, checks: bool) -> list[int]:
    """What quiescence tries when not in check, in its order."""
    ready(thinker, board)
    order = np.zeros(320, np.uint64)
    number = few_by(thinker.engine.thread.where, int(checks), order)
    return [int(move) for move in order[: int(number)]]


def noisy(thinker: Thinker, board: chess.Board) -> list[int]:
    """The captures and promotions that lose nothing."""
    return few(thinker, board, checks=False)


def checks(thinker: Thinker, board: chess.Board) -> list[int]:
    """The quiet checks that lose nothing; they stand behind the others."""
    before = noisy(thinker, board)
    both = few(thinker, board, checks=True)
    assert both[: len(before)] == before
    return both[len(before) :]


def learn_at_random(memory: Any, seed: int) -> None:
    """Fill the histories, as they can be after a search."""
    chance = np.random.default_rng(seed)
    for field in ("butterfly", "captures", "continuation"):
        memory[field] = chance.integers(-FULL, FULL, memory[field].shape, endpoint=True)


def is_good(board: chess.Board, move: chess.Move) -> bool:
    """Whether a capture or promotion comes before the quiet moves."""
    return move.promotion in (None, chess.QUEEN) and exchange(board, move) >= 0


def stage_of(board: chess.Board, move: chess.Move) -> int:
    """Good captures and promotions, quiet moves, the others."""
    if not is_noisy(board, move):
        return 1
    return 0 if is_good(board, move) else 2


def test_every_legal_move_once(thinker):
    """Whatever the histories, and whichever move the table knows, it comes first."""
    chance, seen = random.Random(4), set()
    learn_at_random(memory_of(thinker), 4)
    for board in random_boards(300, 41):
        words = [word(board, move) for move in board.legal_moves]
        seen.add(board.is_check())
        assert sorted(staged(thinker, board)) == sorted(words), board.fen()
        for table_move in chance.sample(words, min(3, len(words))):
            order = staged(thinker, board, table_move)
            assert sorted(order) == sorted(words), board.fen()
            assert order[0] == table_move
    assert seen == {False, True}


RARE = {
    "promotions and captures": LARGE["promotions everywhere"],
    "en passant": "8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 2",
    "in check by a pawn that en passant takes": "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "double check": "4k3/8/8/8/1b2r3/8/8/4K2R w K - 0 1",
    "castling": LARGE["castling, all rights"],
    "castling, king beside his rook": LARGE["Chess960, king beside his rook"],
    "mated": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
}


@pytest.mark.parametrize("fen", RARE.values(), ids=RARE)
def test_every_move_as_table_move(thinker, fen):
    """In rare positions with each legal move in turn."""
    board = board_of(fen)
    words = [word(board, move) for move in board.legal_moves]
    for table_move in (0, *words):
        order = staged(thinker, board, table_move)
        assert sorted(order) == sorted(words)
        assert not table_move or order[0] == table_move


@pytest.mark.parametrize("title", POSITIONS)
def test_stages(thinker, title):
    """Captures and queens that lose nothing, quiet moves, losing captures and lesser promotions."""
    board = board_of(POSITIONS[title])
    learn_at_random(memory_of(thinker), 5)
    moves = {word(board, move): move for move in board.legal_moves}
    stages = [stage_of(board, moves[move]) for move in staged(thinker, board)]
    assert stages == sorted(stage_of(board, move) for move in board.legal_moves)


@pytest.mark.parametrize("is_check", [False, True])
def test_there_are_positions_with_every_stage(is_check):
    """Else the test above would sort nothing."""
    boards = [board_of(fen) for fen in POSITIONS.values()]
    found = [
        {stage_of(board, move) for move in board.legal_moves}
        for board in boards
        if board.is_check() == is_check
    ]
    assert {0, 1, 2} in found


@pytest.mark.parametrize("title", POSITIONS)
def test_quiescence_has_good_captures_and_queens_only(thinker, title):
    board = board_of(POSITIONS[title])
    good = [
        word(board, move)
        for move in board.legal_moves
        if is_noisy(board, move) and is_good(board, move)
    ]
    assert sorted(noisy(thinker, board)) == sorted(good)


@pytest.mark.parametrize("title", POSITIONS)
def test_quiescence_has_good_quiet_checks_at_its_first_ply(thinker, title):
    """In check all moves are tried, these among them."""
    board = board_of(POSITIONS[title])
    good = [word(board, move) for move in board.legal_moves if is_good_check(board, move)]
    if board.is_check():
        words = [word(board, move) for move in board.legal_moves]
        assert sorted(staged(thinker, board)) == sorted(words)
        assert set(good) <= set(words)
    else:
        assert sorted(checks(thinker, board)) == sorted(good)


def test_some_position_has_quiet_checks(thinker):
    """By hand: on d6 the knight is lost to a pawn, on c7 it takes one."""
    board = chess.Board("4k3/p1pp4/1p6/1N6/8/8/3K4/Q6R w - - 0 1")
    names = {word(board, move): move.uci() for move in board.legal_moves}
    found = {names[move] for move in checks(thinker, board)}
    assert found == {"h1h8", "h1e1", "a1h8", "a1e5", "a1e1"}


def test_the_most_valuable_victim_first(thinker):
    """Without a history: queen, rook, minor pieces, pawn; a promotion counts its queen."""
    thinker.engine.thread.forget()
    board = chess.Board("k7/3P2p1/8/4Br2/1B4Pn/q7/8/4K2R w - - 0 1")
    moves = {word(board, move): move for move in board.legal_moves}
    names = [moves[move].uci() for move in noisy(thinker, board)]
    assert set(names[:2]) == {"d7d8q", "b4a3"}
    assert names[2:] == ["g4f5", "h1h4", "e5g7"]


def test_the_history_of_captures_decides_between_equal_victims(thinker):
    """Two pawns can be taken for nothing; credit moves the second one to the front."""
    thinker.set(capture_history=True)
    thinker.engine.thread.forget()
    board = chess.Board("6k1/8/8/p6p/8/8/8/R3K2R w - - 0 1")
    first, second = noisy(thinker, board)
    captures = thinker.engine.thread.memory.captures
    placement = 3 * 64 + (second >> 6 & 63)  # White's rook on the target
    captures[placement, 0] = 500
    assert noisy(thinker, board) == [second, first]
    thinker.set(capture_history=False)
    assert noisy(thinker, board) == [first, second]
    thinker.set(capture_history=True)
    captures[placement, 0] = 0


def quiet_sum(memory: Any, board: chess.Board, move: int, played: tuple[int, int]) -> int:
    """Butterfly history, and continuation after the last two moves."""
    column = (move >> 12 & 7) * 64 + (move >> 6 & 63)
    return (
        int(memory.butterfly[0 if board.turn else 1, move & 4095])
        + int(memory.continuation[0, played[1], column])
        + int(memory.continuation[1, played[0], column])
    )


@pytest.mark.parametrize("title", ["Kiwipete", "MG4.28", "castling, all rights", "EG5.50"])
def test_quiet_moves_go_by_refutations_and_then_by_histories(thinker, title):
    """First killer, second killer, counter move, then the highest sum; equals in any order."""
    thinker.reset(**MODERN)
    board = board_of(LARGE[title])
    ready(thinker, board)
    memory = memory_of(thinker)
    learn_at_random(memory, 6)
    quiet = [word(board, move) for move in board.legal_moves if not is_noisy(board, move)]
    chosen = random.Random(title).sample(quiet, 3)
    last, before = 5 * 64 + 20, 384 + 28
    node_of(thinker, PLY - 1).played, node_of(thinker, PLY - 2).played = last, before
    node_of(thinker, PLY).killers[:] = [name(chosen[0]), name(chosen[1])]
    memory.counters[last] = name(chosen[2])
    order = [move for move in staged(thinker, board) if move in quiet]
    assert order[:3] == chosen
    sums = [quiet_sum(memory, board, move, (before, last)) for move in order[3:]]
    assert sums == sorted(sums, reverse=True)
    thinker.set(killer_moves=False, counter_moves=False)
    sums = [
        quiet_sum(memory, board, move, (before, last))
        for move in staged(thinker, board)
        if move in quiet
    ]
    assert sums == sorted(sums, reverse=True)


def test_leaving_quiet_moves_leaves_no_others(thinker):
    """Once told, no quiet move is tried any more, but every losing capture still is."""
    left = 0
    for board in random_boards(200, 42):
        moves = {word(board, move): move for move in board.legal_moves}
        whole = staged(thinker, board)
        bad = [move for move in whole if stage_of(board, moves[move]) == 2]
        good = [move for move in whole if stage_of(board, moves[move]) == 0]
        quiet = [move for move in whole if stage_of(board, moves[move]) == 1]
        for tried in {len(good) + 1, len(good) + 3, len(whole) // 2}:
            if not len(good) < tried <= len(good) + len(quiet):
                continue
            order = staged(thinker, board, leaving=tried)
            assert order == [*whole[:tried], *bad], board.fen()
            left += len(whole) - len(order)
    assert left > 1000


def test_captures_are_not_left(thinker):
    """Told during the good captures, the list goes on with all of them."""
    board = board_of(LARGE["Kiwipete"])
    moves = {word(board, move): move for move in board.legal_moves}
    order = staged(thinker, board, leaving=0)
    noisy_ones = [move for move in order if is_noisy(board, moves[move])]
    assert sorted(noisy_ones) == sorted(move for move in moves if is_noisy(board, moves[move]))
    assert {stage_of(board, moves[move]) for move in noisy_ones} == {0, 2}
    assert len(order) == len(noisy_ones) + 1 < len(moves), "one quiet move, then they are left"


def test_a_table_move_needs_no_generator(thinker):
    """The first move comes before any list is written."""
    board = board_of(LARGE["Kiwipete"])
    table_move = word(board, chess.Move.from_uci("e2a6"))
    worker = ready(thinker, board)
    before, where = int(worker.generations), thinker.engine.thread.where
    assert int(first_by(where, U64(table_move), PLY)) == table_move
    assert int(worker.generations) == before
    whole = staged_by(where, U64(table_move), PLY, NEVER, np.zeros(320, np.uint64))
    assert int(whole) == board.legal_moves.count()
    assert int(worker.generations) == before + 2, "noisy moves once, quiet moves once"
