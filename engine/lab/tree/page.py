"""A logged tree as a page; of a large one the largest subtrees.

From the roots on, again and again the children of the node with the most nodes below it are taken,
as long as the page has space for all of them: so siblings are on the page together, or not at all.
"""

import heapq
from typing import Any

import numpy as np

from engine.lab.page.contents import Tone
from engine.lab.page.tree import PASS, STAYS, Column, Kind, Mark, NodeClass, Tree, TreePage
from engine.lab.tree.commands import facts_of
from engine.lab.tree.marks import ASIDE, KINDS, WORDS, kinds_of
from engine.lab.tree.reading import TOP, TreeFile, for_the_mover, static_of
from engine.lab.tree.unsearched import MOST_NODES, unsearched_moves
from engine.process.version import NAME, version
from engine.search.shared.tree_log import NO_STATIC, NULL_MOVE, STOPPED

NOTES = (
    "Scores are in centipawns for the side that moved to the node, so that siblings can be "
    "compared with each other. ≥ and ≤ mark values outside the window, which are bounds.",
    "Moves are written with origin and target. The same move twice: the second search had a wider "
    "window or more depth. Beside moves, a position may be searched again as a probe (without its "
    "table move), as a verification (without passes), or by quiescence (razoring).",
    "Below the children of a node, in grey, are the legal moves that were not searched there: "
    f"pruned, or not needed after a cut-off. They are told of the {MOST_NODES:,} nodes with the "
    "largest subtrees, quiescence apart.",
)


def page_of(tree: TreeFile, most_nodes: int) -> TreePage:
    """Make the page of a tree.

    Parameters
    ----------
    tree : TreeFile
    most_nodes : int
        That the page may have; the roots are there in any case.
    """
    places = largest(tree, most_nodes)
    nodes = tree.nodes.take(places)
    sizes, parents = shape_of(places, nodes["records"])
    facts = facts_of(tree)
    if len(places) < len(tree.nodes):
        part = f"{len(places):,} of {len(tree.nodes):,} nodes: the largest subtrees"
        facts.append(("On this page", part))
    labels, texts = labels_of(tree, places, nodes)
    hidden = missing_below(nodes["nodes"].astype(np.int64), parents)
    about = tree.about
    return TreePage(
        title=f"Search tree of {about['depth']} plies",
        lead=f"{about['search']}, iteration {about['depth']}, {about['nodes']:,} nodes: "
        "which moves were searched, in which windows, and what came of it.",
        tree=Tree(
            sizes=sizes,
            classes=kinds_of(nodes),
            marks=marks_of(nodes, parents),
            columns=columns_of(nodes),
            moves=moves_of(nodes),
            labels=labels,
            texts=texts,
            hidden=hidden,
            unsearched=unsearched_moves(tree, nodes, (sizes, parents), hidden),
        ),
        classes=tuple(NodeClass(*kind) for kind in KINDS),
        marks=(
            *(Mark(word.word, word.meaning, word.tone, quiet=word.quiet) for word in WORDS),
            Mark("best", "gave its parent the value", Tone.GOOD, line=True, quiet=True),
        ),
        start=tree.board.fen(),
        chess960=tree.board.chess960,
        facts=tuple(facts),
        notes=NOTES,
        foot=f"{NAME} {version()}, from {tree.path.name}",
        advice=f"sesame tree {tree.path.name} shows what is in the file.",
    )


def largest(tree: TreeFile, most_nodes: int) -> Any:
    """Choose the nodes of the page; return their places in their order."""
    if len(tree.nodes) <= most_nodes:
        return np.arange(len(tree.nodes))
    chosen = list(tree.children(TOP))
    waiting = [(root - tree.end_of(root), root) for root in chosen]
    heapq.heapify(waiting)
    while waiting:
        _, place = heapq.heappop(waiting)
        children = list(tree.children(place))
        if len(chosen) + len(children) > most_nodes:
            continue
        chosen += children
        for child in children:
            size = tree.end_of(child) - child
            if size > 1:
                heapq.heappush(waiting, (-size, child))
    return np.sort(np.array(chosen, np.int64))


def shape_of(places: Any, records: Any) -> tuple[Any, Any]:
    """Return the size of each chosen node's subtree, and its parent, among the chosen ones."""
    sizes = np.searchsorted(places, places + records) - np.arange(len(places))
    parents = np.full(len(places), -1, np.int64)
    open_nodes: list[tuple[int, int]] = []
    for number, size in enumerate(sizes.tolist()):
        while open_nodes and open_nodes[-1][1] <= number:
            open_nodes.pop()
        if open_nodes:
            parents[number] = open_nodes[-1][0]
        open_nodes.append((number, number + size))
    return sizes, parents


def missing_below(searched: Any, parents: Any) -> Any:
    """Return how many nodes were searched below each one that are below none of its children here.

    They were left out of the page, or not written into the file.
    """
    missing = searched - 1
    has_parent = parents >= 0
    np.subtract.at(missing, parents[has_parent], searched[has_parent])
    return np.maximum(missing, 0)


def columns_of(nodes: Any) -> tuple[Column, ...]:
    """Return what is told of each node in numbers."""
    alpha, beta, value = for_the_mover(nodes)
    signs = np.where(value >= beta, 1, np.where(value <= alpha, 2, 0))
    return (
        Column("Value", value, Kind.SCORE, signs=signs),
        Column("Alpha", alpha, Kind.SCORE),
        Column("Beta", beta, Kind.SCORE),
        Column("Depth", nodes["depth"], Kind.HUNDREDTHS),
        Column("Nodes", nodes["nodes"]),
        Column("Static", static_of(nodes), Kind.SCORE, missing=NO_STATIC, listed=False),
        Column("Ply", nodes["ply"], listed=False),
    )


def moves_of(nodes: Any) -> Any:
    """Return the moves as the page wants them."""
    passes = nodes["marks"] & NULL_MOVE != 0
    return np.where(passes, PASS, np.where(nodes["move"] != 0, nodes["move"], STAYS))


def labels_of(tree: TreeFile, places: Any, nodes: Any) -> tuple[Any, tuple[str, ...]]:
    """Name the nodes that no move leads to."""
    about = tree.about
    texts = ["", "null move", *ASIDE.values(), "same position"]
    labels = np.where(nodes["move"] != 0, 0, len(texts) - 1)
    for number, bit in reversed(list(enumerate(ASIDE, 2))):
        labels[(nodes["move"] == 0) & (nodes["marks"] & bit != 0)] = number
    labels[nodes["marks"] & NULL_MOVE != 0] = 1
    for number, root in enumerate(tree.children(TOP)):
        windows = about["windows"]
        line = windows[number]["line"] if number < len(windows) else 1
        labels[places == root] = len(texts)
        several = f", line {line}" if max(w["line"] for w in windows) > 1 else ""
        texts.append(f"window {number + 1}{several}")
    return labels, tuple(texts)


def marks_of(nodes: Any, parents: Any) -> Any:
    """Return the marks in the order of the page's: those of the file, and the best children."""
    marks = np.zeros(len(nodes), np.uint32)
    for place, word in enumerate(WORDS):
        marks |= word.of(nodes["marks"]).astype(np.uint32) << np.uint32(place)
    values = for_the_mover(nodes)[2]
    has_parent = parents >= 0
    same = has_parent & (values == nodes["value"][np.maximum(parents, 0)])
    searched = (nodes["move"] != 0) & (nodes["marks"] & STOPPED == 0)
    return marks | (same & searched).astype(np.uint32) << np.uint32(len(WORDS))
