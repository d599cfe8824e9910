"""Numbers of tables with their spread over seeds, and what can be told from them."""

from dataclasses import dataclass
from math import hypot, sqrt
from statistics import mean, stdev

from scipy.stats import t as student

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.declaration import Series
from engine.lab.experiments.printed import printed_table


class MissingError(LaboratoryError):
    """A number that a rule needs has not been computed."""


@dataclass(frozen=True)
class Number:
    """A number of a table: the mean over the seeds, and their standard deviation."""

    mean: float
    spread: float
    seeds: int

    def differs(self, other: "Number") -> bool:
        """Tell whether the means differ by more than their seeds do; with one seed by anything.

        Student's t-test at 95 %, of samples with spreads of their own.
        """
        return abs(self.mean - other.mean) > self.noise(other)

    def noise(self, other: "Number") -> float:
        """Return how far the means may be apart by chance; 0 if that is not known: of one seed."""
        if min(self.seeds, other.seeds) == 1:
            return 0.0
        error = hypot(self.spread / sqrt(self.seeds), other.spread / sqrt(other.seeds))
        return error * float(student.ppf(0.975, self.seeds + other.seeds - 2))


@dataclass(frozen=True)
class Table:
    """The numbers of a series at a depth, by labels of rows and columns."""

    series: Series
    depth: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    numbers: dict[tuple[str, str], Number]

    def value(self, row: str, column: str) -> float:
        """Return a mean.

        Raises
        ------
        MissingError
            If it has not been computed.
        """
        return self.number(row, column).mean

    def number(self, row: str, column: str) -> Number:
        """Return a number with its spread; raises as `value`."""
        found = self.numbers.get((row, column))
        if found is None:
            raise MissingError(f"{self.series.name}, depth {self.depth}: {row}, {column}")
        return found

    def less(self, row: str, one: str, other: str) -> bool | None:
        """Tell whether a column has less than another; None within the noise of the seeds."""
        first, second = self.number(row, one), self.number(row, other)
        return first.mean < second.mean if self.seeds_tell(first, second) else None

    @staticmethod
    def seeds_tell(first: Number, second: Number) -> bool:
        """Tell whether a comparison has an answer; of one seed it always has."""
        return min(first.seeds, second.seeds) == 1 or first.differs(second)

    def row(self, row: str) -> dict[str, float]:
        """Return the means of a row by column; raises as `value`."""
        return {column: self.value(row, column) for column in self.columns}

    @property
    def printed(self) -> dict[tuple[str, str], float]:
        """The numbers of the paper; empty if it prints none for this depth."""
        file = self.series.printed.get(self.depth)
        return printed_table(file) if file else {}

    @property
    def is_complete(self) -> bool:
        """Whether every number is there."""
        return len(self.numbers) == len(self.rows) * len(self.columns)


def number_of(values: list[float]) -> Number | None:
    """Return mean and spread of the values of the seeds; None without any."""
    return Number(*mean_and_spread(values), len(values)) if values else None


def mean_and_spread(values: list[float]) -> tuple[float, float]:
    """Return mean and standard deviation; that of a single value is 0."""
    return mean(values), stdev(values) if len(values) > 1 else 0.0
