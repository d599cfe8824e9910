"""A tree that both searches' files are made from; written once for all tests here."""

import pytest

from tests.search.positions import LARGE
from tests.search.thinker import Thinker


def log(folder, **settings):
    """Search a position with a log; returns the file of the last iteration."""
    depth = settings.pop("depth")
    thinker = Thinker(tree_log=str(folder), **settings)
    thinker.think(LARGE["Kiwipete"], depth)
    return sorted(folder.glob("*.tree"))[-1]


@pytest.fixture(scope="session")
def modern(tmp_path_factory):
    """An iteration of Modern, with passes, probes and re-searches; two lines."""
    folder = tmp_path_factory.mktemp("modern")
    return log(folder, search="Modern", depth=8, multipv=2)


@pytest.fixture(scope="session")
def alibaba(tmp_path_factory):
    """A small tree without quiescence."""
    folder = tmp_path_factory.mktemp("alibaba")
    return log(folder, search="AliBaba", depth=2, quiescence=False, aspiration=False)
