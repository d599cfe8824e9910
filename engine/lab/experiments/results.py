"""The tables of an experiment: our numbers, summed up over games, with mean and spread over seeds.

Only what is stored is shown; a number whose cells are not all there is missing.
"""

from collections import Counter
from collections.abc import Iterable

from engine.lab.experiments.cells import (
    Cell,
    Place,
    all_cells,
    cells_of,
    core_for,
    places_of,
)
from engine.lab.experiments.courses import Run, cells_wanted, runs_of
from engine.lab.experiments.declaration import (
    Claim,
    Experiment,
    Grid,
    Judgement,
    Kind,
    Verdict,
)
from engine.lab.experiments.numbers import (
    MissingError,
    Number,
    Table,
    mean_and_spread,
    number_of,
)
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.store import CellStore

MOST = "most_"
"""Counters whose names begin so are no sums."""


class Results:
    """What is stored of a grid of an experiment.

    Parameters
    ----------
    experiment, grid
        What is wanted.
    store
        Where it is looked for.
    core
        Hash of the core that the numbers are wanted of.
    seeds
        At most so many.
    """

    def __init__(
        self, experiment: Experiment, grid: Grid, store: CellStore, core: str, seeds: int = 1
    ) -> None:
        self.experiment, self.grid, self.seeds, self.core = experiment, grid, seeds, core
        self.runs: dict[tuple[str, int], Run] = {}
        """Of a learner, by series and seed."""
        if grid.kind is Kind.LEARNER:
            self.runs, self.cells = runs_of(
                experiment, grid, seeds, lambda cells: store.found(cells, core)
            )
            self.wanted = cells_wanted(self.runs.values())
        else:
            wanted = all_cells(experiment, grid, seeds)
            self.wanted = len(wanted)
            self.cells = store.found(wanted, core)
        self._tables: dict[tuple[str, int], Table] = {}

    @property
    def is_of_this_version(self) -> bool:
        """Whether the numbers are of the search of this version of Sesame."""
        return self.core == core_for(self.experiment, self.grid)

    def table(self, series: str, depth: int) -> Table:
        """Return a table by the name of its series."""
        if (series, depth) not in self._tables:
            self._tables[series, depth] = self._filled(series, depth)
        return self._tables[series, depth]

    def tables(self) -> list[Table]:
        """Return all tables of which something is known."""
        series = self.experiment.series
        found = [self.table(each.name, depth) for each in series for depth in self.grid.depths]
        return [table for table in found if table.numbers]

    def _filled(self, series: str, depth: int) -> Table:
        numbers: dict[tuple[str, str], Number] = {}
        chosen = next(each for each in self.experiment.series if each.name == series)
        for place in places_of(self.experiment, self.grid):
            if place.series is chosen and place.depth == depth:
                number = self._number(place)
                if number is not None:
                    numbers[place.row.label, place.column.label] = number
        rows = tuple(row.label for row in self.grid.rows)
        columns = tuple(column.label for column in self.experiment.columns)
        return Table(chosen, depth, rows, columns, numbers)

    def _number(self, place: Place) -> Number | None:
        """Return the number of a place; None if it has not been computed, or is to be left out."""
        try:
            if self.experiment.measure is not None:
                return Number(self.experiment.measure(self, place), 0.0, 1)
            counter = place.row.counter or place.column.counter or self.experiment.counter
            number = number_of(self._by_seed(place, counter))
            return None if number is None or self._lacks_a_result(place) else number
        except (MissingError, ZeroDivisionError):
            return None

    def counted(self, series: str, depth: int, row: str, column: str) -> Counter[str]:
        """Return what Selective counted of itself at a place; maxima are those of all cells.

        Raises
        ------
        MissingError
            If it has not been computed.
        """
        total: Counter[str] = Counter()
        for searched in self.searched(series, depth, row, column).values():
            for name, number in searched.counted:
                is_most = name.endswith(" max")
                total[name] = max(total[name], number) if is_most else total[name] + number
        if not total:
            raise MissingError(f"{series}, depth {depth}: counts of Selective")
        return total

    def counter(self, series: str, depth: int, row: str, column: str, name: str) -> float:
        """Return a counter at a place, summed up over the games, as the mean over the seeds.

        Raises
        ------
        MissingError
            If it has not been computed.
        """
        number = number_of(self._by_seed(self.place(series, depth, row, column), name))
        if number is None:
            raise MissingError(f"{series}, depth {depth}: {row}, {column}")
        return number.mean

    def place(self, series: str, depth: int, row: str, column: str) -> Place:
        """Find a place by its names; raises MissingError if the grid has none."""
        for place in places_of(self.experiment, self.grid):
            names = (place.series.name, place.depth, place.row.label, place.column.label)
            if names == (series, depth, row, column):
                return place
        raise MissingError(f"{series}, depth {depth}: {row}, {column}")

    def seeds_of(self, series: str, depth: int, row: str, column: str) -> list[int]:
        """Return the seeds of which all games of a place are stored; raises MissingError."""
        found = self._seeds(self.place(series, depth, row, column))
        if not found:
            raise MissingError(f"{series}, depth {depth}: {row}, {column}")
        return found

    def speed(self, series: str, depth: int, row: str, column: str) -> Number:
        """Return the nodes per second of processor time of a place, over its seeds.

        Raises
        ------
        MissingError
            If it has not been computed.
        """
        place, speeds = (series, depth, row, column), []
        for seed in self.seeds_of(*place):
            searched = self.searched(*place, seed).values()
            nodes = sum(each.counter("nodes", len(each.counters)) for each in searched)
            speeds.append(nodes / sum(each.seconds for each in searched))
        return Number(*mean_and_spread(speeds), len(speeds))

    def expected(self, series: str, depth: int, row: str, column: str) -> tuple[float, float]:
        """Return the clashes and collisions that formula 2.2 expects, on the mean of the seeds.

        Raises as `speed`.
        """
        place = series, depth, row, column
        seeds = self.seeds_of(*place)
        pairs = [each.expected for seed in seeds for each in self.searched(*place, seed).values()]
        clashes, collisions = (sum(numbers) / len(seeds) for numbers in zip(*pairs, strict=True))
        return clashes, collisions

    def searched(
        self, series: str, depth: int, row: str, column: str, seed: int = 1
    ) -> dict[str, Searched]:
        """Return by game what is stored of a place with a seed; raises as `speed`."""
        cells = list(cells_of(self.grid, self.place(series, depth, row, column), seed))
        if not all(cell in self.cells for cell in cells):
            raise MissingError(f"{series}, depth {depth}: {row}, {column}")
        return {cell.game: self.cells[cell] for cell in cells}

    def found(self, series: str, depth: int, row: str, column: str) -> dict[str, tuple[str, ...]]:
        """Return by game what the searches of a place found, one seed after the other.

        Raises
        ------
        MissingError
            If it has not been computed.
        """
        place = series, depth, row, column
        by_game: dict[str, tuple[str, ...]] = {}
        for seed in self.seeds_of(*place):
            for game, each in self.searched(*place, seed).items():
                by_game[game] = by_game.get(game, ()) + each.found
        return by_game

    def _lacks_a_result(self, place: Place) -> bool:
        """Whether the number is to be left out since a search did not solve its problem."""
        if not self.experiment.only_solved:
            return False
        return not all(
            counter_in(self.cells[cell], "solved", cell.depth)
            for cell in cells_of(self.grid, place, 1)
        )

    def _seeds(self, place: Place) -> list[int]:
        """Return the seeds of which every game is there."""
        return [
            seed
            for seed in range(1, self.seeds + 1)
            if all(cell in self.cells for cell in cells_of(self.grid, place, seed))
        ]

    def _by_seed(self, place: Place, name: str) -> list[float]:
        """Return a counter at a place for each seed of which every game is there."""
        found = []
        for seed in self._seeds(place):
            cells = list(cells_of(self.grid, place, seed))
            number = total(self.cells, cells, name, place.depth)
            found.append(number / len(cells) if self.experiment.is_mean else number)
        return found

    def judgement(self, claim: Claim) -> Judgement:
        """Judge a claim."""
        try:
            return claim.judge(self)
        except MissingError as missing:
            return Judgement(Verdict.NOT_TRIED, f"Missing: {missing}.")
        except ZeroDivisionError:
            return Judgement(Verdict.NOT_TRIED, "A counter that the rule divides by is 0.")


def results_of(experiment: Experiment, grid: Grid, store: CellStore, seeds: int = 1) -> Results:
    """Return what is stored of a grid, of the version that has most cells of it.

    Of several that have as many, this version's search comes first, then the newest.
    """
    best = Results(experiment, grid, store, core_for(experiment, grid), seeds)
    for core in store.cores():
        if len(best.cells) == best.wanted:
            break
        other = Results(experiment, grid, store, core, seeds)
        if len(other.cells) > len(best.cells):
            best = other
    return best


def counter_in(searched: Searched, name: str, depth: int) -> int:
    """Return a counter of a cell when a depth was complete.

    Raises
    ------
    MissingError
        If the version that computed the cell did not have this counter.
    """
    if name not in searched.names:
        raise MissingError(f"the counter {name}, which the version that searched does not have")
    return searched.counter(name, depth)


def total(found: dict[Cell, Searched], cells: Iterable[Cell], name: str, depth: int) -> int:
    """Sum a counter up over the games, or take the greatest of one that is called the most.

    Raises
    ------
    MissingError
        As `counter_in`.
    """
    numbers = [counter_in(found[cell], name, depth) for cell in cells]
    return max(numbers) if name.startswith(MOST) else sum(numbers)
