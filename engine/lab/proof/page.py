"""The tree of a proof search as a page: all of it, or the line and the largest subtrees."""

from typing import Any

import numpy as np

from engine.board.legality import short
from engine.lab.page.contents import Tone
from engine.lab.page.tree import Column, Mark, NodeClass, Tree, TreePage
from engine.lab.proof.shape import REFERS, chosen_slots, line_of, shape_of
from engine.lab.proof.words import Facts, verdict
from engine.machine.core import plain
from engine.process.version import NAME, version
from engine.proof.lengths import FAR, UNKNOWN_LENGTH
from engine.proof.nodes import ATTACKER, END, MARKED, MOVE, OPEN, REFERENCE, TWIN
from engine.proof.numbers import INFINITE
from engine.proof.settings import Outcome
from engine.thinking.proving.chess_prover import ChessProver

CLASSES = (
    NodeClass("attacker, proved", 1, "the attacker is to move and reaches the goal"),
    NodeClass("defender, proved", 2, "the defender is to move and cannot prevent the goal"),
    NodeClass("attacker, open", 3, "the attacker is to move; not decided: one move suffices"),
    NodeClass("defender, open", 4, "the defender is to move; not decided: every move counts"),
    NodeClass("attacker, disproved", 5, "the attacker is to move and cannot reach the goal"),
    NodeClass("defender, disproved", 6, "the defender is to move and can prevent the goal"),
)
MARKS = (
    (
        REFERENCE,
        Mark("transposition", "its position has its children elsewhere: see the link", Tone.FAIR),
    ),
    (TWIN, Mark("twin", "has numbers of its own, and the children of the base node", Tone.FAIR)),
    (END, Mark("repetition", "repeats a position above it, and counts as a draw", Tone.BAD)),
    (MARKED, Mark("possible draw", "a repetition on the path that was selected last", Tone.BAD)),
    (OPEN, Mark("given up", "solved by nodes that were not kept", Tone.BAD)),
)
NOTES = (
    "pn is the least number of leaves whose proof would prove the node, dn the least number whose "
    "disproof would disprove it; ∞: impossible. A node with pn 0 is proved.",
    "Nodes is the size of the subtree, the node itself included; in graphs it includes the nodes "
    "that only refer to another one, which the sources do not count.",
    "Plies is the length of the proof that was found: in it the attacker takes the shortest way "
    "and the defender the longest. A shorter proof may exist.",
)


def page_of(prover: ChessProver, outcome: Outcome, facts: Facts, most_nodes: int) -> TreePage:
    """Make the page of a search that has ended.

    Parameters
    ----------
    prover : ChessProver
        Of a form that keeps its tree.
    outcome : Outcome
        What `prover.run` returned.
    facts : list of (str, str)
        What `words.facts_of` says.
    most_nodes : int
        Limit of the nodes on the page.
    """
    search = prover.search
    shape, line = shape_of(search), line_of(search)
    slots = np.array(chosen_slots(shape, line, most_nodes))
    total = int(shape.sizes[1])
    part = f"{len(slots):,} of {total:,} nodes: the largest subtrees"
    on_page = [("On this page", part)] if len(slots) < total else []
    return TreePage(
        title=f"Proof tree: {prover.question.goal}",
        lead=verdict(prover, outcome),
        tree=tree_of(prover, shape, slots, line),
        classes=CLASSES,
        marks=(
            *(mark for _, mark in MARKS),
            Mark(
                "line",
                "the longest defence of the proof, or the way to the most promising leaf",
                Tone.GOOD,
                line=True,
            ),
        ),
        start=prover.board.fen(),
        chess960=prover.board.chess960,
        facts=(*facts, *on_page),
        notes=NOTES,
        foot=f"{NAME} {version()}",
        advice="sesame proof with a larger --page shows more of the tree.",
    )


def tree_of(prover: ChessProver, shape: Any, slots: Any, line: list[int]) -> Tree:
    """Return the nodes of these slots as the page shows them."""
    search = prover.search
    nodes = search.nodes[slots]
    words, first = nodes["move"], nodes["first"].astype(np.int64)
    stands_for = np.where(words & int(REFERENCE), first, slots)
    numbers = search.nodes[stands_for]
    lengths = search.lengths()[slots].astype(np.int64)
    marks = np.isin(slots, line).astype(np.uint32) << len(MARKS)
    for bit, (flag, _) in enumerate(MARKS):
        marks |= (words & int(flag) != 0).astype(np.uint32) << np.uint32(bit)
    sizes, hidden = sizes_on_page(shape, slots)
    places = np.zeros(len(shape.sizes), np.int64) - 1
    places[slots] = np.arange(len(slots))
    target = places[np.where(words & REFERS, first, slots)]
    return Tree(
        sizes=sizes,
        classes=classes_of(words, numbers),
        marks=marks,
        columns=(
            Column("pn", numbers["proof"], infinite=int(INFINITE)),
            Column("dn", numbers["disproof"], infinite=int(INFINITE)),
            Column("Nodes", shape.sizes[slots]),
            Column(
                "Plies",
                np.where(lengths < int(UNKNOWN_LENGTH), lengths, int(FAR)),
                missing=int(FAR),
            ),
        ),
        moves=plain(short)(words.astype(np.uint64) & MOVE),
        labels=(slots == 1).astype(np.uint16),
        texts=("", "root"),
        hidden=hidden,
        links=np.where(target >= 0, target, np.arange(len(slots))),
    )


def classes_of(words: Any, numbers: Any) -> Any:
    """Return the number of each node's class in CLASSES."""
    defends = words & int(ATTACKER) == 0
    state = np.where(numbers["proof"] == 0, 0, np.where(numbers["disproof"] == 0, 2, 1))
    return 2 * state + defends


def sizes_on_page(shape: Any, slots: Any) -> tuple[Any, Any]:
    """Return the sizes of the subtrees on the page, and how many nodes are missing below each."""
    is_there = np.zeros(len(shape.sizes), bool)
    is_there[slots] = True
    opened = (shape.children[slots] > 0) & is_there[shape.first[slots]]
    sizes = np.ones(len(slots), np.int64)
    place_of = np.zeros(len(shape.sizes), np.int64)
    place_of[slots] = np.arange(len(slots))
    # Children stand behind their parents: from the last node on, every child is complete.
    for place in np.flatnonzero(opened)[::-1].tolist():
        first, count = int(shape.first[slots[place]]), int(shape.children[slots[place]])
        sizes[place] += sizes[place_of[first : first + count]].sum()
    hidden = np.where(opened, 0, shape.sizes[slots] - 1)
    return sizes, hidden
