"""Files of logged trees: opened by their pages, checked, and walked from any node.

docs/tree-log.md has the format.
"""

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import chess
import numpy as np

from engine.board.setup import chess_move
from engine.lab.common.errors import LaboratoryError
from engine.lab.tree.records import Records
from engine.process.texts import system_reason
from engine.search.shared.tree_log import NO_STATIC, NULL_MOVE, TREE_NODE
from engine.thinking.tree_file import END, FORMAT, HEAD, MAGIC, TAIL

TOP = -1
"""The place above all roots: the iteration."""
CHUNK = 1 << 20
"""Bytes that are read at once to check them."""
EXPECTED = {
    "engine": str,
    "search": str,
    "depth": int,
    "fen": str,
    "chess960": bool,
    "nodes": int,
    "records": int,
    "options": dict,
    "windows": list,
}
WINDOW = ("line", "alpha", "beta", "score", "nodes", "records")


class TreeFile:
    """A logged tree.

    Parameters
    ----------
    path
        Of the file.

    Attributes
    ----------
    about : dict
        What is known of the search.
    nodes : Records
        Of TREE_NODE, in the file.
    board : chess.Board
        The root.

    Raises
    ------
    LaboratoryError
        If it is no whole and undamaged tree log.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self.about, records = self._checked(file)
        except OSError as failure:
            raise LaboratoryError(f"{path} cannot be read: {system_reason(failure)}.") from None
        self.nodes = Records(path, records)
        self.board = self._root()

    def end_of(self, place: int) -> int:
        """Return the place behind the subtree of a node, or behind the last node."""
        return len(self.nodes) if place == TOP else place + int(self.nodes[place]["records"])

    def children(self, place: int) -> Iterator[int]:
        """Give the places of a node's children, or of the roots, in the order of the search.

        Raises
        ------
        LaboratoryError
            If the records are no tree.
        """
        child = place + 1
        end = self.end_of(place)
        while child < end:
            size = self.end_of(child) - child
            if not 0 < size <= end - child:
                raise self._damaged("its nodes do not form a tree")
            yield child
            child += size

    def path_to(self, place: int) -> list[int]:
        """Return the places from a root to a node, both included."""
        path, above = [], TOP
        while above != place:
            for child in self.children(above):
                if child <= place < self.end_of(child):
                    path.append(child)
                    above = child
                    break
            else:
                raise self._damaged("its nodes do not form a tree")
        return path

    def board_at(self, path: list[int]) -> chess.Board:
        """Return the position at the end of a path, with the moves that led there."""
        board = self.board.copy()
        for place in path:
            move = self.move_at(board, place)
            if move is not None:
                board.push(move)
        return board

    def move_at(self, board: chess.Board, place: int) -> chess.Move | None:
        """Return the move, or pass, by which a child of the board is reached; None without one.

        Raises
        ------
        LaboratoryError
            If the board does not have it.
        """
        node = self.nodes[place]
        if node["marks"] & NULL_MOVE:
            return chess.Move.null()
        if not node["move"]:
            return None
        move = chess_move(board, int(node["move"]))
        if not board.is_legal(move):
            raise self._damaged(f"{board.fen()} has no move {move.uci()}")
        return move

    def _checked(self, file: BinaryIO) -> tuple[dict[str, Any], int]:
        """Read the ends of a file and check what lies between them."""
        head = file.read(HEAD.size)
        if len(head) < HEAD.size or not head.startswith(MAGIC):
            raise LaboratoryError(f"{self.path} is no tree log of Sesame.")
        _, number, record_bytes = HEAD.unpack(head)
        if number != FORMAT or record_bytes != TREE_NODE.itemsize:
            raise LaboratoryError(
                f"{self.path} has format {number} of tree logs; this version reads {FORMAT}."
            )
        length = file.seek(0, 2)
        if length < HEAD.size + TAIL.size:
            raise self._truncated()
        file.seek(length - TAIL.size)
        records, text_bytes, check, text_check, end = TAIL.unpack(file.read(TAIL.size))
        whole = HEAD.size + records * TREE_NODE.itemsize + text_bytes + TAIL.size
        if end != END or whole != length:
            raise self._truncated()
        file.seek(HEAD.size)
        if checksum(file, records * TREE_NODE.itemsize) != check:
            raise self._damaged("its nodes do not match their check sum")
        text = file.read(text_bytes)
        if zlib.crc32(text) != text_check:
            raise self._damaged("its description does not match its check sum")
        return self._described(text), records

    def _described(self, text: bytes) -> dict[str, Any]:
        """Read what is known of the search."""
        try:
            about = json.loads(text)
            fits = all(isinstance(about[name], kind) for name, kind in EXPECTED.items())
            fits = fits and all(
                isinstance(w[name], int) for w in about["windows"] for name in WINDOW
            )
        except (ValueError, TypeError, KeyError, RecursionError):
            fits = False
        if not fits:
            raise self._damaged("its description cannot be read")
        return dict(about)

    def _root(self) -> chess.Board:
        try:
            return chess.Board(self.about["fen"], chess960=self.about["chess960"])
        except ValueError:
            raise self._damaged("its description has no position") from None

    def _damaged(self, how: str) -> LaboratoryError:
        return LaboratoryError(f"{self.path} is damaged: {how}.")

    def _truncated(self) -> LaboratoryError:
        return LaboratoryError(
            f"{self.path} is truncated: its end is missing, so it was copied in part or never "
            "finished."
        )


def checksum(file: BinaryIO, length: int) -> int:
    """Return the CRC-32 of the next bytes of a file."""
    found = 0
    while length > 0:
        content = file.read(min(CHUNK, length))
        if not content:
            break
        found = zlib.crc32(content, found)
        length -= len(content)
    return found


def negated(nodes: Any) -> Any:
    """Tell whose numbers are from the view of the side to move after a move, or a pass."""
    return (nodes["move"] != 0) | (nodes["marks"] & NULL_MOVE != 0)


def for_the_mover(nodes: Any) -> tuple[Any, Any, Any]:
    """Return alpha, beta and value of nodes as the side sees them that moved to them.

    So the children of a node can be compared with each other and with the node. At a root, and
    where the position of the parent is searched again, it is the side to move.
    """
    turned = negated(nodes)
    alpha, beta, value = (nodes[name].astype(np.int32) for name in ("alpha", "beta", "value"))
    return (
        np.where(turned, -beta, alpha),
        np.where(turned, -alpha, beta),
        np.where(turned, -value, value),
    )


def static_of(nodes: Any) -> Any:
    """Return the static values of nodes in the same view; NO_STATIC where there is none."""
    static = nodes["static"].astype(np.int32)
    return np.where((static != NO_STATIC) & negated(nodes), -static, static)
