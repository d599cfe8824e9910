"""The goals of chess beside mate: positions that a reader can judge, and a plain search of them.

The plain search looks at all moves for a few plies and has its rules from python-chess.
"""

import random
from collections.abc import Callable

import chess
import pytest

from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver

VARIANTS = ("tree", "dag", "bta", "pn2", "dfpn")
"""Those whose disproofs can be trusted."""
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def value(fen, question, variant, limit):
    settings = Settings(variant=variant, node_limit=limit, table_mib=1)
    return ChessProver(chess.Board(fen), question, settings).run().value


def reaches(board: chess.Board, plies: int, is_reached: Callable[[chess.Board], bool]) -> bool:
    """Whether White mates or reaches a goal within so many plies."""
    if board.is_checkmate():
        return not board.turn
    if board.is_stalemate():
        return False
    if is_reached(board):
        return True
    if not plies:
        return False
    return (any if board.turn else all)(
        reaches(after(board, move), plies - 1, is_reached) for move in board.legal_moves
    )


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    board = board.copy(stack=False)
    board.push(move)
    return board


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("fen", "saved"),
    [
        ("7k/8/8/8/8/8/5q2/7K w - - 0 1", True),  # stalemate at once
        ("k7/8/8/8/8/8/1q6/K7 w - - 0 1", True),  # takes the last piece
        ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", False),  # mated
        ("8/8/8/8/8/5k2/6q1/4r2K w - - 0 1", False),
    ],
)
def test_not_to_lose(variant, fen, saved):
    assert value(fen, Question("not lost"), variant, 5000) is saved


def balance(board: chess.Board) -> int:
    signs = {True: 1, False: -1}
    pieces = board.piece_map().values()
    return sum(signs[piece.color] * WORTH.get(piece.piece_type, 0) for piece in pieces)


MATERIAL_PLIES = 4


@pytest.mark.parametrize(
    ("fen", "wanted", "wins"),
    [
        ("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 9, True),  # takes the queen
        ("4k3/8/8/1q6/4N3/8/8/4K3 w - - 0 1", 9, True),  # forks king and queen
        ("3rk3/8/8/3q4/8/8/8/3QK3 w - - 0 1", 9, False),  # the queen is protected
        ("3rk3/8/8/3q4/8/8/3R4/3QK3 w - - 0 1", 9, True),  # attacked twice: Rxd5 Rxd5 Qxd5
        ("3rk3/8/8/3q4/8/8/3R4/3QK3 w - - 0 1", 10, False),  # and no more
    ],
)
def test_to_win_material(fen, wanted, wins):
    """Within four plies: no more are needed, and all of them can be looked at."""
    board = chess.Board(fen)
    target = balance(board) + wanted

    def is_reached(after: chess.Board) -> bool:
        return after.turn and balance(after) >= target

    assert reaches(board, MATERIAL_PLIES, is_reached) is wins
    question = Question("material", wanted=wanted, most_plies=MATERIAL_PLIES)
    for variant in VARIANTS:
        assert value(fen, question, variant, 500_000) is wins, variant


def has_safe_queen(board: chess.Board) -> bool:
    """Whether White has a queen, and Black, if to move, cannot take one."""
    queens = board.pieces(chess.QUEEN, chess.WHITE)
    taken = (move.to_square in queens for move in board.legal_moves)
    return bool(queens) and (board.turn or not any(taken))


PROMOTIONS = {
    "a defender's new queen takes": ("8/8/P7/8/8/8/2K4p/6k1 w - - 0 1", False),
    "and one that comes too late does not": ("8/P7/8/8/8/8/2K4p/6k1 w - - 0 1", True),
    "the king takes": ("8/2kP4/8/8/8/8/8/K7 w - - 0 1", False),
    "a protected queen": ("8/kPK5/8/8/8/8/8/8 w - - 0 1", True),
}


@pytest.mark.parametrize("name", PROMOTIONS)
def test_to_promote(name):
    fen, wins = PROMOTIONS[name]
    assert reaches(chess.Board(fen), 5, has_safe_queen) is wins
    for variant in VARIANTS:
        assert value(fen, Question("promotion", most_plies=5), variant, 500_000) is wins, variant


def pawn_ending(seed: int) -> chess.Board:
    """A random position with a White and a Black pawn near promotion, White to move."""
    chance = random.Random(seed)
    while True:
        board = chess.Board(None)
        places = {
            chess.Piece(chess.KING, True): chance.randrange(64),
            chess.Piece(chess.KING, False): chance.randrange(64),
            chess.Piece(chess.PAWN, True): chance.randrange(chess.A5, chess.A8),
            chess.Piece(chess.PAWN, False): chance.randrange(chess.A2, chess.A4),
        }
        for piece, square in places.items():
            board.set_piece_at(square, piece)
        if len(board.piece_map()) == len(places) and board.is_valid():
            return board


def test_to_promote_in_random_pawn_endings():
    """Against the plain search: queens on both sides, checks, promotions with capture."""
    found = []
    for seed in range(40):
        board = pawn_ending(seed)
        wins = reaches(board, 5, has_safe_queen)
        for variant in VARIANTS:
            question = Question("promotion", most_plies=5)
            assert value(board.fen(), question, variant, 500_000) is wins, (seed, variant)
        found.append(wins)
    assert min(found.count(True), found.count(False)) > 5
