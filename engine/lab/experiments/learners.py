"""The three learners of Björnsson (2002), as courses through cells.

Two learn from a suite: one from the counters of a single search of each problem (chapter 6), one by
searching again with each weight changed (chapter 7). The third learns from games.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.lab.experiments.cells import FIRST, LEARNER, Cell
from engine.lab.experiments.courses import (
    ENDING,
    HUNDREDTHS,
    WEIGHTS,
    Found,
    State,
    Weights,
    in_hundredths,
)
from engine.lab.experiments.declaration import Grid, Options
from engine.lab.experiments.keyed_suites import keyed_part, keyed_parts
from engine.lab.experiments.openings import blocks_of
from engine.lab.experiments.playing import COLOUR, NODES
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.settings import ALWAYS, effective
from engine.lab.experiments.trials import WHITE
from engine.lab.learning.offline import Iteration, Measured, moved, settings_around
from engine.lab.learning.parameters import WEIGHT_NUMBERS, own_options, read_parameters
from engine.search.selective.memory import CLASSES, PHASES
from engine.thinking.learning.model import Gradient, Sample, gradient, updated
from engine.thinking.learning.weight_file import PHASE_NAMES

WHOLE: Weights = (1.0,) * len(CLASSES)
"""Where all learners begin."""
SUITE, GAMES = "suite", "games"
DELTA = 0.1
"""Plies by which the search raises a weight to count the nodes of the other tree."""


def suite_cells(grid: Grid, options: Options, weights: Weights, seed: int) -> list[Cell]:
    """Return the searches of a suite with some weights."""
    chosen = dict(ALWAYS) | dict(options) | in_hundredths(weights)
    if seed != 1:
        chosen["Hash Seed"] = str(seed)
    nodes = dict(grid.rows[0].options)[NODES]
    settings = tuple(sorted((effective(chosen) | {NODES: nodes, LEARNER: SUITE}).items()))
    return [Cell(settings, part.name, part.digest, 1) for part in keyed_parts(grid.positions)]


@dataclass(frozen=True)
class SuiteCourse:
    """The learner of chapter 6 on a suite (algorithm 12): one instrumented search a problem."""

    rate: float = 1.0
    """The source's mu, which chapter 6 does not tell; that of chapter 7."""
    step_max: float = 1.0

    def begin(self) -> State:
        """Return whole plies."""
        return State(0, (WHOLE,))

    def base(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return the searches with the weights."""
        return suite_cells(grid, options, state.weights[0], seed)

    cells = base

    def next(self, grid: Grid, options: Options, state: State, seed: int, found: Found) -> State:
        """Return the weights one step down the gradient of all problems with a known solution."""
        paths = dict(state.paths)
        weights = rounded(state.weights[0])
        gradients = []
        for cell in self.cells(grid, options, state, seed):
            for problem, text in zip(
                keyed_part(cell.game, cell.digest), found[cell].found, strict=True
            ):
                known = json.loads(text)
                if known["solved"]:
                    paths.setdefault(problem.id, tuple(known["path"]))
                if problem.id in paths:
                    *moves, ordinary = paths[problem.id]
                    counts = known["depth"], known["own"], tuple(known["altered"])
                    sample = Sample(*counts, DELTA, tuple(moves), ordinary)
                    gradients.append(gradient(sample, weights))
        new = state.weights[0]
        if gradients:
            new = updated(new, gradients, self.rate, self.step_max)
        return State(state.number + 1, (new,), paths)


@dataclass(frozen=True)
class OfflineCourse:
    """The learner of chapter 7 (algorithm 13): every problem again with each weight changed."""

    step_max: float = 1.0
    rate: float = 1.0

    def begin(self) -> State:
        """Return whole plies."""
        return State(0, (WHOLE,))

    def base(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return the searches with the weights as they are."""
        return suite_cells(grid, options, as_weights(self.settings(state)[0]), seed)

    def settings(self, state: State) -> list[tuple[int, ...]]:
        """Return the settings of an iteration in hundredths, the unchanged one first."""
        values = tuple(HUNDREDTHS * weight for weight in state.weights[0])
        return settings_around(parameters(), values, (1,) * len(CLASSES))

    def cells(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return the searches of an iteration; the last one only measures its weights."""
        if state.number == len(grid.rows) - 1:
            return self.base(grid, options, state, seed)
        return [
            cell
            for setting in self.settings(state)
            for cell in suite_cells(grid, options, as_weights(setting), seed)
        ]

    def next(self, grid: Grid, options: Options, state: State, seed: int, found: Found) -> State:
        """Return the weights one step against the change of the nodes by each of them."""
        settings = self.settings(state)
        base, *changed = [
            measured(found[cell] for cell in suite_cells(grid, options, as_weights(one), seed))
            for one in settings
        ]
        steps = tuple(one[at] - settings[0][at] for at, one in enumerate(settings[1:]))
        values = tuple(HUNDREDTHS * weight for weight in state.weights[0])
        iteration = Iteration(
            state.number, values, settings[0], base, tuple(changed), steps, self.rate
        )
        new = moved(parameters(), iteration, self.step_max)
        return State(state.number + 1, (tuple(value / HUNDREDTHS for value in new),))


def parameters() -> tuple:  # type: ignore[type-arg]
    """Return the weights as what is learned: start, range, step and unit of the source."""
    return read_parameters([f"{name}={WEIGHT_NUMBERS}" for name in WEIGHTS], own_options())


def measured(parts: Iterable[Searched]) -> Measured:
    """Add the parts of a suite up."""
    known = list(parts)
    nodes, solved = (sum(one.counter(name, 1) for one in known) for name in ("nodes", "solved"))
    return Measured(float(nodes), nodes, solved)


def as_weights(setting: Iterable[int]) -> Weights:
    """Return hundredths as plies."""
    return tuple(value / HUNDREDTHS for value in setting)


def rounded(weights: Weights) -> Weights:
    """Return the weights that a search has: whole hundredths."""
    return as_weights(round(HUNDREDTHS * weight) for weight in weights)


@dataclass(frozen=True)
class GamesCourse:
    """The online learner (section 6.5.2): after some games, a step for each critical position."""

    openings: int = 2
    """Of an iteration, each with both colours; their games are played at the same time."""
    rate: float = 0.05
    """For each critical position, as the option Learn Rate has it."""
    step_max: float = 1.0

    def begin(self) -> State:
        """Return whole plies in both phases."""
        return State(0, (WHOLE,) * len(PHASES))

    def base(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return nothing: games do not tell what the weights are worth."""
        return []

    def cells(self, grid: Grid, options: Options, state: State, seed: int) -> list[Cell]:
        """Return the games of an iteration; none after the last one."""
        if state.number == len(grid.rows) - 1:
            return []
        first = state.number * self.openings
        blocks = blocks_of(grid.positions, seed, 1)[first : first + self.openings]
        own = {"Weights Per Phase": "true"}
        for suffix, weights in zip(("", ENDING), state.weights, strict=True):
            own |= in_hundredths(weights, suffix)
        settings = effective(dict(ALWAYS) | dict(options))  # those of the opponent
        settings |= {FIRST + name: text for name, text in effective(own).items()}
        settings |= {NODES: dict(grid.rows[0].options)[NODES], LEARNER: GAMES}
        return [
            Cell(tuple(sorted((settings | {COLOUR: colour}).items())), block.name, block.digest, 1)
            for block in blocks
            for colour in (WHITE, "black")
        ]

    def next(self, grid: Grid, options: Options, state: State, seed: int, found: Found) -> State:
        """Return the weights after a step for each critical position of the games."""
        weights = list(state.weights)
        for cell in self.cells(grid, options, state, seed):
            for text in found[cell].found:
                known = json.loads(text)
                phase = PHASE_NAMES.index(known["phase"])
                weights[phase] = updated(
                    weights[phase], [slope_of(known)], self.rate, self.step_max
                )
        return replace(state, number=state.number + 1, weights=tuple(weights))


def slope_of(known: dict[str, object]) -> Gradient:
    """Return what a critical position says of the weights that it was searched with."""
    fields = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in known.items()
        if name in Sample._fields
    }
    return gradient(Sample(**fields), known["weights"])  # type: ignore[arg-type]
