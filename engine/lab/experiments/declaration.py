"""What an experiment is: a question, a grid of settings, printed tables, and claims with rules.

An experiment yields tables: for each series of settings and each depth one, with a row for each
size and a column for each variant. A number is the sum of all nodes over the positions (Breuker
1998, chapter 2).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.lab.experiments.cells import Place
    from engine.lab.experiments.courses import Course
    from engine.lab.experiments.results import Results

Options: TypeAlias = tuple[tuple[str, str], ...]
"""Names and values of UCI options."""


class Verdict(StrEnum):
    """What our numbers say of a claim. The values are shown to users."""

    REPRODUCED = "reproduced"
    SAME_SHAPE = "same shape"
    NOT_REPRODUCED = "not reproduced"
    NOT_TRIED = "not tried"


class Kind(StrEnum):
    """What the cells of a grid are."""

    SEARCHES = "searches"
    """Of the positions of a set, or proofs, or boards that are solved."""
    MATCHES = "matches"
    """Games of two settings from the openings of a set, each with both colours."""
    LEARNER = "learner"
    """The iterations of a learner: which cells there are follows from those before."""


@dataclass(frozen=True)
class Judgement:
    """A verdict with the numbers that it rests on."""

    verdict: Verdict
    words: str


@dataclass(frozen=True)
class Claim:
    """A statement of a paper, and the rule by which our numbers are judged."""

    text: str
    source: str
    """Where it is printed."""
    rule: str
    """The rule in words."""
    judge: Callable[["Results"], Judgement]
    """The rule; a `MissingError` of the results means that it was not tried."""


@dataclass(frozen=True)
class Variant:
    """A row or a column: its name, and the options that make it."""

    label: str
    options: Options = ()
    counter: str = ""
    """What its numbers count, if not what the experiment does; a row's goes before a column's."""


@dataclass(frozen=True)
class Series:
    """Tables that differ in the depth alone."""

    name: str
    options: Options
    printed: Mapping[int, str] = field(default_factory=dict)
    """Files of printed tables by depth, without their ending."""
    course: "Course | None" = None
    """Of a learner: how it goes from one iteration, which is a row, to the next."""

    @property
    def keeps_the_table(self) -> bool:
        """Whether it goes on from search to search, as it does by default.

        Then a depth is not contained in a run to a greater one.
        """
        return dict(self.options).get("Time Stamping", "true") == "true"


@dataclass(frozen=True)
class Grid:
    """How much of an experiment is computed."""

    positions: str
    """Name of a set."""
    depths: tuple[int, ...]
    rows: tuple[Variant, ...]
    kind: Kind = Kind.SEARCHES


@dataclass(frozen=True)
class Drawn:
    """A plot of some columns by row, in the form of the paper."""

    upward: str
    """What the vertical axis shows."""
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Curves:
    """A figure of the paper, whose lines go through the rows of a table."""

    title: str
    across: str
    """What the horizontal axis shows."""
    column: str
    """Whose numbers are drawn."""
    whole: str
    """A column that counts what was solved: a row with less than the most of it is left out, since
    only what was solved is summed up."""
    lines: Mapping[str, Mapping[int, str]]
    """Of each line its rows, by their places on the horizontal axis."""
    highest: float
    """Where the vertical axis ends; the table of the figure has the larger numbers too."""


@dataclass(frozen=True)
class Experiment:
    """An experiment of a paper."""

    name: str
    title: str
    source: str
    question: str
    columns: tuple[Variant, ...]
    series: tuple[Series, ...]
    full: Grid
    """As printed."""
    quick: Grid
    """A few minutes on two processors, with smaller tables so that the pressure is alike."""
    claims: tuple[Claim, ...] = ()
    rows_are: str = "positions in the table"
    counter: str = "nodes"
    """What the numbers of the tables count: a field of the engine's `Counters`."""
    has_depths: bool = True
    """Whether searches end at a depth; otherwise the one depth of the grid means nothing."""
    only_solved: bool = False
    """Whether a number is missing where a search ended without a result, as in the paper."""
    is_mean: bool = False
    """Whether numbers are means over the searches, not sums."""
    is_exact: bool = False
    """Whether the numbers themselves can be compared with the printed ones; they are shown in full,
    without ratios to the best of their row."""
    measure: Callable[["Results", "Place"], float] | None = None
    """What the numbers are instead of a counter, if they are something else; shown with decimals.
    A `MissingError` means that it is not known."""
    drawn: tuple["Drawn", ...] | None = None
    """Which columns are drawn together by row; those of a number of nodes if nothing is said."""
    curves: tuple["Curves", ...] = ()
    """Figures through the rows of the tables."""
    notes: str = ""
    """What differs from the paper, for the report."""

    @property
    def search(self) -> str:
        """The search whose numbers these are, AliBaba unless the series name another."""
        return dict(self.series[0].options).get("Search", "AliBaba")

    def grid(self, quick: bool) -> Grid:
        """Return one of the two grids."""
        return self.quick if quick else self.full
