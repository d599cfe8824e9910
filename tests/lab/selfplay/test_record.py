"""Positions in 32 bytes: what goes in comes out, and the bytes are those of the description."""

import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab.selfplay.record import RECORD, board_of, positions_of, records_of
from tests.lab.selfplay.games_by_hand import positions_at_random, records_from

FIELDS = ("pieces", "sides", "turn", "castling", "en_passant", "fifty")


def test_a_record_has_32_bytes():
    """So many are in a file that a byte counts."""
    assert RECORD.itemsize == 32


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 30), st.booleans())
def test_round_trip(seed, chess960):
    """A board, its record, and the board again; python-chess is the witness."""
    boards = list(positions_at_random(30, seed, chess960))
    records = records_from(boards)
    for board, record in zip(boards, records, strict=True):
        found = board_of(record)
        expected = board.copy(stack=False)
        expected.chess960 = True
        expected.castling_rights = board.clean_castling_rights()
        assert found.fen(en_passant="legal") == expected.fen(en_passant="legal")
        assert found.is_valid()
    again = records_of(positions_of(records))
    for field in ("occupied", "pieces", "turn", "en_passant", "fifty"):
        assert np.array_equal(again[field], records[field])


def test_worked_by_hand():
    """Kiwipete's cousin: the codes in the order of the squares, low half bytes first.

    a1 rook that may castle (6), e1 king (5), e4 pawn (0), d4 black pawn (8), e8 black king (13);
    d3 has the square for en passant.
    """
    board = chess.Board("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 0 1")
    (record,) = records_from([board])
    assert int(record["occupied"]) == sum(
        1 << square for square in (chess.A1, chess.E1, chess.D4, chess.E4, chess.E8)
    )
    assert record["pieces"].tolist() == [6 | 5 << 4, 8 | 0 << 4, 13, *[0] * 13]
    assert (record["turn"], record["en_passant"], record["fifty"]) == (1, chess.E3, 0)


def test_all_men_fit():
    """Thirty-two of them, and the last half byte is used."""
    (record,) = records_from([chess.Board()])
    assert record["pieces"][15] >> 4 == 8 + 6  # the rook on h8 may castle
    assert board_of(record).board_fen() == chess.STARTING_BOARD_FEN


@pytest.mark.parametrize("number", [0, 1])
def test_none_and_one(number):
    """Games may have no quiet position."""
    records = records_from(list(positions_at_random(number, 1)))
    assert len(positions_of(records)) == number
