"""The forms of proof-number search: a row each."""

from typing import NamedTuple


class Variant(NamedTuple):
    """A form of the search, as Python sees it."""

    name: str
    door: str
    """What searches, as module:name; takes the address of a PROVER."""
    by_path: bool = False
    """Whether a node belongs to one path, so that repetition is judged when it is made."""
    links: str = ""
    """The module with the record LINK that it keeps for each slot; empty: none."""
    seats: bool = False
    """Whether it looks positions up."""
    cyclic: bool = False
    """Whether any position may be found again, or only one after a converting move."""
    trusts_disproofs: bool = True
    """Whether a disproof is one: DCG may take a position of another path for a repetition."""


TREE = Variant("tree", "engine.proof.tree:search_tree", by_path=True)
VARIANTS = {row.name: row for row in (TREE,)}
"""The rows by name."""
