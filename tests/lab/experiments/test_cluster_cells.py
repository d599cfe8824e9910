"""Cells on a real Dask cluster: the same numbers as here, and its faults in a sentence."""

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.cells import all_cells, core_hash
from engine.lab.experiments.cluster import cluster as workers_of
from engine.lab.experiments.running import run
from engine.lab.experiments.searching import compute
from engine.lab.experiments.store import CellStore
from tests.lab.dask_cluster import cluster
from tests.lab.experiments.small import GRID, SMALL

pytest.importorskip("distributed")

__all__ = ["cluster"]

CELLS = all_cells(SMALL, GRID, 1)


def test_the_cluster_computes_what_this_machine_does(cluster, tmp_path):
    store = CellStore(tmp_path / "x.db")
    with workers_of(cluster) as pool:
        assert pool.workers == 2
        run(CELLS, store, core_hash(), pool, lambda cell, searched: None)
    found = store.found(CELLS, core_hash())
    store.close()
    assert len(found) == len(CELLS)
    for cell in CELLS[:3]:
        here = compute(cell, core_hash())
        assert (found[cell].nodes, found[cell].counters) == (here.nodes, here.counters)


def test_workers_with_another_search_are_refused(cluster, tmp_path):
    """By the hash of its sources; nothing is stored."""
    store = CellStore(tmp_path / "x.db")
    sentence = "A Dask worker cannot compute: The worker's Sesame has another search"
    with workers_of(cluster) as pool, pytest.raises(LaboratoryError, match=sentence):
        run(CELLS, store, "another core", pool, lambda cell, searched: None)
    assert store.cores() == {}
    store.close()
