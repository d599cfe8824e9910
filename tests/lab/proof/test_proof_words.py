"""The doubts that are said about a result: what is said without one is true.

The witness is a plain search by the rules of python-chess, in endings in which the fifty-move rule
is a few plies away.
"""

import random

import chess
import pytest

from engine.lab.proof.words import doubt_about, verdict
from engine.proof.settings import Settings
from engine.proof.variants import VARIANTS
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver


def white_mates(board: chess.Board) -> bool:
    """Whether White mates before the fifty-move rule ends the game."""
    if board.is_checkmate():
        return not board.turn
    if board.is_stalemate() or board.is_insufficient_material() or board.is_fifty_moves():
        return False
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if white_mates(after) == board.turn:
            return board.turn
    return not board.turn


def ending(seed: int) -> chess.Board:
    """A random ending of king and queen or rook against king, which stands at the edge."""
    chance = random.Random(seed)
    while True:
        board = chess.Board(None)
        board.turn = chance.random() < 0.5
        board.halfmove_clock = chance.choice((97, 98, 99))
        strong = chess.Piece(chance.choice((chess.QUEEN, chess.ROOK)), chess.WHITE)
        board.set_piece_at(chance.randrange(64), strong)
        board.set_piece_at(chance.randrange(64), chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(chance.randrange(8), chess.Piece(chess.KING, chess.BLACK))
        kings = board.king(chess.WHITE), board.king(chess.BLACK)
        is_close = None not in kings and chess.square_distance(*kings) == 2
        if is_close and board.is_valid() and len(board.piece_map()) == 3:
            return board


def results(form: str, count: int) -> list[tuple[bool, bool]]:
    """Of the endings that a form decides: whether it is right, and whether it has a doubt."""
    found = []
    for board in map(ending, range(count)):
        question = Question("mate" if board.turn else "not lost")
        settings = Settings(variant=form, node_limit=20_000, table_mib=1)
        prover = ChessProver(board, question, settings)
        outcome = prover.run()
        if outcome.value is not None:
            expected = white_mates(board) == board.turn
            found.append((outcome.value is expected, bool(doubt_about(prover, outcome))))
    return found


@pytest.mark.parametrize("form", VARIANTS)
def test_what_is_not_doubted_is_right(form):
    """A form that does not see the rule is wrong here and there, and each time it says so."""
    count = 60
    found = results(form, count)
    assert (False, False) not in found
    if VARIANTS[form].by_path:
        assert found == [(True, False)] * count
    else:
        assert found.count((False, True)) > 3 and found.count((True, False)) > 3


def test_the_doubt_is_part_of_the_sentence():
    board = chess.Board("8/8/8/8/8/5k2/4q3/7K w - - 99 100")
    prover = ChessProver(board, Question("not lost"), Settings(variant="bta", node_limit=1000))
    outcome = prover.run()
    assert verdict(prover, outcome).endswith(doubt_about(prover, outcome))
