"""UCI_LimitStrength: the nodes of a move grow with the rating, and the search keeps to them."""

import pytest

from engine.options.game import HIGHEST_ELO, LOWEST_ELO
from engine.options.search import SEARCHES
from engine.thinking.strength import nodes_for
from tests.search.positions import LARGE
from tests.search.thinker import Thinker

UNWINDING = 50  # nodes that are counted on the way back after a stop


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def test_more_nodes_for_every_point():
    nodes = [nodes_for(elo) for elo in range(LOWEST_ELO, HIGHEST_ELO + 1, 10)]
    assert nodes == sorted(set(nodes))
    assert nodes[0] == 220
    assert nodes_for(LOWEST_ELO + 190) == 440


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("elo", [1800, 2400])
def test_the_search_keeps_to_them(thinker, search, elo):
    """Whatever the depth; the first iteration is searched in any case."""
    for position in LARGE.values():
        thinker.reset(search=search, limit_strength=True, elo=elo)
        least = thinker.afresh(position, 1).nodes
        assert thinker.afresh(position, 60).nodes <= max(nodes_for(elo), least) + UNWINDING
        assert thinker.afresh(position, nodes=200).nodes <= max(200, least) + UNWINDING


def test_without_the_switch_the_rating_means_nothing(thinker):
    position = next(iter(LARGE.values()))
    thinker.reset(elo=LOWEST_ELO)
    assert thinker.think(position, nodes=20_000).nodes >= 20_000
