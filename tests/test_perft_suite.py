"""The counts that the core is measured by are themselves counted, where small, by python-chess."""

import chess
import pytest

from engine.board.fen import parse_fen
from tests.perft_suite import read_suite

pytestmark = pytest.mark.uncompiled

CASES = read_suite()
FEW_LEAVES = 5000


def leaves(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += leaves(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_python_chess_agrees(case):
    board = case.board()
    counts = case.counts(FEW_LEAVES)
    assert counts
    assert {depth: leaves(board, depth) for depth in counts} == counts


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_our_door_reads_it_the_same_way(case):
    board, notes = parse_fen(case.fen, case.chess960)
    assert (board, notes) == (case.board(), [])


def test_the_suite_covers_what_it_claims():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
    assert sum(case.chess960 for case in CASES) >= 8
    kinds = {"castling": 0, "en passant": 0, "promotion": 0, "check": 0}
    for case in CASES:
        board = case.board()
        for move in board.legal_moves:
            kinds["castling"] += board.is_castling(move)
            kinds["en passant"] += board.is_en_passant(move)
            kinds["promotion"] += move.promotion == chess.KNIGHT
            kinds["check"] += board.gives_check(move)
    assert min(kinds.values()) >= 8
