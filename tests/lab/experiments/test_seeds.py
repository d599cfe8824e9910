"""Rules know the noise of several seeds: what is beyond it counts, what is within it does not.

Invented numbers that must pass and must fail; the witness of the test of means is SciPy's.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ttest_ind

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import all_cells, core_for
from engine.lab.experiments.claims.rules import all_hold, by_share, rank_correlation
from engine.lab.experiments.claims.schemes import CLEARED
from engine.lab.experiments.declaration import Verdict
from engine.lab.experiments.numbers import MissingError, Number, Table, number_of
from engine.lab.experiments.results import Results
from engine.lab.experiments.store import CellStore
from engine.thinking.counters import NAMES
from tests.lab.experiments.filled import searched

REPRODUCED, SHAPE = Verdict.REPRODUCED, Verdict.SAME_SHAPE
FAILED, UNTRIED = Verdict.NOT_REPRODUCED, Verdict.NOT_TRIED


def test_means_that_differ():
    """As Student's test of two samples says, at 95 %."""
    random = np.random.default_rng(7)
    told = []
    for seeds in (2, 3, 8):
        for shift in np.linspace(0, 6, 30):
            one, other = random.normal(100, 2, seeds), random.normal(100 + shift, 2, seeds)
            ours = number_of([*one]).differs(number_of([*other]))
            assert ours == (ttest_ind(one, other).pvalue < 0.05)
            told.append(ours)
    assert 20 < sum(told) < len(told) - 20


def test_one_seed_has_no_noise():
    assert Number(100, 0.0, 1).differs(Number(101, 0.0, 1))
    assert Number(100, 5.0, 4).differs(Number(101, 0.0, 1))
    assert not Number(100, 0.0, 1).differs(Number(100, 0.0, 1))


def test_cases_within_the_noise_do_not_count():
    assert by_share("cases", [True, None, None, True], 0.9, 0.5).verdict == REPRODUCED
    judgement = by_share("cases", [True, None, False, False], 0.9, 0.5)
    assert judgement.verdict == FAILED
    assert judgement.words == "1 of 3 cases; 1 more are within the noise of the seeds"
    with pytest.raises(MissingError, match="beyond the noise of the seeds, in all 2 cases"):
        by_share("cases", [None, None], 0.9, 0.5)
    assert all_hold([True, True]) is True
    assert all_hold([True, None]) is None
    assert all_hold([None, False]) is False


def test_order_within_the_noise():
    """1 wholly, half for what cannot be told, -1 reversed."""
    clear = [Number(100 * place, 1.0, 5) for place in (1, 2, 3)]
    assert rank_correlation(clear) == 1
    assert rank_correlation(clear[::-1]) == -1
    noisy = [replace(number, spread=1000.0) for number in clear]
    assert rank_correlation(noisy) == 0


class Schemes(Results):
    """Nodes of the schemes at every size, with a spread over five seeds."""

    def __init__(self, nodes, spread, seeds=5):
        self.experiment = experiments()["replacement-middle-game"]
        self.grid, self.seeds = self.experiment.full, seeds
        self._nodes, self._spread = nodes, spread

    def table(self, series, depth):
        chosen = next(each for each in self.experiment.series if each.name == series)
        rows = tuple(row.label for row in self.grid.rows)
        columns = tuple(column.label for column in self.experiment.columns)
        found = {
            (row, column): Number(1e9 * self._nodes[column], 1e9 * self._spread, self.seeds)
            for row in rows
            for column in columns
        }
        return Table(chosen, depth, rows, columns, found)

    def verdict(self, words):
        (claim,) = (claim for claim in self.experiment.claims if words in claim.judge.__name__)
        return self.judgement(claim).verdict


ORDER = ("TWOBIG1", "TWODEEP", "BIG1", "BIGALL", "DEEP", "NEW", "OLD")
RISING = {name: 1 + 0.05 * place for place, name in enumerate(ORDER)}
FALLING = {name: 1 + 0.05 * place for place, name in enumerate(reversed(ORDER))}
RULES = (
    *("best_is_twobig1", "two_levels_win", "twobig1_beats_twodeep", "old_and_new_are_worst"),
    *("big1_beats_deep",),
)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("nodes", "spread", "verdict"),
    [
        (RISING, 0.001, REPRODUCED),
        (FALLING, 0.001, FAILED),
        (RISING, 10.0, UNTRIED),
        (FALLING, 10.0, UNTRIED),
    ],
    ids=["clear", "reversed", "noisy", "reversed and noisy"],
)
def test_schemes(rule, nodes, spread, verdict):
    """A clear order is reproduced, a reversed one is not, and noise is no answer."""
    assert Schemes(nodes, spread).verdict(rule) == verdict


def test_noise_of_one_seed_is_not_known():
    """Then the numbers count as they are."""
    assert Schemes(RISING, 0.0, seeds=1).verdict("two_levels_win") == REPRODUCED
    assert Schemes(FALLING, 0.0, seeds=1).verdict("two_levels_win") == FAILED


def results_with(tmp_path, name, seeds, invent):
    """Results of invented cells of a quick grid; `invent` gets a cell, its seed and its result."""
    experiment = experiments()[name]
    core = core_for(experiment, experiment.quick)
    store = CellStore(tmp_path / "x.db")
    with store.at_once():
        for cell in all_cells(experiment, experiment.quick, seeds):
            seed = int(dict(cell.options).get("Hash Seed", "1"))
            store.add(cell, core, invent(cell, seed, searched(cell)))
    results = Results(experiment, experiment.quick, store, core, seeds)
    store.close()
    return results


def with_counters(found, **numbers):
    """The same with other numbers at all depths."""
    rows = tuple(
        tuple(numbers.get(name, number) for name, number in zip(NAMES, row, strict=True))
        for row in found.counters
    )
    return replace(found, counters=rows)


@pytest.mark.parametrize(
    ("expected", "verdict"),
    [((50.0, 100.0, 150.0), REPRODUCED), ((100.0, 30.0, 30.0), SHAPE), ((60.0, 1.0, 1.0), FAILED)],
)
def test_collisions_of_all_seeds(tmp_path, expected, verdict):
    """100 real ones with each seed: the mean of what is expected counts, not the first seed."""

    def invent(cell, seed, found):
        return replace(with_counters(found, clashes=100), expected=(expected[seed - 1], 0.0))

    results = results_with(tmp_path, "collisions", 3, invent)
    assert results.judgement(results.experiment.claims[0]).verdict == verdict


@pytest.mark.parametrize(
    ("factors", "verdict"),
    [
        ((1.0, 1.01, 0.99), REPRODUCED),
        ((1.08, 1.07, 1.08), SHAPE),
        ((1.3, 1.29, 1.31), FAILED),
        ((1.6, 0.7, 1.0), UNTRIED),
    ],
    ids=["alike", "a little slower", "slower", "noisy"],
)
def test_speed_of_all_seeds(tmp_path, factors, verdict):
    """OLD takes so much longer with each of the seeds."""

    def invent(cell, seed, found):
        is_old = dict(cell.options).get("Replacement Scheme") == "OLD"
        other = 1 + 0.003 * seed
        seconds = (factors[seed - 1] if is_old else 1.0) * other
        return replace(with_counters(found, nodes=10**6), seconds=seconds)

    results = results_with(tmp_path, "speed-and-load", 3, invent)
    assert results.judgement(results.experiment.claims[0]).verdict == verdict


@pytest.mark.parametrize(
    ("finding", "verdict"), [((1, 2, 3), REPRODUCED), ((1,), SHAPE), ((), FAILED)]
)
def test_fine_70_with_all_seeds(tmp_path, finding, verdict):
    """Found with a table with some of the seeds: the first alone would be enough."""

    def invent(cell, seed, found):
        without = dict(cell.options).get("Table Use") == "nothing"
        wins = not without and seed in finding
        return replace(found, found=("a1b1" if wins else "a1a2",), scores=(300,))

    results = results_with(tmp_path, "fine-70", 3, invent)
    seeds = {int(dict(cell.options).get("Hash Seed", "1")) for cell in results.cells}
    assert seeds == {1, 2, 3}
    assert results.judgement(results.experiment.claims[0]).verdict == verdict


def test_what_was_found_with_all_seeds(tmp_path):
    results = results_with(
        tmp_path, "fine-70", 2, lambda cell, seed, found: replace(found, found=(f"seed {seed}",))
    )
    row, depth = results.grid.rows[0].label, results.grid.depths[0]
    place = CLEARED, depth, row, "TWOBIG1"
    assert [*results.found(*place).values()] == [("seed 1", "seed 2")]
    assert results.seeds_of(*place) == [1, 2]
