"""The t-test: the printed case, one worked by hand, SciPy as the witness, the edges."""

import math
import random

import pytest
from scipy.stats import ttest_ind

from engine.lab.statistics.student import mini_match_test, two_sample


def test_lines_of_action_matches():
    """Björnsson (2002), table 5.6: +69 =200 −42 gives t = 2.5861 and p = 0.0099.

    The degrees of freedom, 620, tell that 311 zeros stand on the other side. The fourth decimal
    printed, 2.5861, is 2.58605 rounded up.
    """
    test = mini_match_test(69, 200, 42)
    assert test.df == 620
    assert test.t == pytest.approx(2.5861, abs=5e-5)
    assert test.p == pytest.approx(0.0099, abs=5e-5)


def test_worked_by_hand():
    """Means 2 and 4, squares 2 and 8, so the variance is 10 / 4 and t = −2 / √(2.5 × ⅔)."""
    test = two_sample([1, 2, 3], [2, 4, 6])
    assert test.t == pytest.approx(-2 / math.sqrt(5 / 3))
    assert test.df == 4


@pytest.mark.parametrize("sizes", [(2, 2), (5, 40), (100, 7)], ids=str)
def test_scipy_agrees(sizes):
    """Samples of unequal size and any values."""
    chance = random.Random(str(sizes))
    first, second = ([chance.gauss(i, 2) for _ in range(size)] for i, size in enumerate(sizes))
    test, witness = two_sample(first, second), ttest_ind(first, second, equal_var=True)
    assert (test.t, test.p) == pytest.approx((witness.statistic, witness.pvalue))


def test_the_other_way_round():
    """Whose view it is decides the sign and nothing else."""
    ahead, behind = mini_match_test(9, 5, 3), mini_match_test(3, 5, 9)
    assert ahead.t > 0
    assert (behind.t, behind.p) == pytest.approx((-ahead.t, ahead.p))


def test_no_spread():
    """All level is no difference; all won is one beyond every doubt that this test knows."""
    assert mini_match_test(0, 5, 0) == (0, 8, 1)
    assert mini_match_test(5, 0, 0) == (math.inf, 8, 0)
    assert mini_match_test(0, 0, 5) == (-math.inf, 8, 0)


@pytest.mark.parametrize("results", [(0, 0, 0), (1, 0, 0)], ids=["none", "one"])
def test_too_few(results):
    """One value has no variance."""
    with pytest.raises(ValueError, match="two values"):
        mini_match_test(*results)
