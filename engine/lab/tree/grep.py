"""`grep`: the nodes below a node that fulfil all conditions, looked for piece by piece."""

import operator
import re
from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np

from engine.lab.common.errors import LaboratoryError
from engine.lab.tree.marks import KINDS, WORDS, kinds_of
from engine.lab.tree.reading import TreeFile, for_the_mover, static_of
from engine.process.texts import quoted
from engine.search.shared.tree_log import NO_STATIC

Condition = Callable[[Any], Any]
"""Tells of an array of nodes which fulfil it."""
COMPARISONS = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
COMPARISON = re.compile(r"([a-z]+)(>=|<=|=|>|<)([+-]?\d{1,9}(?:\.\d{1,2})?)")
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?")
ROOK_OF = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
"""How castling is written in the file, unless another piece makes such a move."""
WORDS_BY_NAME = {word.word: word for word in WORDS}
LETTERS = [letter for letter, _, _ in KINDS]
HELP = (
    f"Conditions: a mark ({', '.join(WORDS_BY_NAME)}), a kind ({', '.join(LETTERS)}), a move such "
    "as e2e4, or a comparison of value, alpha, beta, static, depth, ply or nodes, such as "
    "value>=100; ! before a mark, a kind or a move means without it."
)


def found_below(tree: TreeFile, place: int, conditions: list[Condition]) -> Iterator[int]:
    """Give the places of the nodes below a node that fulfil all conditions, in their order."""
    for first, nodes in tree.nodes.pieces(place + 1, tree.end_of(place)):
        fits = np.ones(len(nodes), bool)
        for condition in conditions:
            fits &= condition(nodes)
        yield from (first + int(number) for number in np.flatnonzero(fits))


def condition_of(word: str) -> Condition:
    """Read a condition.

    Raises
    ------
    LaboratoryError
        If it is none.
    """
    without, name = word.startswith("!"), word.removeprefix("!")
    found = by_mark(name.lower()) or by_kind(name) or by_move(name.lower())
    if found is not None:
        return (lambda nodes: ~found(nodes)) if without else found
    compared = COMPARISON.fullmatch(name.lower())
    if compared is None or without or compared[1] not in VALUES:
        raise LaboratoryError(f"{quoted(word)} is no condition. {HELP}")
    field, compare, number = VALUES[compared[1]], COMPARISONS[compared[2]], float(compared[3])
    return lambda nodes: compare(field(nodes), number)


def by_mark(name: str) -> Condition | None:
    """Read the name of a mark."""
    if name not in WORDS_BY_NAME:
        return None
    word = WORDS_BY_NAME[name]
    return lambda nodes: word.of(nodes["marks"])


def by_kind(name: str) -> Condition | None:
    """Read the letter of a kind."""
    if name not in LETTERS:
        return None
    return lambda nodes: kinds_of(nodes) == LETTERS.index(name)


def by_move(name: str) -> Condition | None:
    """Read a move in the notation of UCI; castling also as king takes rook."""
    if not MOVE.fullmatch(name):
        return None
    wanted = [in_sixteen_bits(text) for text in {name, ROOK_OF.get(name, name)}]
    return lambda nodes: np.isin(nodes["move"], wanted)


def in_sixteen_bits(text: str) -> int:
    """Return a move as the file has it."""
    move = chess.Move.from_uci(text)
    return move.from_square | move.to_square << 6 | (move.promotion or 1) - 1 << 12


VALUES: dict[str, Callable[[Any], Any]] = {
    "alpha": lambda nodes: for_the_mover(nodes)[0],
    "beta": lambda nodes: for_the_mover(nodes)[1],
    "value": lambda nodes: for_the_mover(nodes)[2],
    "static": lambda nodes: np.where(nodes["static"] == NO_STATIC, np.nan, static_of(nodes)),
    "depth": lambda nodes: nodes["depth"] / 100,
    "ply": lambda nodes: nodes["ply"],
    "nodes": lambda nodes: nodes["nodes"],
}
