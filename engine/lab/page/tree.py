"""Trees as pages that need no network: nodes are shown when their parent is opened.

Any tree of positions can be shown, a search tree as well as a proof tree. A `Tree` is a set of
arrays with one number for each node, in the order in which a walk through the tree meets them
(a node before its children, a child's whole subtree before the next child): `sizes` alone tells
who is whose child. `TreePage` says what the numbers mean: classes (one for each node, its colour),
marks (any number for each node), columns, texts. The script in the page replays the moves from
`start`, so that every node has its board.

    page = TreePage(
        title="Proof tree", lead="...", start=fen,
        classes=(NodeClass("OR", 1, "the attacker chooses"), NodeClass("AND", 2, "...")),
        marks=(Mark("twin", "..."), Mark("best", "the most-proving node", line=True)),
        tree=Tree(
            sizes, classes=kinds, marks=bits, moves=moves,
            columns=(Column("pn", pn, infinite=INFINITY), Column("dn", dn, infinite=INFINITY)),
        ),
    )
    write_tree_page(page, path)

The page holds all nodes it is given: 24 bytes each before they are compressed. A caller with more
gives the part that matters, and in `hidden` how many nodes are missing below which.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import chess
import chess.svg
import numpy as np
from jinja2 import Template

from engine.lab.common.files import written_whole
from engine.lab.page.contents import Tone
from engine.lab.page.writing import environment

PASS = 0xFFFF
"""In `moves`: the other side is to move, the pieces stay."""
STAYS = 0
"""In `moves`: the position is that of the parent."""
MOST_CLASSES, MOST_MARKS = 8, 32


class Kind(StrEnum):
    """What a column's numbers are."""

    NUMBER = "number"
    SCORE = "score"
    """Centipawns, or mates counted as in `search/shared/score.py`."""
    HUNDREDTHS = "hundredths"


@dataclass(frozen=True)
class NodeClass:
    """A class of nodes."""

    name: str
    colour: int
    """1 to 8, of the page's colours for lines."""
    meaning: str


@dataclass(frozen=True)
class Mark:
    """What some nodes are marked with."""

    word: str
    meaning: str
    tone: Tone = Tone.NONE
    line: bool = False
    """Whether the children with it are the line that a button follows; of several, the last."""
    quiet: bool = False
    """Whether the list of nodes leaves it out: it is shown beside the chosen node only."""


@dataclass(frozen=True)
class Column:
    """A number for each node."""

    title: str
    values: Any
    """Array of integers of 32 bits at most."""
    kind: Kind = Kind.NUMBER
    missing: int | None = None
    """The value of nodes that have none."""
    infinite: int | None = None
    """The value that is shown as infinity."""
    signs: Any = None
    """Array of 0, 1 or 2 before the number: nothing, at least, at most."""
    listed: bool = True
    """Whether the list of nodes has it; the chosen node has all. The first is shown on telephones
    too."""


@dataclass(frozen=True)
class Tree:
    """The nodes; arrays of one length.

    A tree may have several roots, one after the other.
    """

    sizes: Any
    """Nodes of the subtree, its root included."""
    classes: Any
    """The place of the node's class."""
    marks: Any
    """Bit n is set for the n-th mark."""
    columns: tuple[Column, ...]
    moves: Any = None
    """The move that leads to the node in 16 bits (`board/legality.py`, `short`), PASS, or STAYS;
    without the array there are no boards."""
    labels: Any = None
    """The place of the node's text in `texts`; 0, or no array: its move is its text."""
    texts: tuple[str, ...] = ("",)
    hidden: Any = None
    """Nodes below it that are not on the page."""
    unsearched: Mapping[int, Sequence[int]] | None = None
    """The moves that lead to no child, in 16 bits, for nodes that have some; 255 at most."""
    links: Any = None
    """The node for which it stands, its own number if for none: a twin, a transposition."""


@dataclass(frozen=True)
class TreePage:
    """A page with a tree."""

    title: str
    lead: str
    tree: Tree
    classes: tuple[NodeClass, ...]
    marks: tuple[Mark, ...] = ()
    start: str = ""
    """FEN of the position at the roots."""
    chess960: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = field(default=())
    """Paragraphs on how to read the tree."""
    foot: str = ""
    advice: str = ""
    """Shown at a node with hidden ones below it: how they can be seen."""


def write_tree_page(page: TreePage, path: Path) -> None:
    """Write a page; an old file is replaced only by a whole one.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    text = html_of_tree(page)
    with written_whole(path) as file:
        file.write(text)


def html_of_tree(page: TreePage) -> str:
    """Return the text of a page.

    Raises
    ------
    ValueError
        If arrays differ in their lengths, or there are too many classes or marks.
    """
    arrays = dict(arrays_of(page.tree))
    lengths = {len(values) for values in arrays.values()}
    if len(lengths) != 1:
        raise ValueError("The arrays of a tree have one length.")
    if len(page.classes) > MOST_CLASSES or len(page.marks) > MOST_MARKS:
        raise ValueError(f"A tree has at most {MOST_CLASSES} classes and {MOST_MARKS} marks.")
    # Typed arrays must begin at multiples of the size of their numbers.
    names = sorted(arrays, key=lambda name: -arrays[name].dtype.itemsize)
    further = sorted((page.tree.unsearched or {}).items())
    moves = np.array([move for _, moves in further for move in moves], "<u2")
    content = b"".join([*(arrays[name].tobytes() for name in names), moves.tobytes()])
    about = {
        "count": lengths.pop(),
        "arrays": [(name, arrays[name].dtype.str[1:]) for name in names],
        "unsearched": len(moves),
        **meanings_of(page),
    }
    return template().render(
        page=page,
        about=json.dumps(about).replace("<", "\\u003c"),
        content=base64.b64encode(zlib.compress(content, 9)).decode(),
        pieces="".join(chess.svg.PIECES[letter] for letter in "PNBRQKpnbrqk"),
    )


def arrays_of(tree: Tree) -> Iterator[tuple[str, Any]]:
    """Give the arrays by the names that the script has for them, as small as their kinds are."""
    yield "size", np.asarray(tree.sizes, "<u4")
    yield "class", np.asarray(tree.classes, "<u1")
    yield "mark", np.asarray(tree.marks, "<u4")
    further = (
        ("move", tree.moves, "<u2"),
        ("label", tree.labels, "<u2"),
        ("hidden", tree.hidden, "<u4"),
        ("link", tree.links, "<u4"),
    )
    if tree.unsearched is not None:
        left = np.zeros(len(tree.sizes), "<u1")
        for node, moves in tree.unsearched.items():
            left[node] = len(moves)
        yield "left", left
    for name, values, kind in further:
        if values is not None:
            yield name, np.asarray(values, kind)
    for place, column in enumerate(tree.columns):
        values = np.asarray(column.values)
        small = not len(values) or (values.min() >= -(1 << 15) and values.max() < 1 << 15)
        signed = len(values) and values.min() < 0
        yield f"column{place}", values.astype("<i2" if small else "<i4" if signed else "<u4")
        if column.signs is not None:
            yield f"sign{place}", np.asarray(column.signs, "<u1")


def meanings_of(page: TreePage) -> dict[str, Any]:
    """Tell the script what the numbers mean."""
    board = chess.Board(page.start, chess960=page.chess960) if page.start else None
    return {
        "classes": [{"name": each.name, "colour": each.colour} for each in page.classes],
        "marks": [
            {"word": each.word, "tone": each.tone, "line": each.line, "quiet": each.quiet}
            for each in page.marks
        ],
        "columns": [
            {
                "title": column.title,
                "kind": column.kind,
                "missing": column.missing,
                "infinite": column.infinite,
                "listed": column.listed,
            }
            for column in page.tree.columns
        ],
        "texts": page.tree.texts,
        "start": page.start,
        "chess960": page.chess960,
        "rooks": list(chess.scan_forward(board.clean_castling_rights())) if board else [],
        "advice": page.advice,
    }


@cache
def template() -> Template:
    """Read the template; every text of a page is escaped in it."""
    return environment().get_template("tree.html")
