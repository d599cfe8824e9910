"""The tables: counts and figures of a match made by hand, against numbers worked on paper.

Anna's pairs score 2, 1½, 1 and ½ points, that is 1, ¾, ½ and ¼ of two.
Mean 0.625: 400 log10(0.625/0.375) = 88.7.
Standard error of the mean, from the sample: √(0.3125/3/4) = 0.161374; 1.959964 of them are
0.316288, so the score lies between 0.308712 and 0.941288, and Elo between −140.0 and 482.0.
Normalised Elo: the variance by n is 0.078125, so 0.125 is t = 0.447214 deviations of a pair; one of
a game is √2 of these and 800 / ln 10 points: 109.9. Skewness 0, kurtosis 1.64: the error of t is
√((1 + t² 0.64/4)/3) = 0.586515, 1.959964 of which are 282.4.
LOS: Φ(0.125/0.161374) = Φ(0.7746) = 0.7807.
Mini-matches 1, 1, 0, −1 against four zeros: mean ¼, squares 2.75, pooled over 6 degrees of
freedom and √(2/4): t = 0.25/√(2.75/6/2) = 0.522233.
With tan θ = t/√6, that is sin θ = 0.208514 and cos² θ = 0.956522:
p = 1 − sin θ (1 + cos² θ/2 + 3 cos⁴ θ/8) = 0.6202.
"""

import pytest

from engine.lab.match.records import Reason
from engine.lab.match.run import ratio_of
from engine.lab.match.store import MatchPlan, SequentialTest
from engine.lab.match.table import plain_lines, sections
from engine.lab.match.tally import Tally, points_of
from tests.lab.match.handmade import (
    BLACK_BEGINS,
    OURS,
    game,
    games_of,
    plan_between,
    side,
    tasks_between,
)


def tally_of(plan, games=None):
    played = games_of(plan) if games is None else games
    return Tally((one.name for one in plan.settings.sides), played)


def lines_of(plan, tally, whole=True):
    """Draw everything without a terminal."""
    return [line for part in sections(plan, tally, whole) for line in plain_lines(part)]


def cells(lines, beginning):
    """Return the words of the line that begins so."""
    return next(line for line in lines if line.startswith(beginning)).split()


def test_results_and_pairs():
    tally = tally_of(plan_between())
    assert tally.against("Anna", "Boris") == (3, 4, 1)
    assert tally.against("Boris", "Anna") == (1, 4, 3)
    assert tally.results == {("Anna", "Boris"): [2, 2, 0], ("Boris", "Anna"): [1, 2, 1]}
    assert tally.pairs("Anna", "Boris") == (0, 1, 1, 1, 1)
    assert tally.pairs("Boris", "Anna") == (1, 1, 1, 1, 0)


def test_half_a_pair_counts_as_games_only():
    """Games end in any order; a pair with one game, or one without a result, is no pair."""
    plan = plan_between()
    games = games_of(plan)
    tally = tally_of(plan, [games[3], games[0], game(plan.tasks[1], "*"), games[7]])
    assert tally.against("Anna", "Boris") == (1, 1, 1)
    assert tally.pairs("Anna", "Boris") == (0, 0, 0, 0, 0)
    tally.add(games[2])
    assert tally.pairs("Anna", "Boris") == (0, 0, 0, 1, 0)


def test_work():
    """Légal's mate has 6 moves of White and 5 of Black, of depths 1, 3, ... and 2, 4, ..."""
    plan = plan_between()
    work = tally_of(plan, games_of(plan)[:1]).work
    assert (work["Anna"].nodes, work["Boris"].nodes) == (600, 500)
    assert (work["Anna"].depth, work["Boris"].depth) == (6.0, 6.0)
    assert work["Anna"].speed == pytest.approx(2000)  # 100 nodes in 50 ms


def test_work_after_an_opening_that_leaves_black_to_move():
    task = tasks_between("Anna", "Boris", 1, BLACK_BEGINS)[0]
    work = tally_of(plan_between(), [game(task, "0-1")]).work
    assert (work["Anna"].nodes, work["Boris"].nodes) == (100, 200)


def test_faults_are_the_losers():
    """A flag of White, an illegal move of Black, and a game that nobody began."""
    plan = plan_between()
    games = [
        game(plan.tasks[0], "0-1"),
        game(plan.tasks[2], "1-0", reason=Reason.ILLEGAL_MOVE),
        game(plan.tasks[4], "*"),
    ]
    tally = tally_of(plan, games)
    assert (tally.work["Anna"].time_losses, tally.work["Boris"].time_losses) == (1, 0)
    assert (tally.work["Anna"].faults, tally.work["Boris"].faults) == (0, 1)
    assert [tally.reasons[one.reason] for one in games] == [1, 1, 1]


def test_report_of_two():
    plan = plan_between()
    lines = lines_of(plan, tally_of(plan))
    assert lines[0] == "Anna - Boris, pair, nodes=5000: 8 of 8 games"
    row = "Anna - Boris 8 3 4 1 62.5 % +88.7 -140.0 to +482.0 78.1 % 0 1 1 1 1"
    assert cells(lines, "Anna - Boris  ") == row.split()
    assert "Anna - Boris: normalised Elo +109.9, 95 % -172.5 to +392.3" in lines
    assert "Anna - Boris: mini-matches +2 =1 -1, t = 0.5222, df = 6, p = 0.6202" in lines
    assert "Reasons: repetition 4, checkmate 3, time forfeit 1" in lines


def test_an_anchor_gives_a_rating():
    """Boris has 2000; 62.5 % is 88.7 more, as in the estimate from the pairs."""
    plan = plan_between()
    lines = lines_of(plan, tally_of(plan))
    ratings = lines[lines.index("Ratings") :]
    assert cells(ratings, "Anna")[:2] == ["Anna", "2088.7"]
    assert cells(ratings, "Boris") == ["Boris", "2000.0", "anchor", "8", "37.5", "%"]


def test_sequential_test_is_shown():
    """Wald's bounds for risks of 0.05 are ±log 19 = ±2.94."""
    test = SequentialTest(0, 10)
    plan = plan_between(test=test)
    tally = tally_of(plan)
    line = next(line for line in lines_of(plan, tally) if line.startswith("SPRT"))
    assert line == (
        "SPRT logistic, elo0 0, elo1 10, alpha 0.05, beta 0.05: log-likelihood ratio "
        f"{ratio_of(test, tally):.2f} (-2.94 to 2.94), continue"
    )


def test_nothing_played_yet():
    """No figures are invented; nothing is divided by zero."""
    plan = plan_between(test=SequentialTest(0, 10))
    lines = lines_of(plan, tally_of(plan, []))
    assert lines[0].endswith("0 of 8 games")
    assert not [line for line in lines if "nan" in line or "inf" in line]


def test_an_unfinished_pair_is_in_the_score_and_not_in_the_strength():
    """One game is half a pair, and none says nothing about points."""
    plan = plan_between()
    lines = lines_of(plan, tally_of(plan, games_of(plan)[:1]))
    assert cells(lines, "Anna - Boris  ") == "Anna - Boris 1 1 0 0 100.0 % - - - 0 0 0 0 0".split()


def three():
    """Anna beats Boris 2-0, Boris beats Clara 1½-½, Clara and Anna draw twice."""
    sides = (side("Anna"), side("Boris"), side("Clara"))
    plan = plan_between(sides)
    ab = tasks_between("Anna", "Boris", 1)
    bc = [
        task.__class__(**{**vars(task), "number": task.number + 2})
        for task in tasks_between("Boris", "Clara", 1)
    ]
    ca = [
        task.__class__(**{**vars(task), "number": task.number + 4})
        for task in tasks_between("Clara", "Anna", 1)
    ]
    results = ("1-0", "0-1", "1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2")
    tasks = (*ab, *bc, *ca)
    games = [game(task, result) for task, result in zip(tasks, results, strict=True)]
    return MatchPlan(plan.settings, tasks, OURS), games


def test_cross_table_of_three():
    """Sorted by points: Anna 3, Boris and Clara 1½ of 4."""
    plan, games = three()
    lines = lines_of(plan, tally_of(plan, games))
    assert lines[0] == "3 sides, pair, nodes=5000: 6 of 6 games"
    cross = lines[lines.index("Cross table") :]
    assert cells(cross, "1") == "1 Anna +2 =0 -0 +0 =2 -0 3 4 75.0 %".split()
    assert cells(cross, "2") == "2 Boris +0 =0 -2 +1 =1 -0 1.5 4 37.5 %".split()
    assert cells(cross, "3") == "3 Clara +0 =2 -0 +0 =1 -1 1.5 4 37.5 %".split()


def test_cross_table_of_many_has_points_only():
    """Eight schemes would not fit a terminal otherwise."""
    names = [f"Side{number}" for number in range(8)]
    plan = plan_between(tuple(map(side, names)), rounds=1)
    games = [game(task, "1/2-1/2") for task in tasks_between(*names[:2], 1)]
    lines = lines_of(plan, tally_of(plan, games))
    cross = lines[lines.index("Cross table") :]
    assert cells(cross, "1") == "1 Side0 1 - - - - - - 1 2 50.0 %".split()
    assert cells(cross, "8") == "8 Side7 - - - - - - - 0 0 -".split()


def test_ratings_of_three_have_mean_zero():
    plan, games = three()
    lines = lines_of(plan, tally_of(plan, games))
    ratings = lines[lines.index("Ratings") : lines.index("Pairings")]
    elos = [float(cells(ratings, name)[1].rstrip("*")) for name in ("Anna", "Boris", "Clara")]
    assert sum(elos) == pytest.approx(0, abs=0.11)
    assert elos[0] == max(elos)
    assert "The mean rating is 0." in ratings


def test_the_live_table_has_no_room_for_pairings():
    plan, games = three()
    tally = tally_of(plan, games)
    assert "Pairings" in lines_of(plan, tally)
    assert "Pairings" not in lines_of(plan, tally, whole=False)


def test_columns_are_aligned():
    """Numbers end under the end of their title."""
    plan = plan_between()
    lines = lines_of(plan, tally_of(plan))
    engines = lines[lines.index("Engines") :]
    head, row = engines[1], next(line for line in engines if line.startswith("Anna"))
    end = head.index("Nodes") + len("Nodes")
    # Anna's moves: 6 and 6 in won mates, 1 until the flag, 4 in each draw, 5 in the lost mate
    assert row[:end].split()[-1] == "3,400"


@pytest.mark.parametrize(("wins", "draws", "text"), [(0, 0, "0"), (1, 1, "1.5"), (2, 2, "3")])
def test_points(wins, draws, text):
    assert points_of(wins, draws) == text
