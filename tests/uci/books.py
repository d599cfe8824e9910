"""Small opening books, written entry by entry from the description of the format."""

import struct
from pathlib import Path

import chess
import chess.polyglot

from tests.uci.conversation import CHECKOUT

OUR_BOOK = CHECKOUT / "openings" / "book.bin"
SQUARES = {name: number for number, name in enumerate(chess.SQUARE_NAMES)}
PROMOTIONS = {"": 0, "n": 1, "b": 2, "r": 3, "q": 4}


def entry(board: chess.Board, text: str, weight: int) -> bytes:
    """Write one entry; castling is king takes own rook."""
    move = PROMOTIONS[text[4:]] << 12 | SQUARES[text[:2]] << 6 | SQUARES[text[2:4]]
    return struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), move, weight, 0)


def write_book(path: Path, *entries: tuple[str, str, int]) -> Path:
    """Write a book of positions (FEN, or the moves from the start), moves and weights."""
    packed = []
    for position, move, weight in entries:
        board = chess.Board(position) if "/" in position else chess.Board()
        if "/" not in position:
            for text in position.split():
                board.push_uci(text)
        packed.append(entry(board, move, weight))
    path.write_bytes(b"".join(sorted(packed)))
    return path
