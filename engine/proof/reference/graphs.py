"""A small AND/OR graph for the exact algorithms: what is expanded, what the leaves are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class AndOrGraph:
    """A graph of which some nodes are expanded.

    Attributes
    ----------
    children
        Names of the children of the expanded nodes, in order.
    root
        A node of the attacker; the sides take turns.
    values
        What solved leaves are worth for the attacker; the other leaves are not known.
    """

    children: Mapping[str, Sequence[str]]
    root: str
    values: Mapping[str, bool] = field(default_factory=dict)

    def of(self, node: str) -> Sequence[str]:
        """Return the children of a node; none if it is a leaf."""
        return () if node in self.values else self.children.get(node, ())

    def parents(self) -> dict[str, set[str]]:
        """Return the parents of all nodes that can be reached."""
        found: dict[str, set[str]] = {self.root: set()}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            for child in self.of(node):
                if child not in found:
                    found[child] = set()
                    waiting.append(child)
                found[child].add(node)
        return found

    def sides(self) -> dict[str, bool]:
        """Tell of all nodes that can be reached whether the attacker is to move."""
        found = {self.root: True}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            for child in self.of(node):
                if child not in found:
                    found[child] = not found[node]
                    waiting.append(child)
        return found
