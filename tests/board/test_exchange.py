"""Static exchange evaluation: values worked by hand, and the slow twin over random games.

The law: an exchange that is worth v wins at least v and not at least v + 1.
Source: Reul, Static exchange evaluation with alpha-beta approach, ICGA Journal 33(1), 2010.
"""

import random

import chess
import pytest
from numba import boolean, int64, uint64

from engine.board.exchange import wins_at_least
from engine.board.position import POSITION, TABLES
from engine.machine.words import address, as_record
from tests.games import board_of, word
from tests.search.modern_twin import EXCHANGE_VALUES, exchange
from tests.when_called import njit_when_called

P, N, B, R, Q = (EXCHANGE_VALUES[kind] for kind in range(chess.PAWN, chess.KING))

# Name: FEN, move, what it wins.
EXCHANGES = {
    "a rook takes a free pawn": (
        "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
        "e1e5",
        P,
    ),
    # Nxe5 Nxe5, and here White stops: Rxe5 Bxe5 Qxe5 Qxe5 would lose more.
    "a knight for a pawn, with lines on both sides": (
        "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
        "d3e5",
        P - N,
    ),
    "a pawn takes a guarded knight": ("4k3/2p5/3n4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", N - P),
    "a queen takes a pawn guarded by a pawn": (
        "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1",
        "d2d6",
        P - Q,
    ),
    "equal rooks": ("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", R - R),
    "two rooks on a file against one": (
        "3r2k1/3p4/8/8/8/8/3R4/3RK3 w - - 0 1",
        "d2d7",
        P,
    ),
    # Rxd7 Rxd7 Rxd7 Rxd7: Black too has a second rook behind the first.
    "two rooks on a file against two": (
        "3r2k1/3r4/3p4/8/8/8/3R4/3RK3 w - - 0 1",
        "d2d6",
        P - R,
    ),
    "a bishop behind a pawn joins in": (
        "4k3/2p5/3p4/4P3/5B2/8/8/4K3 w - - 0 1",
        "e5d6",
        P,
    ),
    "a queen behind a bishop joins in": (
        "3rk3/8/3p4/8/5B2/6Q1/8/4K3 w - - 0 1",
        "f4d6",
        P,
    ),
    "en passant, unguarded": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P),
    "en passant, guarded": ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    "en passant opens a file for the taker's rook": (
        "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1",
        "e5d6",
        P,
    ),
    "promotion": ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Q - P),
    "promotion under attack": ("7r/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -P),
    "promotion to a knight under attack": ("7r/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", -P),
    "promotion by taking a guarded rook": (
        "1r5r/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        "a7b8q",
        R - P,
    ),
    "the king takes an unguarded pawn": ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", P),
    "a king may not take back where another taker waits": (
        "8/8/8/8/8/3k4/3p3R/K2R4 w - - 0 1",
        "d1d2",
        P,
    ),
    "a king takes back where the other taker is cut off": (
        "8/8/8/8/8/3k4/3p2BR/K2R4 w - - 0 1",
        "d1d2",
        P - R,
    ),
    "a pinned piece takes back all the same": (
        "3k4/3n4/8/4p3/8/8/3R4/3KR3 w - - 0 1",
        "e1e5",
        P - R,
    ),
    "a quiet move to a safe square": ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5", 0),
    "a quiet move into a pawn's attack": ("4k3/1p6/8/8/8/8/8/R3K3 w - - 0 1", "a1a6", -R),
    "a quiet move to a guarded square attacked by an equal piece": (
        "3rk3/8/8/8/8/8/3R4/3RK3 w - - 0 1",
        "d2d5",
        0,
    ),
    "castling": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
}


@njit_when_called(boolean(uint64, uint64, uint64, int64))
def wins_by(pos, tables, move, wanted):
    """Whether the exchange wins so much."""
    return wins_at_least(as_record(pos, POSITION), as_record(tables, TABLES), move, wanted)


def wins(rules, board, move, wanted):
    """Ask the core about a move of the position that was put."""
    return bool(wins_by(address(rules.pos), address(rules.tables), word(board, move), wanted))


@pytest.mark.uncompiled
@pytest.mark.parametrize(("fen", "text", "value"), EXCHANGES.values(), ids=EXCHANGES)
def test_exchanges_worked_by_hand(rules, fen, text, value):
    """The engine and its twin agree with the hand."""
    board = board_of(fen)
    move = board.parse_uci(text)
    rules.put(board)
    assert exchange(board, move) == value
    assert wins(rules, board, move, value)
    assert not wins(rules, board, move, value + 1)


def sample(board, chance):
    """Some moves of a position, captures and promotions before others."""
    moves = list(board.legal_moves)
    noisy = [move for move in moves if board.is_capture(move) or move.promotion]
    return noisy[:6] + chance.sample(moves, min(2, len(moves)))


def test_exchanges_of_random_games(games, rules):
    """Every threshold near the twin's value, and some far from it."""
    chance, wrong, asked = random.Random(10), [], 0
    for fen in games.fens[::9]:
        board = board_of(fen)
        rules.put(board)
        for move in sample(board, chance):
            value = exchange(board, move)
            for wanted in (value - 1, value, value + 1, chance.randint(-1000, 1000)):
                asked += 1
                if wins(rules, board, move, wanted) != (value >= wanted):
                    wrong.append((fen, move.uci(), value, wanted))
    assert wrong == []
    assert asked > 10_000


def test_the_sample_is_rich(games):
    """Exchanges of all signs, with kings and pieces behind others, or the test proves little."""
    values = {
        exchange(board, move)
        for board in (board_of(fen) for fen in games.fens[::9])
        for move in board.legal_moves
        if board.is_capture(move)
    }
    assert len(values) > 25
    assert min(values) <= P - Q and max(values) >= Q
