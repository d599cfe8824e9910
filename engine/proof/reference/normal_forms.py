"""The theoretical algorithm for graphs without circles: numbers as formulas over transpositions.

A node keeps, instead of a number, a disjunction of clauses. A clause is a set of transpositions,
nodes with several parents, and a number of further leaves; it is worth that number and those of the
transpositions, in which nothing is counted twice. Source: Schijf 1993, section 4.1.
"""

from functools import cached_property
from typing import NamedTuple, TypeAlias

from engine.proof.reference.graphs import AndOrGraph

INFINITE = float("inf")


class Clause(NamedTuple):
    """Transpositions, and how many leaves beside them."""

    transpositions: frozenset[str]
    leaves: float

    def joined(self, other: "Clause") -> "Clause":
        """Return what proves both."""
        return Clause(self.transpositions | other.transpositions, self.leaves + other.leaves)


Form: TypeAlias = tuple[Clause, ...]


class Value(NamedTuple):
    """A number, and the transpositions that the least clause has used."""

    number: float
    used: frozenset[str]


def simplified(clauses: list[Clause]) -> Form:
    """Drop the clauses that cannot be least."""
    kept: list[Clause] = []
    for clause in sorted(set(clauses), key=lambda one: (len(one.transpositions), one.leaves)):
        if not any(
            known.transpositions <= clause.transpositions and known.leaves <= clause.leaves
            for known in kept
        ):
            kept.append(clause)
    return tuple(kept)


class NormalForms:
    """The formulas of a graph without circles.

    Parameters
    ----------
    graph
    """

    def __init__(self, graph: AndOrGraph) -> None:
        self._graph = graph
        self._parents, self._sides = graph.parents(), graph.sides()
        self._forms: dict[str, tuple[Form, Form]] = {}
        self._ranks: dict[str, int] = {}

    def is_transposition(self, node: str) -> bool:
        """Tell whether a node has several parents."""
        return len(self._parents[node]) > 1

    def forms(self, node: str) -> tuple[Form, Form]:
        """Return the formulas of the proof and the disproof number of a node."""
        if node not in self._forms:
            self._forms[node] = self._compute(node)
        return self._forms[node]

    def _compute(self, node: str) -> tuple[Form, Form]:
        empty: frozenset[str] = frozenset()
        nothing, one, never = (Clause(empty, size) for size in (0.0, 1.0, INFINITE))
        value = self._graph.values.get(node)
        if value is not None:
            return ((nothing,), (never,)) if value else ((never,), (nothing,))
        children = self._graph.of(node)
        if not children:
            return (one,), (one,)
        below = [self._seen_from_above(child) for child in children]
        proofs, disproofs = [pair[0] for pair in below], [pair[1] for pair in below]
        if self._sides[node]:
            return either(proofs), all_of(disproofs)
        return all_of(proofs), either(disproofs)

    def _seen_from_above(self, node: str) -> tuple[Form, Form]:
        """A transposition stands for itself until it is known which ones are needed."""
        if self.is_transposition(node):
            itself = (Clause(frozenset({node}), 0.0),)
            return itself, itself
        return self.forms(node)

    def rank(self, node: str) -> int:
        """Return the dependency number: expanded transpositions on the longest way below."""
        if node not in self._ranks:
            children = self._graph.of(node)
            below = max((self.rank(child) for child in children), default=0)
            self._ranks[node] = below + bool(children and self.is_transposition(node))
        return self._ranks[node]

    def value(self, form: Form, disproof: bool) -> Value:
        """Return the true value of a formula: what contains others is put in first."""
        return min(
            (self._value_of(clause, disproof) for clause in form),
            key=lambda value: value.number,
        )

    def _value_of(self, clause: Clause, disproof: bool) -> Value:
        if not clause.transpositions:
            return Value(clause.leaves, frozenset())
        first = max(clause.transpositions, key=lambda node: (self.rank(node), node))
        rest = Clause(clause.transpositions - {first}, clause.leaves)
        own = self.forms(first)[disproof]
        found = self.value(simplified([rest.joined(other) for other in own]), disproof)
        return Value(found.number, found.used | {first})

    def numbers(self, node: str | None = None) -> tuple[float, float]:
        """Return the true proof and disproof number of a node, by default the root."""
        proof, disproof = self.forms(self._graph.root if node is None else node)
        return self.value(proof, False).number, self.value(disproof, True).number

    @cached_property
    def most_proving_node(self) -> str:
        """A leaf of a smallest proof set and a smallest disproof set: Schijf's figure 4.9.

        The sets say which transpositions the numbers above have counted on. While one is to be
        met, the way goes to it; else to the first child with the number of the side to move.
        """
        node = self._graph.root
        wanted: list[frozenset[str]] = [frozenset(), frozenset()]
        while self._graph.of(node):
            other = int(self._sides[node])  # the number of which all children are needed
            own = 1 - other
            if not wanted[other]:
                wanted[other] = self.value(self.forms(node)[other], bool(other)).used
            number = self.numbers(node)[own]
            best = [c for c in self._graph.of(node) if self.numbers(c)[own] == number]
            met = [child for child in best if self._meets(child, wanted[own], own)]
            if not met:
                wanted[own] = frozenset()
            node = (met or best)[0]
        return node

    def _meets(self, node: str, wanted: frozenset[str], kind: int) -> bool:
        if node in wanted:
            return True
        return any(clause.transpositions & wanted for clause in self.forms(node)[kind])


def either(forms: list[Form]) -> Form:
    """Return the formula of what one of several nodes needs."""
    return simplified([clause for form in forms for clause in form])


def all_of(forms: list[Form]) -> Form:
    """Return the formula of what several nodes need together."""
    total: Form = (Clause(frozenset(), 0.0),)
    for form in forms:
        total = simplified([one.joined(other) for one in total for other in form])
    return total
