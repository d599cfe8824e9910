"""Graphs for the tests: random ones, and how a search that was stopped has expanded them."""

import random
from itertools import pairwise

from engine.proof.games.explicit import ExplicitGame
from engine.proof.reference.graphs import AndOrGraph
from engine.proof.search import ProofNode, ProofSearch
from engine.proof.settings import Settings

EVERY = ("tree", "dag", "dcg", "bta", "pn2", "dfpn")


def search(graph: AndOrGraph, variant: str, *, acyclic=False, draws_win=False, **settings):
    """Make the search of a graph whose leaves all have values."""
    game = ExplicitGame(
        graph.children, graph.values, graph.root, acyclic=acyclic, draws_win=draws_win
    )
    wanted = {"initial": "one", "node_limit": 200_000, "slots": 200_000, "table_mib": 1, **settings}
    return ProofSearch(game, Settings(variant=variant, **wanted))


def random_dag(seed: int, layers: int = 5, width: int = 3) -> AndOrGraph:
    """Layers of positions; each leads to some of the next layer; the last ones have values."""
    chance = random.Random(seed)
    names = [[f"{layer}{place}" for place in range(width)] for layer in range(1, layers)]
    children, values = {"root": names[0]}, {}
    for here, below in pairwise(names):
        for name in here:
            if chance.random() < 0.1:
                values[name] = chance.random() < 0.5
            else:
                children[name] = chance.sample(below, chance.randint(1, 3))
    values.update({name: chance.random() < 0.5 for name in names[-1]})
    return AndOrGraph(children, "root", values)


def random_dcg(seed: int, width: int = 5) -> AndOrGraph:
    """Two sides of positions, each of which leads to some of the other side, or has a value."""
    chance = random.Random(seed)
    sides = [[f"{side}{place}" for place in range(width)] for side in "ab"]
    children, values = {}, {}
    for own, other in (sides, sides[::-1]):
        for name in own:
            if name != "a0" and chance.random() < 0.3:
                values[name] = chance.random() < 0.5
            else:
                children[name] = chance.sample(other, chance.randint(1, 3))
    return AndOrGraph(children, "a0", values)


def expanded(search: ProofSearch, graph: AndOrGraph, merged: bool) -> AndOrGraph:
    """Read what a search has expanded: a tree whose names are paths, or a graph of positions."""
    children: dict[str, list[str]] = {}
    values: dict[str, bool] = {}

    def visit(node: ProofNode, position: str, name: str) -> None:
        if position in graph.values:
            values[name] = graph.values[position]
        below = search.children(node)
        if not below or name in children:
            return
        pairs = [(child, graph.children[position][child.move]) for child in below]
        children[name] = [to if merged else f"{name}/{at}" for at, (_, to) in enumerate(pairs)]
        for (child, to), called in zip(pairs, children[name], strict=True):
            visit(child, to, called)

    visit(search.node(), graph.root, graph.root)
    return AndOrGraph(children, graph.root, values)


def numbers(search: ProofSearch) -> tuple[int | None, int | None]:
    """Return the numbers of the root."""
    root = search.node()
    return root.proof, root.disproof
