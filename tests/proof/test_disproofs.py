"""Values of small endings against a plain backward search with python-chess.

King and one piece against king on 12 squares: the backward search begins with the mates. A
repetition never helps the attacker, so both must agree.
"""

import random
from functools import cache

import chess
import pytest

from engine.proof.search import ProofSearch
from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import ChessGame, Question
from tests.proof.graphs import EVERY

WIDTH, HEIGHT = 4, 3
SQUARES = [chess.square(file, rank) for file in range(WIDTH) for rank in range(HEIGHT)]
MASK = sum(1 << square for square in SQUARES)


def moves_of(board: chess.Board) -> list[chess.Move]:
    return [move for move in board.legal_moves if move.to_square in SQUARES]


def name(board: chess.Board) -> str:
    return f"{board.board_fen()} {board.turn}"


def boards(piece: chess.PieceType) -> list[chess.Board]:
    """List the legal positions of king and piece against king."""
    found = []
    for turn in (True, False):
        for king in SQUARES:
            for lone in SQUARES:
                for own in (*SQUARES, None):
                    board = chess.Board(None)
                    board.turn = turn
                    board.set_piece_at(king, chess.Piece(chess.KING, True))
                    if own is not None:
                        board.set_piece_at(own, chess.Piece(piece, True))
                    board.set_piece_at(lone, chess.Piece(chess.KING, False))
                    pieces = 2 if own is None else 3
                    if len(board.piece_map()) == pieces and board.is_valid():
                        found.append(board)
    return found


@cache
def distances(piece: chess.PieceType) -> dict[str, int]:
    """Return the plies to the mate by White, of all positions in which there is one."""
    graph: dict[str, tuple[bool, list[str]]] = {}
    plies: dict[str, int] = {}
    for board in boards(piece):
        here, below = name(board), []
        for move in moves_of(board):
            board.push(move)
            below.append(name(board))
            board.pop()
        graph[here] = (board.turn, below)
        if not below and not board.turn and board.is_check():
            plies[here] = 0
    while True:
        more = {}
        for here, (turn, below) in graph.items():
            known = [plies[one] for one in below if one in plies]
            if here not in plies and known and (turn or len(known) == len(below)):
                more[here] = 1 + (min if turn else max)(known)
        if not more:
            return plies
        # Positions with the same distance are found together, the nearest first.
        plies |= {here: found for here, found in more.items() if found == min(more.values())}


def sample(piece: chess.PieceType) -> list[chess.Board]:
    """Choose positions with all three pieces and White to move."""
    chosen = [board for board in boards(piece) if board.turn and len(board.piece_map()) == 3]
    return random.Random(piece).sample(chosen, 40)


def value(board: chess.Board, variant: str, **question: int) -> bool | None:
    game = ChessGame(board, Question(printed=True, squares=MASK, **question))
    settings = Settings(variant=variant, node_limit=30_000, table_mib=1)
    return ProofSearch(game, settings).run().value


@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("piece", [chess.ROOK, chess.QUEEN])
def test_small_endings_that_are_won(piece, variant):
    """White always mates with a rook or a queen on so few squares."""
    table = distances(piece)
    for board in sample(piece):
        assert value(board, variant) is (name(board) in table) is True, board.fen()


def test_a_small_ending_that_is_drawn():
    """With a knight no mate can be forced. Only DCG finds out soon that all is repetition."""
    table = distances(chess.KNIGHT)
    for board in sample(chess.KNIGHT):
        assert value(board, "dcg") is (name(board) in table) is False, board.fen()


@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("piece", [chess.ROOK, chess.QUEEN, chess.KNIGHT])
def test_mates_in_so_many_plies(piece, variant):
    """Every question with a limit is decided, and is about as often answered no as yes."""
    table, answers = distances(piece), []
    for board in sample(piece):
        for plies in (1, 3, 5):
            within = name(board) in table and table[name(board)] <= plies
            assert value(board, variant, most_plies=plies) is within, (board.fen(), plies)
            answers.append(within)
    assert piece == chess.KNIGHT or 0.2 < answers.count(True) / len(answers) < 0.8


def test_marks_of_bta_end_by_a_limit_of_steps():
    """A knight that cannot mate only repeats: tens of millions of steps for 1,400 positions."""
    board = next(one for one in boards(chess.KNIGHT) if one.turn and len(one.piece_map()) == 3)
    game = ChessGame(board, Question(printed=True, squares=MASK))
    settings = Settings(variant="bta", node_limit=30_000, step_limit=500_000)
    outcome = ProofSearch(game, settings).run()
    assert outcome.value is None
    assert outcome.ending == "steps"
    assert outcome.steps == 500_000
