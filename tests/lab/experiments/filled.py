"""Databases of cells that nobody searched: their counters follow from the settings alone."""

import random

from engine.lab.experiments.catalogue import experiment_called, experiments
from engine.lab.experiments.cells import all_cells, core_of
from engine.lab.experiments.position_sets import DOMINEERING, game_called
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.store import CellStore
from engine.thinking.counters import NAMES


def nodes_of(cell, depth):
    """Invent the nodes of a cell at a depth."""
    return random.Random(f"{cell.options} {cell.game} {depth}").randrange(10**6) + 10**4 * 4**depth


SHOWN = {experiment.counter for experiment in experiments().values()}
"""What the tables of some experiment count."""


def searched(cell):
    """Invent what a cell came to."""
    is_board = cell.game.startswith(DOMINEERING)
    positions = 1 if is_board else len(game_called(cell.game, cell.digest).ids)
    depths = range(1, cell.depth + 1)
    counters = tuple(
        tuple(nodes_of(cell, depth) if name in SHOWN else 1000 + depth for name in NAMES)
        for depth in depths
    )
    nodes = tuple(tuple(depths) for _ in range(positions))
    found = ("V",) if is_board else ("e2e4",) * positions
    return Searched(nodes, NAMES, counters, 0.5, found, (0,) * positions, (50.0, 50.0))


def fill(path, name, seeds=1, part=1.0, core=None):
    """Store a part of the cells of a quick grid; returns how many."""
    experiment = experiment_called(name)
    cells = all_cells(experiment, experiment.quick, seeds)
    cells = cells[: round(part * len(cells))]
    store = CellStore(path)
    with store.at_once():
        for cell in cells:
            store.add(cell, core or core_of(experiment.quick.positions), searched(cell))
    store.close()
    return len(cells)
