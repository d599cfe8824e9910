"""Learners as chains of cells: the results of an iteration tell which cells the next one has.

An iteration is a state, the cells that are computed in it, and the state that follows. All of it
follows from stored cells, so a run that was killed goes on where it was, and two learners that
search the same positions with the same weights share the cells.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from engine.lab.experiments.cells import Cell
from engine.lab.experiments.declaration import Experiment, Grid, Options, Series
from engine.lab.experiments.searching import Searched
from engine.search.selective.memory import CLASSES

Weights: TypeAlias = tuple[float, ...]
"""Plies by class of moves, in the order of `CLASSES`."""
WEIGHTS = tuple(f"Weight {name.replace('_', ' ').title()}" for name in CLASSES)
"""Their options."""
Found: TypeAlias = Mapping[Cell, Searched]
ENDING = " Ending"
"""After the name of a weight of endings."""
HUNDREDTHS = 100


@dataclass(frozen=True)
class State:
    """Where a learner is."""

    number: int
    """Of the iteration, from 0."""
    weights: tuple[Weights, ...]
    """By phase of the game, or one for both."""
    paths: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Of problems that were solved before: the moves of the solution by class, then the others."""


class Course(Protocol):
    """How a learner goes on."""

    def begin(self) -> State:
        """Return the state before the first iteration."""

    def cells(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return the cells of an iteration, all of which can be computed at once."""

    def next(self, grid: Grid, options: Options, state: State, seed: int, found: Found) -> State:
        """Return the state that follows from the results of the cells."""

    def base(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return those cells that tell what the weights of the state are worth."""


@dataclass(frozen=True)
class Step:
    """An iteration of a run."""

    state: State
    cells: tuple[Cell, ...]
    is_complete: bool
    """Whether all its cells are stored."""


@dataclass(frozen=True)
class Run:
    """The iterations of a learner as far as they are known: all but the last one are complete."""

    steps: tuple[Step, ...]
    wanted: int
    """Iterations of the grid."""

    @property
    def is_complete(self) -> bool:
        """Whether the learner has reached its end."""
        return len(self.steps) == self.wanted and self.steps[-1].is_complete


def run_of(
    grid: Grid,
    series: Series,
    seed: int,
    lookup: Callable[[Iterable[Cell]], dict[Cell, Searched]],
) -> tuple[Run, dict[Cell, Searched]]:
    """Follow a learner through what is stored.

    Parameters
    ----------
    grid
        Its rows are the iterations.
    series
        Of the learner.
    seed
        From 1.
    lookup
        Returns what is stored of some cells.

    Returns
    -------
    tuple of Run and dict
        The results of its cells.
    """
    course, options = series.course, series.options
    assert course is not None, series.name
    steps: list[Step] = []
    known: dict[Cell, Searched] = {}
    state = course.begin()
    while True:
        cells = tuple(course.cells(grid, options, state, seed))
        found = lookup(cells)
        known |= found
        is_complete = len(found) == len(set(cells))
        steps.append(Step(state, cells, is_complete))
        if not is_complete or len(steps) == len(grid.rows):
            return Run(tuple(steps), len(grid.rows)), known
        state = course.next(grid, options, state, seed, found)


def runs_of(
    experiment: Experiment,
    grid: Grid,
    seeds: int,
    lookup: Callable[[Iterable[Cell]], dict[Cell, Searched]],
) -> tuple[dict[tuple[str, int], Run], dict[Cell, Searched]]:
    """Follow the learners of all series and seeds; returns their runs by both, and all results."""
    runs: dict[tuple[str, int], Run] = {}
    known: dict[Cell, Searched] = {}
    for series in experiment.series:
        for seed in range(1, seeds + 1):
            run, found = run_of(grid, series, seed, lookup)
            runs[series.name, seed] = run
            known |= found
    return runs, known


def cells_wanted(runs: Iterable[Run]) -> int:
    """Count the cells of runs, each once: the most that there can be, until all are known.

    Iterations that are not known count as many as the last one that is.
    """
    cells: set[Cell] = set()
    missing = 0
    for run in runs:
        cells |= {cell for step in run.steps for cell in step.cells}
        missing += (run.wanted - len(run.steps)) * len(run.steps[-1].cells)
    return len(cells) + missing


def next_cells(runs: Iterable[Run]) -> list[Cell]:
    """Return the cells that can be computed now: those of the last iteration of each run."""
    return list(dict.fromkeys(cell for run in runs for cell in run.steps[-1].cells))


def in_hundredths(weights: Weights, suffix: str = "") -> dict[str, str]:
    """Return weights as options."""
    return {
        f"{name}{suffix}": str(round(HUNDREDTHS * weight))
        for name, weight in zip(WEIGHTS, weights, strict=True)
    }
