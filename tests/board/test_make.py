"""The position after a move, made by differences, is the position that stands on the board then.

The accidents that taught it: a rook taken at home left its castling right (bishop #77), and an
en-passant square was remembered although nobody could take there (Apotheosis #39, Ethereal #44).
"""

import chess
import pytest
from numba import njit, uint64, void

from engine.board.make import pass_turn
from engine.board.position import POSITION, TABLES
from engine.machine.words import address, as_record
from tests.games import board_of, word
from tests.rules import differences

START, ROOKS = chess.STARTING_FEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9"

# One case for everything that `make` does apart: position, move, and what the FEN says then.
AFTER = {
    "a rook takes a rook at home: two rights go (A9)": (
        ROOKS,
        "h1h8",
        "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 9",
    ),
    "the king steps: both rights go": (ROOKS, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 4 9"),
    "a rook steps: one right goes": (ROOKS, "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 4 9"),
    "castling short": (ROOKS, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"),
    "castling long": (ROOKS, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9"),
    "a double step that nobody can take (A15)": (
        START,
        "e2e4",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ),
    "a double step that a pawn can take": (
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        "e2e4",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    ),
    "a double step that a pawn on the other edge cannot take": (
        "4k3/8/8/p7/8/8/7P/4K3 w - - 0 1",
        "h2h4",
        "4k3/8/8/p7/7P/8/8/4K3 b - - 0 1",
    ),
    "a double step whose capture would open the rank (A1)": (
        "8/8/8/8/R2p3k/8/4P3/7K w - - 0 1",
        "e2e4",
        "8/8/8/8/R2pP2k/8/8/7K b - - 0 1",
    ),
    "a double step whose taker is pinned on a diagonal": (
        "8/8/1k6/8/3p4/4B3/2P5/7K w - - 0 1",
        "c2c4",
        "8/8/1k6/8/2Pp4/4B3/8/7K b - - 0 1",
    ),
    "a double step whose taker is pinned on the diagonal of the capture (A3)": (
        "6k1/bp6/8/2P5/8/8/8/6K1 b - - 0 1",
        "b7b5",
        "6k1/b7/8/1pP5/8/8/8/6K1 w - b6 0 2",
    ),
    "a double step that uncovers a check": (
        "8/8/8/2k5/3p4/8/4P1B1/1K5b w - - 0 1",
        "e2e4",
        "8/8/8/2k5/3pP3/8/6B1/1K5b b - e3 0 1",
    ),
    "taking en passant": (
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "d4e3",
        "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2",
    ),
    "the chance to take en passant passes": (
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "e8d8",
        "3k4/8/8/8/3pP3/8/8/4K3 w - - 1 2",
    ),
    "promotion": ("8/5P1k/5K2/8/8/8/8/8 w - - 7 1", "f7f8r", "5R2/7k/5K2/8/8/8/8/8 b - - 0 1"),
    "promotion by taking a rook at home": (
        "4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1",
        "g7h8n",
        "4k2N/8/8/8/8/8/8/4K3 b - - 0 1",
    ),
    # Chess960: the squares of king and rook may be each other's, or stay.
    "king and rook change places": (
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "f1g1",
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
    ),
    "the king stays": ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
    "the rook stays": ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
    "both go far": ("6kr/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "6kr/8/8/8/8/8/8/2KR4 b - - 1 1"),
    "the king goes away from its rook": (
        "1r2k3/8/8/8/8/8/8/4K3 b b - 0 1",
        "e8b8",
        "2kr4/8/8/8/8/8/8/4K3 w - - 1 2",
    ),
    "the right of the other rook goes too": (
        "4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1",
        "e1f1",
        "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1",
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", AFTER.values(), ids=AFTER)
def test_position_after(case, rules):
    """Every field is as if the position after the move had been set up from its FEN."""
    fen, move, fen_after = case
    board = board_of(fen)
    rules.put(board)
    after = rules.make(word(board, board.parse_uci(move)))
    assert differences(after, rules.record(board_of(fen_after))) == []


def test_random_games(games, rules):
    """After each of 12,000 moves the record is that of python-chess's board, in every field."""
    wrong = []
    for i, move in enumerate(games.played):
        rules.put(games.before[i])
        fields = differences(rules.make(move), games.after[i])
        if fields:
            wrong.append((games.fens[i], move, fields))
    assert wrong == []


def test_the_old_position_stays(games, rules):
    """There is no taking back because nothing was taken: the old record keeps its bytes."""
    for i in range(0, len(games.played), 10):
        rules.put(games.before[i])
        rules.make(games.played[i])
        assert rules.pos.tobytes() == games.before[i].tobytes()


def test_the_games_are_rich(games):
    """The sample holds enough of everything rare, or the tests above would prove little."""
    marks = {"double": 1 << 21, "en_passant": 1 << 22, "castling": 1 << 23, "promotion": 7 << 18}
    found = {mark: sum(bool(move & bit) for move in games.played) for mark, bit in marks.items()}
    assert len(games.played) >= 10_000
    assert min(found.values()) >= 40, found


@njit(void(uint64, uint64))
def pass_by(pos, tables):
    """Pass into the next record."""
    pass_turn(as_record(pos, POSITION), as_record(tables, TABLES))


# Position, and what the FEN says after a pass: the clock starts anew.
PASSED = {
    "start": (START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
    "the clock was running": (ROOKS, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 9"),
    "Black passes": (
        "4k3/8/8/8/8/8/4P3/4K3 b - - 40 60",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 61",
    ),
    "the chance to take en passant passes": (
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 2",
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize(("fen", "fen_after"), PASSED.values(), ids=PASSED)
def test_position_after_a_pass(fen, fen_after, rules):
    """Every field is as if the position had been set up with the other side to move."""
    rules.put(board_of(fen))
    pass_by(address(rules.pos), address(rules.tables))
    assert differences(rules.next, rules.record(board_of(fen_after))) == []


def test_passes_in_random_games(games, rules):
    """The same in every position without check, with python-chess's null move as witness."""
    wrong, passed = [], 0
    for i in range(0, len(games.fens), 5):
        board = board_of(games.fens[i])
        if board.is_check():
            continue
        passed += 1
        rules.put(games.before[i])
        pass_by(address(rules.pos), address(rules.tables))
        board.push(chess.Move.null())
        board.halfmove_clock = 0
        fields = differences(rules.next, rules.record(board))
        if fields:
            wrong.append((games.fens[i], fields))
    assert wrong == []
    assert passed > 1000
