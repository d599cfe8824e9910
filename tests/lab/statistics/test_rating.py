"""Joint ratings: closed forms for two sides, known ratings found again, results without an end."""

import math
from itertools import permutations

import numpy as np
import pytest

from engine.lab.statistics.rating import fit

SCALE = 400 / math.log(10)
TRUE = {"a": 310.0, "b": 120.0, "c": 35.0, "d": -40.0, "e": -425.0}
"""The mean rating is 0."""


def expected(first, second):
    """The logistic curve, as everybody writes it."""
    return 1 / (1 + 10 ** ((second - first) / 400))


def played(ratings, games, chance):
    """Random results of a double round robin; a draw takes half its chance from either result."""
    results = {}
    for white, black in permutations(ratings, 2):
        score = expected(ratings[white], ratings[black])
        drawn = 0.8 * min(score, 1 - score)
        chances = [score - drawn / 2, drawn, 1 - score - drawn / 2]
        results[white, black] = tuple(int(n) for n in chance.multinomial(games, chances))
    return results


def test_two_sides():
    """The difference is the Elo of the score; the error that of a share of 60 in 100.

    Its logarithmic odds have the information n p q = 24; either side has half of the difference.
    """
    ratings = fit({("A", "B"): (30, 0, 20), ("B", "A"): (20, 0, 30)})
    half = 200 * math.log10(1.5)
    margin = 1.959964 * SCALE / math.sqrt(24) / 2
    assert list(ratings) == ["A", "B"]
    assert ratings["A"][:3] == pytest.approx((half, half - margin, half + margin))
    assert ratings["B"][:3] == pytest.approx((-half, -half - margin, -half + margin))
    assert ratings["A"][3:] == (100, 0.6, False)
    assert ratings["B"][3:] == (100, 0.4, False)


def test_two_sides_one_anchored():
    """An anchor has no error; the other side has all of it."""
    ratings = fit({("A", "B"): (60, 0, 40)}, {"B": 2000})
    elo = 2000 + 400 * math.log10(1.5)
    margin = 1.959964 * SCALE / math.sqrt(24)
    assert ratings["A"][:3] == pytest.approx((elo, elo - margin, elo + margin))
    assert ratings["B"][:3] == (2000, 2000, 2000)


def test_draws_make_it_sharper():
    """60 % by 40 wins, 40 draws: squares 40 × 0.16 + 40 × 0.01 + 20 × 0.36 = 14, and 1, of 24."""
    ratings = fit({("A", "B"): (40, 40, 20)}, {"B": 0})
    margin = 1.959964 * SCALE / math.sqrt(24) * math.sqrt(15 / 24)
    assert ratings["A"].elo == pytest.approx(400 * math.log10(1.5))
    assert ratings["A"].high - ratings["A"].elo == pytest.approx(margin)


def test_nothing_but_draws():
    """The one squared point that is added keeps some doubt: 1 of 25."""
    ratings = fit({("A", "B"): (0, 100, 0)}, {"B": 0})
    assert ratings["A"].elo == pytest.approx(0, abs=1e-9)
    assert ratings["A"].high == pytest.approx(1.959964 * SCALE / 5 / 5)


def test_known_ratings_exactly():
    """From results as the model expects them, the ratings come out."""
    million = 10**6
    results = {
        (white, black): (round(million * expected(TRUE[white], TRUE[black])), 0, 0)
        for white, black in permutations(TRUE, 2)
    }
    ratings = fit(results)
    assert list(ratings) == list(TRUE)
    for name, elo in TRUE.items():
        assert ratings[name].elo == pytest.approx(elo, abs=0.01)


@pytest.mark.parametrize("anchors", [{}, {"b": 120.0}, {"a": 310.0, "e": -425.0}], ids=str)
def test_intervals_hold(anchors):
    """From random results, with draws, 95 % of the intervals contain the known ratings."""
    chance = np.random.default_rng(5)
    held = total = 0
    for _ in range(150):
        ratings = fit(played(TRUE, 20, chance), anchors)
        for name, elo in TRUE.items():
            if name not in anchors:
                held += ratings[name].low <= elo <= ratings[name].high
                total += 1
    assert 0.92 < held / total < 0.98


def test_expected_points_are_the_points():
    """At the top of the likelihood every free side is expected to score what it did (Ford 1957)."""
    results = played(TRUE, 9, np.random.default_rng(8))
    ratings = fit(results, {"c": 1000})
    for name in set(TRUE) - {"c"}:
        scored = supposed = 0.0
        for (white, black), (won, drawn, lost) in results.items():
            if name in (white, black):
                wins = won if name == white else lost
                other = black if name == white else white
                scored += wins + drawn / 2
                supposed += (won + drawn + lost) * expected(ratings[name].elo, ratings[other].elo)
        assert supposed == pytest.approx(scored, abs=1e-6)


def test_colours_are_not_looked_at():
    """A result counts the same with White and with Black."""
    assert fit({("A", "B"): (5, 3, 1)}) == fit({("B", "A"): (1, 3, 5)})


def test_through_others():
    """A and C never met; B stands between them."""
    ratings = fit({("A", "B"): (30, 0, 10), ("B", "C"): (30, 0, 10)}, {"C": 0})
    assert ratings["B"].elo == pytest.approx(400 * math.log10(3))
    assert ratings["A"].elo == pytest.approx(800 * math.log10(3))
    assert ratings["A"].high - ratings["A"].elo > ratings["B"].high - ratings["B"].elo


def test_a_side_that_lost_everything():
    """One draw is added: 10½ to ½. The results set no limit below, and it says so."""
    ratings = fit({("A", "B"): (10, 0, 0)}, {"A": 2000})
    found = ratings["B"]
    assert found.elo == pytest.approx(2000 - 400 * math.log10(21))
    assert (found.low, found.held) == (-math.inf, True)
    assert found.elo < found.high < 2000
    assert not ratings["A"].held


def test_a_side_that_won_everything_among_others():
    """The others are as far apart as without it; only its own distance is held by draws."""
    others = {("A", "B"): (6, 2, 2), ("B", "C"): (5, 0, 5), ("C", "A"): (1, 4, 5)}
    ratings = fit({**others, ("X", "A"): (10, 0, 0), ("B", "X"): (0, 0, 10)})
    assert [name for name, rating in ratings.items() if rating.held] == ["X"]
    assert (ratings["X"].high, next(iter(ratings))) == (math.inf, "X")
    assert all(math.isfinite(ratings[name].low) for name in ratings)


def test_two_groups_without_a_way_back():
    """Neither is the larger: both are held, one from above and one from below."""
    ratings = fit({("A", "B"): (1, 1, 1), ("C", "D"): (1, 1, 1), ("A", "C"): (3, 0, 0)})
    assert {name for name, rating in ratings.items() if rating.held} == set("ABCD")
    assert ratings["A"].high == ratings["B"].high == math.inf
    assert ratings["C"].low == ratings["D"].low == -math.inf


def test_lost_to_one_anchor_won_against_another():
    """Anchors are tied to each other, so this has a likeliest place: the middle, hardly held."""
    ratings = fit({("S", "top"): (0, 0, 20), ("S", "low"): (20, 0, 0)}, {"top": 3600, "low": 100})
    assert ratings["S"].elo == pytest.approx(1850, abs=0.1)
    assert not ratings["S"].held
    assert ratings["S"].low < 100
    assert ratings["S"].high > 3600


def test_far_from_the_anchor():
    """The search of the top begins where the curve is flat."""
    ratings = fit({("A", "B"): (99_999, 0, 1), ("B", "C"): (99_999, 0, 1)}, {"A": 5000})
    assert ratings["C"].elo == pytest.approx(5000 - 4000, abs=0.1)


def test_sides_without_a_common_measure():
    """Who never met, not even through others, cannot be compared."""
    ratings = fit({("A", "B"): (3, 0, 1), ("C", "D"): (2, 0, 2)}, {"A": 2000})
    assert math.isfinite(ratings["B"].low)
    assert [ratings[name].elo for name in "CD"] == pytest.approx([0, 0])
    assert (ratings["C"].low, ratings["C"].high) == (-math.inf, math.inf)


def test_hardly_anything_played():
    """Before the first game, or with none of some side, nobody is refused."""
    assert fit({}) == {}
    assert fit({}, {"A": 5}) == {"A": (5, 5, 5, 0, 0.5, False)}
    ratings = fit({("A", "B"): (0, 0, 0)})
    assert ratings["A"] == (0, -math.inf, math.inf, 0, 0.5, False)


WRONG = {
    "negative": ({("A", "B"): (1, -1, 0)}, {}),
    "itself": ({("A", "A"): (1, 0, 0)}, {}),
    "anchor": ({("A", "B"): (1, 0, 0)}, {"A": math.nan}),
}


@pytest.mark.parametrize("table", WRONG.values(), ids=WRONG)
def test_refused(table):
    """What is no table of results is refused with a sentence."""
    with pytest.raises(ValueError, match=r"invalid|play itself|finite"):
        fit(*table)
