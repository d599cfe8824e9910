"""Does a move give check? Asked before it is made; python-chess makes it and looks."""

from collections import Counter

import chess
import numpy as np
import pytest
from numba import boolean, njit, uint64

from engine.board.checks import gives_check, keep_checks
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import address, as_record
from tests.games import board_of, word

# Name: FEN, move, whether it gives check.
CHECKS = {
    "a rook on an open file": ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", True),
    "a rook behind a piece": ("1n2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", False),
    "a rook through the square that it left": ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e6", True),
    "a pawn": ("4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7", True),
    "a pawn straight ahead gives none": ("4k3/8/4P3/8/8/8/8/3K4 w - - 0 1", "e6e7", False),
    "a knight": ("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "e5c6", False),
    "a knight in reach": ("4k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", True),
    "a bishop uncovers a rook": ("4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "e4h7", True),
    "a bishop stays on the line": ("7k/8/8/8/3B4/8/8/B6K w - - 0 1", "d4f6", True),
    "a king uncovers a rook": ("4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "e3d3", True),
    "a king stays before its rook": ("4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "e3e4", False),
    "a pawn uncovers a bishop": ("6k1/8/8/8/2P5/1B6/8/4K3 w - - 0 1", "c4c5", True),
    "a capture uncovers a queen": ("4k3/8/8/3p4/4P3/8/8/K3Q3 w - - 0 1", "e4d5", True),
    "castling short": ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", True),
    "castling long": ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", True),
    "castling without check": ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", False),
    "castling in Chess960, the king stays": ("5k2/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", True),
    "promotion to a queen": ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", True),
    "promotion to a bishop": ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", False),
    "promotion to a knight": ("8/P1k5/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", True),
    "promotion through the square that it left": (
        "8/P7/8/k7/8/8/8/4K3 w - - 0 1",
        "a7a8r",
        True,
    ),
    "en passant by the pawn": ("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", True),
    "en passant opens the rank of the taken pawn": (
        "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1",
        "e5d6",
        True,
    ),
    "en passant opens the diagonal of the taken pawn": (
        "8/8/8/3pP3/8/1B3k2/8/4K3 w - d6 0 1",
        "e5d6",
        False,
    ),
    "en passant lets a bishop through": ("6k1/8/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "e5d6", True),
    "a double step": ("8/8/8/8/3k4/8/4P3/K7 w - - 0 1", "e2e4", False),
    "a double step beside the king": ("8/8/8/3k4/8/8/4P3/K7 w - - 0 1", "e2e4", True),
}


@njit(boolean(uint64, uint64, uint64))
def gives_check_by(pos, tables, move):
    """Whether the move gives check."""
    return gives_check(as_record(pos, POSITION), as_record(tables, TABLES), move)


@njit(uint64(uint64, uint64, uint64, uint64, uint64))
def keep_checks_by(pos, tables, moves, first, end):
    """Keep the moves that give check."""
    kinds = as_record(pos, POSITION), as_record(tables, TABLES), as_record(moves, MOVES)
    return keep_checks(kinds[0], kinds[1], kinds[2], first, end)


def checks(rules, board, move):
    """Ask the core about a move of the position that was put."""
    return bool(gives_check_by(address(rules.pos), address(rules.tables), word(board, move)))


@pytest.mark.uncompiled
@pytest.mark.parametrize(("fen", "text", "expected"), CHECKS.values(), ids=CHECKS)
def test_named_checks(rules, fen, text, expected):
    """Both sides: the mirrored position is the same for the other colour."""
    for board, move in (
        (board_of(fen), chess.Move.from_uci(text)),
        (board_of(fen).mirror(), mirrored(chess.Move.from_uci(text))),
    ):
        assert board.is_legal(move)
        rules.put(board)
        assert board.gives_check(move) == expected
        assert checks(rules, board, move) == expected


def mirrored(move):
    """The move on the other side of the board."""
    origin, target = chess.square_mirror(move.from_square), chess.square_mirror(move.to_square)
    return chess.Move(origin, target, move.promotion)


def kinds_of(board, move):
    """What is special about a checking move."""
    yield "promotion" if move.promotion else "no promotion"
    if board.is_en_passant(move):
        yield "en passant"
    after = board.copy(stack=False)
    after.push(move)
    if not after.checkers_mask() & chess.BB_SQUARES[move.to_square]:
        yield "discovered"


SPECIAL = 7 << 18 | 3 << 22
"""The parts of a move that promotions, en passant and castling have."""


def test_moves_of_random_games(games, rules):
    """All moves of every sixth position, all special ones; checks of rare kinds are among them."""
    wrong, seen = [], Counter()
    for i, (fen, words) in enumerate(zip(games.fens, games.words, strict=True)):
        if i % 6 and not any(move & SPECIAL for move in words):
            continue
        board = board_of(fen)
        rules.put(games.before[i])
        for move in board.legal_moves:
            if i % 6 and not word(board, move) & SPECIAL:
                continue
            expected = board.gives_check(move)
            if expected:
                seen.update(kinds_of(board, move))
            if checks(rules, board, move) != expected:
                wrong.append((fen, move.uci()))
    assert wrong == []
    assert min(seen[kind] for kind in ("promotion", "en passant", "discovered")) > 2, seen


def test_lists_of_random_games(games, rules):
    """All moves of a position at once, in their order; what stands before them stays there."""
    moves, kept_of_all = np.zeros(1, MOVES).view(np.recarray), 0
    places = address(rules.pos), address(rules.tables), address(moves[0])
    for i, fen in enumerate(games.fens):
        board = board_of(fen)
        rules.put(games.before[i])
        listed = [(move, word(board, move)) for move in board.legal_moves]
        moves.move[0, :2] = 7
        moves.move[0, 2 : 2 + len(listed)] = [number for _, number in listed]
        end = int(keep_checks_by(*places, 2, 2 + len(listed)))
        expected = [number for move, number in listed if board.gives_check(move)]
        assert [int(move) for move in moves.move[0, 2:end]] == expected, fen
        assert moves.move[0, :2].tolist() == [7, 7]
        kept_of_all += len(expected)
    assert kept_of_all > 1000
