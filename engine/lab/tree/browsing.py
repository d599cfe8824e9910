"""A place in a logged tree, and how one goes from there to another."""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from engine.lab.common.errors import LaboratoryError
from engine.lab.tree.marks import ASIDE, KINDS, kinds_of, words_of
from engine.lab.tree.reading import TOP, TreeFile, for_the_mover, static_of
from engine.process.texts import quoted
from engine.search.shared.score import mate_in
from engine.search.shared.tree_log import NO_STATIC, NULL_MOVE

PASS = "null"
NAMING = NULL_MOVE | sum(ASIDE)
"""Marks that name a node without a move."""
SCORE_LIMIT = 32000
"""Centipawns that stand for infinity."""


class Row(NamedTuple):
    """A node as it is listed; scores are for the side that moved there."""

    place: int
    name: str
    kind: str
    window: str
    value: str
    static: str
    depth: str
    searched: int
    """Nodes searched in its subtree."""
    logged: int
    """Nodes of its subtree that are in the file."""
    marks: str


class Browser:
    """A place in a tree; at the beginning the root of the last window.

    Parameters
    ----------
    tree : TreeFile

    Attributes
    ----------
    path : list of int
        The places from a root to the present node; empty above the roots.
    """

    def __init__(self, tree: TreeFile) -> None:
        self.tree = tree
        self.path = list(tree.children(TOP))[-1:]

    @property
    def place(self) -> int:
        """The present node."""
        return self.path[-1] if self.path else TOP

    @property
    def board(self) -> chess.Board:
        """The position at the present node."""
        return self.tree.board_at(self.path)

    def go(self, words: str) -> None:
        """Go along a path: names or numbers of children with slashes between them, or `..`.

        A move that was searched several times means its last search; `e4:1` is the first one.

        Raises
        ------
        LaboratoryError
            If there is no such child; then nothing changes.
        """
        path = [] if words.startswith("/") else self.path[:]
        for word in words.replace(" ", "/").split("/"):
            if word == "..":
                path = path[:-1]
            elif word not in ("", "."):
                path.append(self._child(path, word))
        self.path = path

    def rows(self) -> list[Row]:
        """List the children of the present node."""
        board = self.board
        return [self._row(board, place) for place in self.tree.children(self.place)]

    def rows_of_path(self, path: list[int]) -> list[Row]:
        """List the nodes of a path."""
        board, rows = self.tree.board.copy(), []
        for place in path:
            rows.append(self._row(board, place))
            self._play(board, place)
        return rows

    def names(self, path: list[int]) -> list[str]:
        """Name the nodes of a path so that `go` finds them."""
        board, names = self.tree.board.copy(), []
        for parent, place in zip([TOP, *path], path, strict=False):
            alike = self._alike(parent, place)
            number = f":{alike.index(place) + 1}" if place != alike[-1] else ""
            names.append(self.name(board, place) + number)
            self._play(board, place)
        return names

    def name(self, board: chess.Board, place: int) -> str:
        """Name a child of a board."""
        node = self.tree.nodes[place]
        move = self.tree.move_at(board, place)
        if move is not None:
            return board.san(move) if move else PASS
        if not node["ply"]:
            windows = list(self.tree.children(TOP))
            if place in windows:
                return str(windows.index(place) + 1)
        return next((name for bit, name in ASIDE.items() if node["marks"] & bit), "same")

    def not_searched(self) -> list[str]:
        """Name the legal moves of the present position by which no node was entered."""
        if not self.path:
            return []
        board = self.board
        tried = {self.tree.move_at(board, place) for place in self.tree.children(self.place)}
        return [board.san(move) for move in board.legal_moves if move not in tried]

    def _alike(self, parent: int, place: int) -> list[int]:
        """List the children of a node that have the name of one of them."""
        if parent == TOP:
            return [place]
        node, nodes = self.tree.nodes[place], self.tree.nodes
        return [
            child
            for child in self.tree.children(parent)
            if nodes[child]["move"] == node["move"]
            and (node["move"] or not (nodes[child]["marks"] ^ node["marks"]) & NAMING)
        ]

    def _play(self, board: chess.Board, place: int) -> None:
        move = self.tree.move_at(board, place)
        if move is not None:
            board.push(move)

    def _child(self, path: list[int], word: str) -> int:
        """Find a child by its number or its name."""
        children = list(self.tree.children(path[-1] if path else TOP))
        if word.isascii() and word.isdigit():
            if 0 < int(word[:9]) <= len(children):
                return children[int(word[:9]) - 1]
        else:
            name, _, number = word.partition(":")
            wanted = plain(name)
            for place in reversed(children):
                if wanted in self._spellings(path, place):
                    alike = self._alike(path[-1], place) if path else [place]
                    if not number:
                        return place
                    if number in map(str, range(1, len(alike) + 1)):
                        return alike[int(number) - 1]
                    break
        here = "/".join(self.names(path))
        raise LaboratoryError(f"There is no {quoted(word)} below /{here}.")

    def _spellings(self, path: list[int], place: int) -> Iterator[str]:
        board = self.tree.board_at(path)
        yield plain(self.name(board, place))
        move = self.tree.move_at(board, place)
        if move:
            yield board.uci(move)

    def _row(self, board: chess.Board, place: int) -> Row:
        nodes = self.tree.nodes.take([place])
        node = nodes[0]
        alpha, beta, value = (int(each[0]) for each in for_the_mover(nodes))
        marks, static = int(node["marks"]), int(static_of(nodes)[0])
        return Row(
            place,
            self.name(board, place),
            KINDS[int(kinds_of(nodes)[0])][0],
            f"{score_text(alpha)} {score_text(beta)}",
            bound_sign(alpha, beta, value) + score_text(value),
            "" if static == NO_STATIC else score_text(static),
            f"{int(node['depth']) / 100:g}",
            int(node["nodes"]),
            int(node["records"]),
            ", ".join(words_of(marks & ~NULL_MOVE)),
        )


def plain(name: str) -> str:
    """Leave out of a move what a user need not write."""
    return name.rstrip("+#!?").replace("0-0-0", "O-O-O").replace("0-0", "O-O")


def bound_sign(alpha: int, beta: int, value: int) -> str:
    """Tell whether a value is a bound: at least, at most, or neither."""
    return "≥" if value >= beta else "≤" if value <= alpha else ""


def score_text(score: int) -> str:
    """Write a score in centipawns, or in moves to mate."""
    if abs(score) >= SCORE_LIMIT:
        return "+∞" if score > 0 else "-∞"
    mate = mate_in(score)
    if mate is not None:
        return f"mate {mate}"
    return f"{score:+}" if score else "0"
