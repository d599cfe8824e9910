"""The searched tree of a proof search as arrays, and which of its nodes a page shows.

The slots of a graph form a tree, too: of the slots that hold the same position, one has the
children and the others refer to it (`engine/proof/nodes.py`). Of a large tree, the nodes of the
line are chosen first, then repeatedly the children of the node with the largest subtree, as long as
there is space for all of them: siblings are shown together, or not at all.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.proof.nodes import END, LAST, REFERENCE, ROOT, TWIN
from engine.proof.search import ProofNode, ProofSearch

BEFORE_ALL = -math.inf
"""The priority of the slots on the line."""
REFERS = int(REFERENCE | END | TWIN)
"""Marks of a slot that refers to another one."""


@dataclass(frozen=True)
class Shape:
    """The tree of the slots, in arrays by slot; slot 0 stands for none."""

    first: Any
    """The slot of the first child, 0 if it has none of its own."""
    children: Any
    """How many there are."""
    sizes: Any
    """Nodes of the subtree, its root included; 0 for slots that are not in use."""


def shape_of(search: ProofSearch) -> Shape:
    """Find the children and the subtree of every slot, level by level."""
    used = int(search.prover.used)
    nodes = search.nodes[:used]
    moves, below = nodes["move"], nodes["first"].astype(np.int64)
    first = np.where(moves & REFERS, 0, below)
    lasts = np.flatnonzero(moves & int(LAST))
    ends = lasts[np.minimum(np.searchsorted(lasts, first), len(lasts) - 1)]
    children = np.where(first > 0, ends - first + 1, 0)
    sizes = np.zeros(used, np.int64)
    level, parents = np.array([int(ROOT)]), np.array([0])
    levels = []
    while len(level):
        sizes[level] = 1
        levels.append((level, parents))
        owners = level[children[level] > 0]
        counts = children[owners]
        parents = np.repeat(owners, counts)
        begins = np.repeat(np.cumsum(counts) - counts, counts)
        level = np.repeat(first[owners], counts) + np.arange(counts.sum()) - begins
    for level, parents in reversed(levels):
        np.add.at(sizes, parents, sizes[level])
    sizes[0] = 0
    return Shape(first, children, sizes)


def line_of(search: ProofSearch) -> list[int]:
    """Return the slots of the line that a page follows, the root first.

    In a proof it is the attacker's shortest way against the longest defence, else the way to the
    most promising leaf. If a slot refers to another one, the line goes on with that one's children.
    """
    here = search.node()
    slots, seen = [here.slot], set[int]()
    while here.first and here.first not in seen:
        seen.add(here.first)
        children = search.children(here)
        if here.proved:
            proved = [child for child in children if child.proved]
            pick = min if here.attacker else max
            here = pick(proved, key=lambda child: child.length)
        else:
            here = min(children, key=hardness_for(here.attacker))
        slots.append(here.slot)
    return slots


def hardness_for(attacker: bool) -> Callable[[ProofNode], float]:
    """Return a function of a child, of which the side to move wants the least value."""

    def hardness(child: ProofNode) -> float:
        number = child.proof if attacker else child.disproof
        return math.inf if number is None else number

    return hardness


def chosen_slots(shape: Shape, line: list[int], most_nodes: int) -> list[int]:
    """Choose the slots of a page, and return them in the order of a walk through the tree.

    Parameters
    ----------
    shape : Shape
    line : list of int
        Slots whose children are chosen first, as far as there is space.
    most_nodes : int
        Limit of the slots; the root is chosen in any case.
    """
    chosen, opened, on_line = 1, set[int](), set(line)
    waiting = [(BEFORE_ALL, int(ROOT))]
    while waiting:
        _, slot = heapq.heappop(waiting)
        count = int(shape.children[slot])
        if not count or chosen + count > most_nodes:
            continue
        opened.add(slot)
        chosen += count
        block = range(int(shape.first[slot]), int(shape.first[slot]) + count)
        for child in block:
            if shape.children[child]:
                order = BEFORE_ALL if child in on_line else -int(shape.sizes[child])
                heapq.heappush(waiting, (order, child))
    return walked(shape, opened)


def walked(shape: Shape, opened: set[int]) -> list[int]:
    """List the root and the children of opened slots, each node before its children."""
    found, waiting = [], [int(ROOT)]
    while waiting:
        slot = waiting.pop()
        found.append(slot)
        if slot in opened:
            first = int(shape.first[slot])
            waiting.extend(range(first + int(shape.children[slot]) - 1, first - 1, -1))
    return found
