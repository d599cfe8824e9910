"""The rules of the claims: the printed tables satisfy them, and tables without a pattern do not."""

import random

import pytest

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.claims.rules import by_share, kendall_tau, saving, spread
from engine.lab.experiments.declaration import Verdict
from engine.lab.experiments.numbers import MissingError, Number, Table
from engine.lab.experiments.printed import printed_table, printed_words
from engine.lab.experiments.results import Results


class PrintedTable(Table):
    """A table that says what it lacks."""

    def value(self, row, column):
        if (row, column) not in self.numbers:
            raise MissingError(f"{row}, {column} is not printed")
        return super().value(row, column)


class Imagined(Results):
    """Results whose tables are given by a function of series, depth, row and column."""

    def __init__(self, experiment, number):
        self.experiment, self.grid, self.seeds, self._number = (
            experiment,
            experiment.full,
            1,
            number,
        )

    def table(self, series, depth):
        chosen = next(each for each in self.experiment.series if each.name == series)
        if self._number is as_printed and not chosen.printed:
            raise MissingError("this table is not printed")
        rows = tuple(row.label for row in self.grid.rows)
        columns = tuple(column.label for column in self.experiment.columns)
        found = {
            (row, column): Number(value, 0.0, 1)
            for row in rows
            for column in columns
            if (value := self._number(chosen, depth, row, column)) is not None
        }
        kind = PrintedTable if self._number is as_printed else Table
        return kind(chosen, depth, rows, columns, found)

    def found(self, series, depth, row, column):
        if self._number is as_printed and self.experiment.only_solved:
            chosen = next(each for each in self.experiment.series if each.name == series)
            if not chosen.printed or column == "Modern":
                raise MissingError(f"{column} is not printed")
            solved = as_printed(chosen, depth, row, column) is not None
            return {row: ("proved" if solved else "nodes",)}
        if self._number is not as_printed or "domineering" not in self.experiment.name:
            raise MissingError("what was found is not printed")
        winners = {"V": "VV", "H": "HH", "1": "VH", "2": "HV"}
        pair = winners[printed_words("t2-1-domineering-classes")[row]["corrected"]]
        return {"domineering V": (pair[0],), "domineering H": (pair[1],)}

    def counter(self, series, depth, row, column, name):
        raise MissingError(f"{name} is not printed")

    def seeds_of(self, series, depth, row, column):
        return [1]

    def searched(self, series, depth, row, column, seed=1):
        raise MissingError("what a search came to is not printed")


def as_printed(series, depth, row, column):
    file = series.printed.get(depth)
    return printed_table(file).get((row, column)) if file else None


CLAIMS = [
    pytest.param(experiment, claim, id=f"{experiment.name}: {claim.text[:40]}")
    for experiment in experiments().values()
    for claim in experiment.claims
]


@pytest.mark.parametrize(("experiment", "claim"), CLAIMS)
def test_the_printed_tables_satisfy_the_rule(experiment, claim):
    """Otherwise the rule would ask more than the paper shows."""
    judgement = Imagined(experiment, as_printed).judgement(claim)
    assert judgement.verdict in (Verdict.REPRODUCED, Verdict.NOT_TRIED), judgement.words
    if judgement.verdict == Verdict.NOT_TRIED:
        assert "is not printed" in judgement.words, judgement.words


@pytest.mark.parametrize(("experiment", "claim"), CLAIMS)
def test_without_numbers_nothing_was_tried(experiment, claim):
    judgement = Imagined(experiment, lambda *_: None).judgement(claim)
    assert judgement.verdict == Verdict.NOT_TRIED


def any_number(series, depth, row, column):
    """Return a number of a plausible size, the same each time."""
    chance = random.Random(f"{series.name} {depth} {row} {column}")
    return 1e8 * 4.0**depth * chance.uniform(0.5, 2.0)


def test_numbers_without_a_pattern_are_found_out():
    """Most claims fail for random numbers of like size; a few words hold by chance."""
    verdicts = []
    for experiment in experiments().values():
        results = Imagined(experiment, any_number)
        verdicts += [results.judgement(claim).verdict for claim in experiment.claims]
    tried = [verdict for verdict in verdicts if verdict != Verdict.NOT_TRIED]
    assert len(tried) > 20
    assert tried.count(Verdict.REPRODUCED) < len(tried) / 4, verdicts


def test_reversed_columns_are_found_out():
    """With the best and the worst scheme exchanged no claim about their order is reproduced."""
    experiment = experiments()["replacement-middle-game"]
    order = [column.label for column in experiment.columns]
    mirror = dict(zip(order, reversed(order), strict=True))

    def mirrored(series, depth, row, column):
        return as_printed(series, depth, row, mirror[column])

    results = Imagined(experiment, mirrored)
    for claim in experiment.claims:
        if "beats" in claim.text or "order" in claim.text or "fewest" in claim.text:
            assert results.judgement(claim).verdict == Verdict.NOT_REPRODUCED, claim.text


def test_figures():
    assert kendall_tau([1, 2, 3, 4]) == 1
    assert kendall_tau([4, 3, 2, 1]) == -1
    assert kendall_tau([1, 3, 2]) == pytest.approx(1 / 3)
    assert spread([162_393, 205_747]) == pytest.approx(21.07, abs=0.01)
    assert saving(3, 4) == 25


def test_shares():
    assert by_share("cases", [True, True], 0.9, 0.5).verdict == Verdict.REPRODUCED
    assert by_share("cases", [True, False], 0.9, 0.5).verdict == Verdict.SAME_SHAPE
    assert by_share("cases", [False, False, True], 0.9, 0.5).verdict == Verdict.NOT_REPRODUCED
    with pytest.raises(MissingError):
        by_share("cases", [], 0.9, 0.5)


class Counted(Imagined):
    """Results with counters of a search, by the number of bits or the size of the row."""

    def __init__(self, name, **counters):
        super().__init__(experiments()[name], lambda *_: 1.0)
        self.counters = counters

    def counter(self, series, depth, row, column, name):
        value = self.counters[name]
        return value(row, column) if callable(value) else value

    def expected(self, series, depth, row, column):
        return self.counters["expected"], 0.0

    def searched(self, series, depth, row, column, seed=1):
        return {"game": self.counters["searched"](row, column)}

    def verdicts(self):
        return [self.judgement(claim).verdict for claim in self.experiment.claims]


class Result:
    """What a rule reads of a cell."""

    def __init__(self, move="", score=0, nodes=0, seconds=1.0):
        self.found, self.scores, self.seconds, self.nodes = (move,), (score,), seconds, nodes
        self.counters = ((),)

    def counter(self, name, depth):
        return self.nodes


@pytest.mark.parametrize(
    ("real", "verdict"), [(110, "reproduced"), (200, "same shape"), (400, "not reproduced")]
)
def test_collisions(real, verdict):
    assert Counted("collisions", clashes=real, expected=100).verdicts() == [verdict]


@pytest.mark.parametrize(("factor", "verdict"), [(2, "reproduced"), (1.2, "not reproduced")])
def test_type_one_errors(factor, verdict):
    def mistaken(row, column):
        return 1e9 / factor ** int(column.split()[0])

    results = Counted("type-1-errors", mistaken=mistaken, reads=1e9, illegal=1e9 / factor**18 / 2)
    assert results.verdicts() == [verdict, "reproduced"]


def test_nothing_to_divide_by():
    """No errors at all: the rules cannot judge."""
    results = Counted("type-1-errors", mistaken=0, reads=0, illegal=0)
    assert set(results.verdicts()) == {"not tried"}


@pytest.mark.parametrize(
    ("with_table", "without", "verdict"),
    [
        (("a1b1", 300), ("a1a2", 0), "reproduced"),
        (("a1b1", 0), ("a1a2", 0), "not reproduced"),
        (("a1b1", 300), ("a1b1", 300), "not reproduced"),
        (("a1a2", 300), ("a1a2", 0), "not reproduced"),
    ],
)
def test_fine_70(with_table, without, verdict):
    def searched(row, column):
        return Result(*(without if column == "no table" else with_table))

    assert Counted("fine-70", searched=searched).verdicts() == [verdict]


@pytest.mark.parametrize(("slow", "verdict"), [(1.02, "reproduced"), (1.3, "not reproduced")])
def test_speed(slow, verdict):
    def searched(row, column):
        return Result(nodes=1e6, seconds=slow if column == "OLD" else 1.0)

    results = Counted("speed-and-load", searched=searched, filled=5)
    assert results.verdicts()[0] == verdict
    assert results.verdicts()[2] == "reproduced"


@pytest.mark.parametrize(("cuts", "verdict"), [(50, "reproduced"), (90, "same shape")])
def test_hits_that_cut(cuts, verdict):
    name = "move-against-score-middle-game"
    counters = {"hits": 1000, "exact_cuts": 1, "lower_cuts": 5 * cuts, "upper_cuts": 5 * cuts}
    results = Counted(name, **counters)
    (claim,) = (claim for claim in results.experiment.claims if "at once" in claim.text)
    assert results.judgement(claim).verdict == verdict
