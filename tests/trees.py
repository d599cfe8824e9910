"""Logged trees as plain Python sees them, read here without the reader of the laboratory."""

import json
import struct
import zlib
from typing import Any, NamedTuple

import chess
import numpy as np

from engine.board.setup import chess_move
from engine.search.shared.tree_log import NULL_MOVE

# As docs/tree-log.md has it.
RECORD = np.dtype(
    "<u2, <u2, <i2, <i2, <i2, <i2, <i2, <u2, <u4, <u4",
)
RECORD.names = (
    *("move", "marks", "alpha", "beta", "value", "static", "depth", "ply", "records", "nodes"),
)


class Logged(NamedTuple):
    """A file of one iteration."""

    about: dict[str, Any]
    nodes: Any

    def children(self, place):
        """The places of a node's children."""
        child, end = place + 1, place + int(self.nodes[place]["records"])
        while child < end:
            yield child
            child += int(self.nodes[child]["records"])
        assert child == end

    def roots(self):
        """The places of the roots, one for each window."""
        place = 0
        while place < len(self.nodes):
            yield place
            place += int(self.nodes[place]["records"])
        assert place == len(self.nodes)

    def walk(self):
        """Every node with its parent's place, -1 for a root, and its board; all moves are legal."""
        start = chess.Board(self.about["fen"], chess960=self.about["chess960"])
        waiting = [(root, -1, start) for root in self.roots()]
        while waiting:
            place, parent, board = waiting.pop()
            node = self.nodes[place]
            if node["marks"] & NULL_MOVE:
                board = board.copy(stack=False)
                assert not board.is_check()
                board.push(chess.Move.null())
            elif node["move"]:
                board = board.copy(stack=False)
                move = chess_move(board, int(node["move"]))
                assert board.is_legal(move)
                board.push(move)
            yield place, parent, board
            waiting += [(child, place, board) for child in self.children(place)]


def read_tree(path):
    """Read a file, byte by byte as it is documented."""
    content = path.read_bytes()
    magic, number, record_bytes = struct.unpack_from("<8sII", content)
    assert (magic, number, record_bytes) == (b"SESATREE", 1, RECORD.itemsize)
    records, text_bytes, check, text_check, end = struct.unpack("<QQII8s", content[-32:])
    assert end == b"ENDSTREE"
    assert len(content) == 16 + records * record_bytes + text_bytes + 32
    body, text = content[16 : 16 + records * record_bytes], content[-32 - text_bytes : -32]
    assert (zlib.crc32(body), zlib.crc32(text)) == (check, text_check)
    return Logged(json.loads(text), np.frombuffer(body, RECORD))
