"""Every proof of the mate problems, checked by python-chess."""

import chess
import pytest

from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from tests.proof.checker import checked_positions
from tests.proof.problems import LIMIT, PROBLEMS

KEEPING = ("tree", "dag", "dcg", "bta")
SHORT = 60_000
"""Proofs of problems with no more nodes are walked in the time of a test."""


def solved(name: str, variant: str, **settings: int) -> ChessProver:
    prover = ChessProver(
        chess.Board(PROBLEMS[name].fen),
        Question(printed=True),
        Settings(variant=variant, **{"node_limit": LIMIT, "slots": 2 * LIMIT, **settings}),
    )
    prover.run()
    return prover


@pytest.mark.slow
@pytest.mark.parametrize("variant", KEEPING)
@pytest.mark.parametrize("name", PROBLEMS)
def test_every_defence_is_answered(name, variant):
    nodes = PROBLEMS[name].printed[variant]
    if not nodes or nodes > SHORT:
        pytest.skip("not solved, or too large for this test")
    assert checked_positions(solved(name, variant)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*KEEPING, "dfpn"])
@pytest.mark.parametrize("name", PROBLEMS)
def test_every_line_ends_in_mate(name, variant):
    limit = {"node_limit": 3_000_000} if variant == "dfpn" else {}
    prover = solved(name, variant, **limit)
    line, board = prover.line(), prover.board.copy()
    assert bool(line) is prover.search.node().proved
    for move in line:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate() or not line
