"""Opening books in PolyGlot format, which python-chess reads but does not write.

An entry has 16 bytes, big-endian: key of the position (8), move (2), weight (2), and 4 bytes for
learning, which are zero. A move is target + 64 origin + 4096 promotion, with 1 for a knight to 4
for a queen; castling is king takes own rook. Entries are sorted by key, then by descending weight.
Source: Letouzey, PolyGlot 1.4, 2008.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import chess
import chess.polyglot

Weights: TypeAlias = dict[int, dict[int, int]]
"""By key of the position and encoded move; weights of any size."""

HEAVIEST = 0xFFFF


def file_move(board: chess.Board, move: chess.Move) -> int:
    """Encode a legal move."""
    target = move.to_square
    if board.is_castling(move) and not board.chess960:
        file = 7 if board.is_kingside_castling(move) else 0
        target = chess.square(file, chess.square_rank(move.from_square))
    promotion = move.promotion - 1 if move.promotion else 0
    return target | move.from_square << 6 | promotion << 12


def content_of(weights: Mapping[int, Mapping[int, int]]) -> bytes:
    """Encode a book; the weights of a position are scaled down together if one is too large."""
    entries = bytearray()
    for key in sorted(weights):
        heaviest = max(weights[key].values(), default=0)
        scale = max(1, -(-heaviest // HEAVIEST))
        for move, weight in sorted(weights[key].items(), key=lambda item: (-item[1], item[0])):
            if weight > 0:
                entry = (key, move, max(1, weight // scale), 0)
                entries += chess.polyglot.ENTRY_STRUCT.pack(*entry)
    return bytes(entries)


def add_book(weights: Weights, path: Path) -> int:
    """Add the weights of a book, in place; returns the number of its entries.

    Raises
    ------
    OSError
        If it cannot be read, or is not a book.
    """
    with chess.polyglot.open_reader(path) as reader:
        for entry in reader:
            moves = weights.setdefault(entry.key, {})
            moves[entry.raw_move] = moves.get(entry.raw_move, 0) + entry.weight
        return len(reader)
