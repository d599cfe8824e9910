"""The rules of the claims: the printed tables satisfy them, and tables without a pattern do not."""

import random

import pytest

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.claims.rules import by_share, kendall_tau, saving, spread
from engine.lab.experiments.declaration import Verdict
from engine.lab.experiments.printed import printed_table, printed_words
from engine.lab.experiments.results import MissingError, Number, Results, Table


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
        rows = tuple(row.label for row in self.grid.rows)
        columns = tuple(column.label for column in self.experiment.columns)
        found = {
            (row, column): Number(value, 0.0, 1)
            for row in rows
            for column in columns
            if (value := self._number(chosen, depth, row, column)) is not None
        }
        return Table(chosen, depth, rows, columns, found)

    def found(self, series, depth, row, column):
        if self._number is not as_printed or "domineering" not in self.experiment.name:
            raise MissingError("what was found is not printed")
        winners = {"V": "VV", "H": "HH", "1": "VH", "2": "HV"}
        pair = winners[printed_words("t2-1-domineering-classes")[row]["corrected"]]
        return {"domineering V": (pair[0],), "domineering H": (pair[1],)}

    def counter(self, series, depth, row, column, name):
        raise MissingError(f"{name} is not printed")

    def searched(self, series, depth, row, column):
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
