"""The page of a match: everything the terminal shows, and score, time and openings.

Anna and Boris are those of `handmade`; their numbers are worked out there and here on paper.
"""

from collections import Counter
from dataclasses import replace

import pytest

from engine.lab.match.records import Limit, MoveRecord, Opening, Reason, Settings
from engine.lab.match.report.course import Course
from engine.lab.match.report.page import page_of
from engine.lab.match.schedule import tasks
from engine.lab.match.store import MatchPlan, SequentialTest
from engine.lab.match.table import sections
from engine.lab.match.tally import Tally
from engine.lab.page.writing import html_of
from tests.html_page import HtmlPage
from tests.lab.match.handmade import (
    OPENING,
    OURS,
    game,
    games_of,
    plan_between,
    side,
    stored,
    tasks_between,
)

NASTY = '<b>"A & B\'s"</b> $x^{'


def page(plan, games):
    """Write the page and parse it."""
    return HtmlPage(html_of(page_of(plan, games)))


def course_of(plan, games):
    course = Course(
        Tally(one.name for one in plan.settings.sides), plan.settings.limit, len(plan.tasks)
    )
    for one in games:
        course.add(one)
    course.finish()
    return course


def table_called(found, title):
    """Return the rows of the table whose head has this title."""
    return next(table for table in found.tables if title in table[0])


def test_everything_the_terminal_shows(path, said):
    plan = plan_between(test=SequentialTest(0, 10))
    stored(path, plan, games_of(plan))
    output = path.parent / "page.html"
    status, shown, notice = said("--report", "--database", str(path), "--html", str(output))
    assert (status, notice) == (0, f"The report was written to {output}.\n")
    found = HtmlPage(output.read_text(encoding="utf-8"))
    assert "normalised Elo" in shown
    for part in sections(plan, Tally(("Anna", "Boris"), games_of(plan)))[1:]:
        for row in part.rows:
            assert list(row) in [cells for table in found.tables for cells in table]
        for note in part.notes:
            assert note in found.text
    assert "8 of 8 games were played" in found.text
    assert "Anna: Replacement Scheme=DEEP, Table Positions=16K" in found.text
    assert found.outside() == []
    assert len(found.ids) == len(set(found.ids))
    titles = [label.partition(":")[0] for label in found.drawings]
    assert titles == ["Ratings with 95 % intervals", "Score", "Time of a move", "e4 e5"]


def test_the_score_game_by_game():
    """Anna's points of eight games: 1 1, 1 ½, ½ ½, ½ 0."""
    course = course_of(plan_between(), games_of(plan_between()))
    assert [state.games for state in course.checkpoints] == [2, 4, 6, 8]
    scores = [state.scores["Anna"] for state in course.checkpoints]
    assert scores == pytest.approx([1, 3.5 / 4, 4.5 / 6, 5 / 8])
    assert course.checkpoints[-1].scores["Boris"] == pytest.approx(3 / 8)
    # The interval is worked out in test_table.
    assert course.checkpoints[-1].interval == pytest.approx((0.308712, 0.941288), abs=1e-6)


def test_time():
    """Légal's mate: White has six moves of 10, 20, … ms, Black five of 100 ms, after 1. e4 e5."""
    plan = plan_between()
    mate = games_of(plan)[0]
    times = [10.0, 100.0, 20.0, 100.0, 30.0, 100.0, 40.0, 100.0, 50.0, 100.0, 60.0]
    moves = tuple(
        MoveRecord(move.uci, *(None, None, 1, 1), time_ms)
        for move, time_ms in zip(mate.moves, times, strict=True)
    )
    mate = replace(mate, moves=moves, white_time_ms=210.0, black_time_ms=500.0)
    course = course_of(plan, [mate, mate])
    assert course.times["Anna"].sums_ms == [20.0, 40.0, 60.0, 80.0, 100.0, 120.0]
    assert course.times["Anna"].moves == [2] * 6
    assert course.times["Anna"].longest_ms == 60.0
    found = page(plan, [mate])
    head, anna, boris = table_called(found, "Longest, ms")
    assert anna == ["Anna", "6", "0.2", "35.0", "60.0", "-"]
    assert boris == ["Boris", "5", "0.5", "100.0", "100.0", "-"]
    assert head[0] == "Side"


def test_the_part_of_the_clock():
    """Six moves at 1 s + 0.1 s are 1.6 s; 400 ms of them are a quarter."""
    plan = plan_between()
    limit = Limit(base_ms=1000, increment_ms=100)
    plan = replace(plan, settings=replace(plan.settings, limit=limit))
    mate = replace(games_of(plan)[0], white_time_ms=400.0)
    found = page(plan, [mate])
    assert table_called(found, "Longest, ms")[1][-1] == "25.0 %"


def test_openings():
    plan = plan_between()
    found = page(plan, games_of(plan))
    table = table_called(found, "White's score")
    # White won three games, drew four and lost one.
    assert table[1] == ["e4 e5", "7", "8", "3", "4", "1", "62.5 %"]


def test_faults_are_listed():
    plan = plan_between()
    faults = [
        game(plan.tasks[0], "0-1", detail="Anna's flag fell."),
        game(plan.tasks[2], "1-0", reason=Reason.ILLEGAL_MOVE, detail=f"Boris played {NASTY}."),
        game(plan.tasks[4], "*", detail="Boris does not start."),
        game(plan.tasks[6], "1-0"),
    ]
    found = page(plan, faults)
    rows = table_called(found, "Detail")[1:]
    assert [row[-1] for row in rows] == [
        "Anna's flag fell.",
        f"Boris played {NASTY}.",
        "Boris does not start.",
    ]
    assert [row[0] for row in rows] == ["1", "3", "5"]
    assert found.outside() == []


def test_names_are_escaped():
    """A side, an opening and an option may have any printable letters."""
    first, second = side(NASTY, options=(("Hash", NASTY),)), side("B" * 300)
    plan = plan_between((first, second))
    opening = Opening(NASTY, moves=OPENING.moves)
    games = [game(task, "1-0") for task in tasks_between(first.name, second.name, 2, opening)]
    found = page(plan, games)
    assert found.outside() == []
    assert table_called(found, "White's score")[1][0] == NASTY
    assert NASTY in [cell for row in table_called(found, "Points") for cell in row]
    assert f"{NASTY}, White to move" in found.text


@pytest.mark.parametrize("results", [(), ("*", "*")])
def test_without_results(results):
    """A match that has just begun, or one that never did."""
    plan = plan_between()
    games = [game(task, result) for task, result in zip(plan.tasks, results, strict=False)]
    found = page(plan, games)
    assert f"{len(results)} of 8 games were played" in found.text
    assert "No game has a result yet." in found.text
    assert found.outside() == []


def test_an_impossible_opening_has_no_board():
    plan = plan_between()
    bad = Opening("bad", "8/8/8/8/8/8/8/8 w - - 0 1")
    games = [game(tasks_between("Anna", "Boris", 1, bad)[0], "*", reason=Reason.BAD_OPENING)]
    found = page(plan, games)
    assert found.drawings == []
    assert table_called(found, "White's score")[1][0] == "bad"


def round_robin(number, rounds=1):
    """Plan a match of many sides, and let White win every game."""
    sides = tuple(side(f"side {place}") for place in range(number))
    settings = Settings(sides, Limit(nodes=5000), "round robin", rounds, openings="some.epd")
    plan = MatchPlan(settings, tuple(tasks(settings, [OPENING])), OURS)
    return plan, [game(task, "1-0") for task in plan.tasks]


def test_many_sides():
    """Pages of 70 sides have ratings of all, and lines of eight."""
    plan, games = round_robin(12)
    found = page(plan, games)
    assert len(table_called(found, "Points")) == 13
    (label,) = [label for label in found.drawings if label.startswith("Score")]
    assert label.count("side ") == 8
    assert "The best 8 of 12 sides." in found.text
    plan, games = round_robin(70)
    found = page(plan, games[:200])
    assert "With more than 60 sides the cross table is left out." in found.text


def test_checkpoints_are_bounded():
    """A long match keeps its course in 200 points; the last state is among them."""
    plan, games = round_robin(30)
    course = course_of(plan, games)
    assert len(games) == 870
    assert 100 <= len(course.checkpoints) <= 220
    assert course.checkpoints[-1].games == 870


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--html", "page.html"], "--html writes a page of the results; add --report."),
        (["--export", "--html", "page.html"], "--html writes a page of the results; add --report."),
        (["--report", "--html", "no/page.html"], "There is no folder no for page.html."),
        (["--report", "--html", "."], ". is a folder."),
    ],
)
def test_mistakes(folder, said, words, complaint):
    plan = plan_between()
    stored(folder / "match.db", plan, games_of(plan))
    assert said(*words) == (2, "", f"sesame match: {complaint}\n")


def test_results_of_openings_are_counted():
    plan = plan_between()
    course = course_of(plan, games_of(plan))
    assert course.openings == {OPENING: Counter({"1-0": 3, "1/2-1/2": 4, "0-1": 1})}
