"""What an option costs in time where it leaves the tree as it is, as a part of `make bench`."""

import tempfile
import time
from collections.abc import Mapping
from statistics import median

from engine.options import Value, find
from engine.thinking.bench import bench_nodes
from engine.thinking.engine import Engine

REPEATS = 5
LOGGED_DEPTHS = {"Modern": 14, "AliBaba": 6, "Selective": 6}
"""For the cost of Tree Log: some million nodes, of which the files have 24 bytes each."""
NEVER = 2000
"""Remaining depth, in hundredths of a ply, that no node of the bench has."""
MULTI_CUT: Mapping[str, Value] = {"Multi Cut": True, "Multi Cut Min Rem": NEVER}
IDLE: Mapping[str, Mapping[str, Mapping[str, Value]]] = {
    "Modern": {"multi-cut that is never tried": MULTI_CUT},
    "AliBaba": {},
    "Selective": {
        "uncertainty cut-offs that never happen": {
            "Uncertainty Cuts": True,
            "Uncertainty Min Rem": NEVER,
        },
        "multi-cut that is never tried": MULTI_CUT,
        "the counters of Learn Aux": {"Learn Aux": True},
    },
}
"""Settings by search and by what they are called; none of them changes the tree."""
PLAIN: Mapping[str, Value] = {
    "Evaluation": "AliBaba",
    "Null Move": False,
    "Extensions": "None",
}
"""Selective with what AliBaba has."""


def configured(engine: Engine, settings: Mapping[str, Value]) -> dict[str, Value]:
    """Set options; return what they were."""
    before = {name: engine.settings[find(name).field] for name in settings}
    for name, value in settings.items():
        engine.configure(find(name), value)
    return before


def timed(engine: Engine, depth: int, settings: Mapping[str, Value]) -> tuple[int, float]:
    """Return nodes and seconds of processor time of the bench with other settings."""
    before = configured(engine, settings)
    began = time.process_time()
    nodes = bench_nodes(engine, depth)
    seconds = time.process_time() - began
    configured(engine, before)
    return nodes, seconds


def cost_of(engine: Engine, depth: int, settings: Mapping[str, Value]) -> float:
    """Return how many times as long the same tree takes with the settings, by pairs of runs.

    Raises
    ------
    ValueError
        If the trees differ: then the times say nothing.
    """
    costs = []
    for _ in range(REPEATS):
        (usual, without), (nodes, seconds) = (
            timed(engine, depth, {}),
            timed(engine, depth, settings),
        )
        if nodes != usual:
            raise ValueError(f"{nodes} nodes with {dict(settings)}, {usual} without.")
        costs.append(seconds / without)
    return median(costs)


def log_cost(engine: Engine, depth: int) -> float:
    """Return how many times as long the bench takes with Tree Log."""
    with tempfile.TemporaryDirectory() as folder:
        return cost_of(engine, depth, {"Tree Log": folder})


def report_costs(engine: Engine, search: str) -> None:
    """Print what Tree Log costs a search, which is set already, and options that do nothing."""
    depth = LOGGED_DEPTHS[search]
    print(f"{search} with Tree Log: {log_cost(engine, depth):.2f} times as long", flush=True)
    for what, settings in IDLE[search].items():
        cost = cost_of(engine, depth, settings)
        print(f"{search} with {what}: {cost:.3f} times as long", flush=True)


def report_plain(engine: Engine) -> None:
    """Print the speed of Selective with what AliBaba has, against AliBaba's."""
    ratios = []
    for _ in range(REPEATS):
        rates = []
        for settings in ({"Search": "AliBaba"}, {"Search": "Selective", **PLAIN}):
            nodes, seconds = timed(engine, LOGGED_DEPTHS["AliBaba"], settings)
            rates.append(nodes / seconds)
        ratios.append(rates[1] / rates[0])
    print(f"nodes per second of plain Selective by AliBaba's: {median(ratios):.2f}", flush=True)
