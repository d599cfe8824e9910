"""Complete proof sets: all minimal sets of leaves that prove or disprove a node.

The definition of proof numbers, taken literally: the size of the smallest set. It is exact for
trees, for graphs without circles and, going along each path by itself, for graphs with circles. It
takes exponential time. Source: Schijf 1993, sections 3.1 and 5.3.
"""

from collections.abc import Iterable
from functools import cache, reduce
from typing import TypeAlias

from engine.proof.reference.graphs import AndOrGraph

Leaves: TypeAlias = frozenset[str]
Collection: TypeAlias = frozenset[Leaves]

NOTHING: Collection = frozenset()
"""No set does it."""
AT_ONCE: Collection = frozenset({frozenset()})
"""The empty set does it: the node is solved."""


def minimal(collection: Iterable[Leaves]) -> Collection:
    """Drop the sets that contain another one."""
    kept: list[Leaves] = []
    for leaves in sorted(set(collection), key=len):
        if not any(smaller <= leaves for smaller in kept):
            kept.append(leaves)
    return frozenset(kept)


def either(collections: Iterable[Collection]) -> Collection:
    """Return the sets that suffice if one of the nodes is enough: the union."""
    return minimal(leaves for collection in collections for leaves in collection)


def all_of(collections: Iterable[Collection]) -> Collection:
    """Return the sets that are needed for all of the nodes: each with each, Schijf's ⊎."""

    def both(one: Collection, other: Collection) -> Collection:
        return minimal(first | second for first in one for second in other)

    return reduce(both, collections, AT_ONCE)


class CompleteSets:
    """The complete proof and disproof sets of a graph.

    Parameters
    ----------
    graph
        With circles, a position that is on its own path is a loss for the attacker.
    """

    def __init__(self, graph: AndOrGraph) -> None:
        self._graph = graph
        self._sets = cache(self._compute)

    def of(self, node: str | None = None) -> tuple[Collection, Collection]:
        """Return the sets that prove and disprove a node, by default the root.

        Another node than the root is looked at as if no path led to it.
        """
        name = self._graph.root if node is None else node
        return self._sets(name, self._graph.sides()[name], frozenset())

    def _compute(
        self, node: str, attacker: bool, path: frozenset[str]
    ) -> tuple[Collection, Collection]:
        value = False if node in path else self._graph.values.get(node)
        if value is not None:
            return (AT_ONCE, NOTHING) if value else (NOTHING, AT_ONCE)
        children = self._graph.of(node)
        if not children:
            itself = frozenset({frozenset({node})})
            return itself, itself
        further = path | {node}
        below = [self._sets(child, not attacker, further) for child in children]
        proofs, disproofs = [pair[0] for pair in below], [pair[1] for pair in below]
        if attacker:
            return either(proofs), all_of(disproofs)
        return all_of(proofs), either(disproofs)

    def numbers(self, node: str | None = None) -> tuple[int | None, int | None]:
        """Return the true proof and disproof number; None is infinite."""
        proof, disproof = self.of(node)
        return smallest(proof), smallest(disproof)

    def most_proving_leaves(self) -> Leaves:
        """Return the leaves that are in a smallest proof set and in a smallest disproof set."""
        proof, disproof = self.of()
        return in_a_smallest(proof) & in_a_smallest(disproof)


def smallest(collection: Collection) -> int | None:
    """Return the size of the smallest set; None if there is none."""
    return min(map(len, collection), default=None)


def in_a_smallest(collection: Collection) -> Leaves:
    """Return the leaves that a smallest set has."""
    size = smallest(collection)
    return frozenset().union(*(leaves for leaves in collection if len(leaves) == size))
