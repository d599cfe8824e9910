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
    """The record that it keeps for each slot beside the NODE, as module:name; empty: none."""
    looks_up: bool = False
    """Whether it looks positions up."""
    cyclic: bool = False
    """Whether any position may be found again, or only one after a converting move."""
    second_level: bool = False
    """Whether a second search evaluates its leaves."""
    table: bool = False
    """Whether it keeps what it finds in a transposition table, and no tree."""
    trusts_draws: bool = True
    """Whether the result that a draw leads to is right: a disproof, or a proof if the attacker
    wants draws. DCG may take a position of another path for a repetition."""


TREE = Variant("tree", "engine.proof.tree:search_tree", by_path=True)
DAG = Variant(
    "dag",
    "engine.proof.graph:search_graph",
    by_path=True,
    links="engine.proof.graph:LINK",
    looks_up=True,
)
DCG = Variant(
    "dcg",
    "engine.proof.graph:search_graph",
    links="engine.proof.graph:LINK",
    looks_up=True,
    cyclic=True,
    trusts_draws=False,
)
BTA = Variant(
    "bta", "engine.proof.twins:search_twins", links="engine.proof.twins:MARK", looks_up=True
)
PN2 = Variant("pn2", "engine.proof.second_level:search_two_levels", by_path=True, second_level=True)
DFPN = Variant("dfpn", "engine.proof.depth_first:search_depth_first", table=True)
VARIANTS = {row.name: row for row in (TREE, DAG, DCG, BTA, PN2, DFPN)}
"""The rows by name."""
