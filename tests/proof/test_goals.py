"""The goals of chess beside mate, in positions that a reader can judge."""

import chess
import pytest

from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver

VARIANTS = ("tree", "dag", "bta", "pn2", "dfpn")
"""Those whose disproofs can be trusted."""


def value(fen, question, variant, limit):
    settings = Settings(variant=variant, node_limit=limit, table_mib=1)
    return ChessProver(chess.Board(fen), question, settings).run().value


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


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("fen", "wanted", "wins"),
    [
        ("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 9, True),  # takes the queen
        ("4k3/8/8/1q6/4N3/8/8/4K3 w - - 0 1", 9, True),  # forks king and queen
        ("3rk3/8/8/3q4/8/8/8/3QK3 w - - 0 1", 9, False),  # the queen is protected
    ],
)
def test_to_win_material(variant, fen, wanted, wins):
    found = value(fen, Question("material", wanted=wanted), variant, 20_000)
    assert found is True if wins else found is not True
