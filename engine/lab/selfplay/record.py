"""A position of a game in 32 bytes: the board, the score of the search, the result.

Pieces are listed in the order of their squares, four bits each, so that any legal position fits.
Rooks with a castling right have their own code, also in Chess960.
"""

from typing import Any

import chess
import numpy as np

from engine.board.position import POSITION

RECORD = np.dtype(
    [
        ("occupied", "<u8"),  # bit 0 is a1
        ("pieces", "u1", 16),  # codes of the occupied squares from a1, lower half byte first
        ("score", "<i2"),  # centipawns of the search, for White
        ("ply", "<u2"),  # plies played before
        ("result", "u1"),  # of the game: 0 Black won, 1 drawn, 2 White won
        ("turn", "u1"),  # 0 White, 1 Black
        ("en_passant", "u1"),  # the en-passant square if a pawn can take there, else 0
        ("fifty", "u1"),  # plies since the last capture or pawn move
    ]
)
"""A code: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king, 6 rook with a castling right;
Black's are 8 more."""

KINDS, SQUARES, MOST_PIECES = 6, 64, 32
ROOK, CASTLING_ROOK, BLACK = 3, 6, 8
BLACK_WON, DRAWN, WHITE_WON = range(3)
HALF_BYTE = 4


def bits_of(sets: Any) -> Any:
    """Unpack sets of squares into an array of booleans with 64 columns."""
    octets = np.ascontiguousarray(sets, "<u8")[:, None].view("u1")
    return np.unpackbits(octets, axis=1, bitorder="little").astype(bool)


def sets_of(bits: Any) -> Any:
    """Pack columns of booleans into sets of squares."""
    return np.packbits(bits, axis=1, bitorder="little").view("<u8")[:, 0]


def records_of(positions: Any) -> Any:
    """Write positions as records.

    Parameters
    ----------
    positions : array of POSITION
        With at most 32 pieces each.

    Returns
    -------
    array of RECORD
        Score, ply and result are left 0.
    """
    codes = np.zeros((len(positions), SQUARES), np.uint8)
    for kind in range(KINDS):
        codes[bits_of(positions["pieces"][:, kind])] = kind
    codes[bits_of(positions["castling"])] = CASTLING_ROOK
    black = bits_of(positions["black"])
    codes[black] += BLACK
    occupied = black | bits_of(positions["white"])
    halves = np.zeros((len(positions), MOST_PIECES), np.uint8)
    row, _ = occupied.nonzero()
    halves[row, (occupied.cumsum(axis=1) - 1)[occupied]] = codes[occupied]

    records = np.zeros(len(positions), RECORD)
    records["occupied"] = sets_of(occupied)
    records["pieces"] = halves[:, 0::2] | halves[:, 1::2] << HALF_BYTE
    for field in ("turn", "en_passant", "fifty"):
        records[field] = positions[field]
    return records


def positions_of(records: Any) -> Any:
    """Convert records to positions.

    Parameters
    ----------
    records : array of RECORD

    Returns
    -------
    array of POSITION
        Without keys and values.
    """
    occupied = bits_of(records["occupied"])
    halves = np.empty((len(records), MOST_PIECES), np.uint8)
    halves[:, 0::2] = records["pieces"] & (1 << HALF_BYTE) - 1
    halves[:, 1::2] = records["pieces"] >> HALF_BYTE
    codes = np.full((len(records), SQUARES), 255, np.uint8)
    row, _ = occupied.nonzero()
    codes[occupied] = halves[row, (occupied.cumsum(axis=1) - 1)[occupied]]

    positions = np.zeros(len(records), POSITION)
    black = occupied & (codes >= BLACK)
    kinds = np.where(black, codes - BLACK, codes)
    castling = occupied & (kinds == CASTLING_ROOK)
    kinds[castling] = ROOK
    for kind in range(KINDS):
        positions["pieces"][:, kind] = sets_of(occupied & (kinds == kind))
    positions["black"], positions["white"] = sets_of(black), sets_of(occupied & ~black)
    positions["castling"] = sets_of(castling)
    for field in ("turn", "en_passant", "fifty"):
        positions[field] = records[field]
    return positions


def board_of(record: Any) -> chess.Board:
    """Convert a record to a board of python-chess; the move number follows from the ply.

    Parameters
    ----------
    record : RECORD
    """
    (pos,) = positions_of(np.array([record], RECORD))
    board = chess.Board(None, chess960=True)
    for kind in range(KINDS):
        for square in chess.scan_forward(int(pos["pieces"][kind])):
            colour = bool(int(pos["white"]) & chess.BB_SQUARES[square])
            board.set_piece_at(square, chess.Piece(kind + 1, colour))
    board.turn = not pos["turn"]
    board.castling_rights = int(pos["castling"])
    board.ep_square = int(pos["en_passant"]) or None
    board.halfmove_clock = int(pos["fifty"])
    board.fullmove_number = int(record["ply"]) // 2 + 1
    return board
