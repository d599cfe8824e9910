"""Our own collection of mates: legal positions, all different, and every mate proved."""

from collections import Counter

import chess
import pytest

from engine.lab.experiments.problems import own_mates
from engine.proof.settings import FEWEST_SLOTS, Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from tests.proof.checker import checked_positions

MATES = own_mates()


def board_of(name: str) -> chess.Board:
    return MATES[name].problem.board(0)


def test_positions_of_three_moves_and_more():
    counted = Counter(mate.moves for mate in MATES.values())
    assert all(counted[moves] >= 15 for moves in range(3, 8)) and set(counted) == set(range(3, 13))
    assert len({board_of(name).epd() for name in MATES}) == len(MATES)
    assert all(board_of(name).is_valid() for name in MATES)


def check(name: str) -> None:
    """The whole proof is walked with python-chess; a disproof of a shorter mate is looked for."""
    moves = MATES[name].moves
    keeps_proof = Settings("bta", node_limit=5_000_000, slots=20_000_000)
    prover = ChessProver(board_of(name), Question(most_plies=2 * moves - 1), keeps_proof)
    assert prover.run().value is True
    assert checked_positions(prover) > 1
    assert prover.plies is not None and prover.plies <= 2 * moves - 1
    for_disproof = Settings("dfpn", node_limit=500_000_000, slots=FEWEST_SLOTS, table_mib=512)
    shorter = ChessProver(board_of(name), Question(most_plies=2 * moves - 3), for_disproof)
    assert shorter.run().value is False


@pytest.mark.parametrize("name", [name for name in MATES if MATES[name].moves < 6][::20])
def test_sample(name):
    check(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", MATES)
def test_all(name):
    check(name)


def mate_exists(board: chess.Board, moves: int) -> bool:
    """Exhaustive search by python-chess alone."""
    for move in list(board.legal_moves):
        board.push(move)
        mates = board.is_checkmate() or (
            moves > 1 and any(board.legal_moves) and all_defences_lose(board, moves)
        )
        board.pop()
        if mates:
            return True
    return False


def all_defences_lose(board: chess.Board, moves: int) -> bool:
    for defence in list(board.legal_moves):
        board.push(defence)
        lost = mate_exists(board, moves - 1)
        board.pop()
        if not lost:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MATES if MATES[name].moves == 3][::5])
def test_a_mate_in_three_is_none_in_two(name):
    """By a search that shares nothing with the proof searches."""
    assert not mate_exists(board_of(name), 2)
