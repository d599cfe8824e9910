"""Cells on the workers of a Dask cluster."""

from contextlib import AbstractContextManager

from engine.lab.common.dask_tasks import ClusterTasks, cluster_tasks
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.computing import compute
from engine.lab.experiments.searching import Searched


def cluster(address: str) -> AbstractContextManager[ClusterTasks[Cell, Searched]]:
    """Provide the workers of a cluster."""
    return cluster_tasks(compute, address)
