"""The legal moves by which a node of a logged tree has no child: pruned, or not needed any more.

The file does not have them: python-chess finds them, from the board of each node.
"""

from collections.abc import Iterator
from typing import Any

import chess
import numpy as np

from engine.board.setup import chess_move, short_name
from engine.lab.tree.reading import TreeFile
from engine.search.shared.tree_log import NULL_MOVE, QUIESCENCE, STOPPED

MOST_NODES = 10_000
"""Nodes whose moves are compared: those with the largest subtrees. More take too long."""


def unsearched_moves(tree: TreeFile, nodes: Any, shape: Any, hidden: Any) -> dict[int, list[int]]:
    """List the moves in 16 bits, in the order of python-chess, for the nodes that have some.

    Parameters
    ----------
    tree : TreeFile
        Of the nodes.
    nodes : array of TREE_NODE
        Of a part of the tree, in its order.
    shape : arrays of int
        The size of each one's subtree in this part, and the place of its parent, -1 for a root.
    hidden : array of int
        How many nodes below each one, and below none of its children, this part does not have: if
        any, nothing is listed. Nor is it in quiescence, and where the search was stopped.
    """
    sizes, parents = shape
    asked = (sizes > 1) & (hidden == 0) & (nodes["marks"] & (QUIESCENCE | STOPPED) == 0)
    places = np.flatnonzero(asked)
    order = np.argsort(-nodes["records"][places].astype(np.int64), kind="stable")
    wanted = set(places[order[:MOST_NODES]].tolist())

    # Boards are those of the wanted nodes and of all nodes above them.
    needed: set[int] = set()
    for place in wanted:
        while place >= 0 and place not in needed:
            needed.add(place)
            place = int(parents[place])
    found: dict[int, list[int]] = {}
    board, path = tree.board.copy(stack=False), [-1]
    for place in sorted(needed):
        while path[-1] != parents[place]:
            if plays(nodes[path.pop()]):
                board.pop()
        path.append(place)
        if plays(nodes[place]):
            passes = nodes[place]["marks"] & NULL_MOVE
            named = int(nodes[place]["move"])
            board.push(chess.Move.null() if passes else chess_move(board, named))
        if place in wanted:
            tried = {int(nodes[child]["move"]) for child in children_of(place, sizes)}
            legal = (short_name(board, move) for move in board.legal_moves)
            if left := [move for move in legal if move not in tried]:
                found[place] = left
    return found


def plays(node: Any) -> bool:
    """Whether the position is another one than the parent's."""
    return bool(node["move"]) or bool(node["marks"] & NULL_MOVE)


def children_of(place: int, sizes: Any) -> Iterator[int]:
    """Give the places of a node's children."""
    child, end = place + 1, place + int(sizes[place])
    while child < end:
        yield child
        child += int(sizes[child])
