"""Both reports in headless Chromium, wide and narrow, dark and light."""

import random

import pytest

from engine.lab.experiments.command import main
from engine.lab.match.records import Limit, Settings
from engine.lab.match.report.page import page_of
from engine.lab.match.schedule import tasks
from engine.lab.match.store import MatchPlan
from engine.lab.page.writing import html_of
from tests.browser import WIDTHS, browser, measured
from tests.lab.experiments.filled import fill
from tests.lab.match.handmade import OPENING, OURS, game, side

READABLE, VISIBLE = 4.5, 3.0
"""Contrasts that texts and lines need, after the Web Content Accessibility Guidelines 2.2, AA."""
NARROWEST_LETTERS = 8
"""Height of a line of the smallest text of a plot, in pixels."""


@pytest.fixture(scope="module")
def experiment_page(tmp_path_factory):
    """A page with complete, partial and missing tables, of sizes and of depths."""
    browser()  # or skip, before the work
    folder = tmp_path_factory.mktemp("experiments")
    database, output = folder / "cells.db", folder / "page.html"
    names = "move-against-score-middle-game", "table-benefit", "replacement-endgame"
    fill(database, names[0], seeds=2)
    fill(database, names[1], part=0.5)
    words = "--quick", "--seeds", "2", "--database", str(database), "--output", str(output)
    assert main(["report", *names, *words]) == 0
    return output.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def match_page():
    """A page of nine sides, one with a long name, and with faults."""
    browser()
    sides = tuple(side(name) for name in ("a" * 100, *"bcdefghi"))
    settings = Settings(sides, Limit(nodes=5000), "round robin", 2, openings="some.epd")
    plan = MatchPlan(settings, tuple(tasks(settings, [OPENING])), OURS)
    chance = random.Random(1)
    games = [
        game(task, chance.choice(("1-0", "1/2-1/2", "0-1")), detail="It was " + "so " * 50)
        for task in plan.tasks
    ]
    return html_of(page_of(plan, games))


@pytest.fixture(params=["experiment_page", "match_page"])
def page(request):
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_in_a_browser(page, tmp_path, scheme):
    found = measured(page, tmp_path, scheme)
    assert tuple(found) == WIDTHS
    for width, seen in found.items():
        assert seen["width"] == width or width - seen["width"] < 20  # a scroll bar
        assert seen["wide"] == []
        assert seen["scroll"] <= seen["width"]
        assert (seen["paper"] < 0.1) == (scheme == "dark")
        plots = [box for box in seen["drawings"] if ":" in box[0]]
        assert len(plots) >= 3
        for label, across, high, paths in seen["drawings"]:
            assert min(across, high) > 100, label
            assert paths > 5, label
            assert across <= seen["width"], label
        assert seen["letters"] >= NARROWEST_LETTERS
        assert [text for contrast, text in seen["contrasts"] if contrast < READABLE] == []
        assert len(seen["contrasts"]) > 100
        assert len(seen["lines"]) >= 5
        assert min(seen["lines"]) >= VISIBLE
        for left, right in seen["tables"]:
            assert 0 <= left < right <= seen["width"]


def test_the_measure_finds_what_is_wrong(tmp_path):
    """A page that is too wide, with pale letters: the test above can fail."""
    bad = (
        '<!doctype html><body style="background: #fff"><div style="width: 1500px">wide</div>'
        '<p style="color: #aaa">pale</p><figure><svg aria-label="small" width="10" height="10">'
        '</svg></figure><div class="scroll" style="overflow-x: auto"><table style="width: 2000px">'
        "<tr><td>scrolls in its box</td></tr></table></div>"
    )
    seen = measured(bad, tmp_path, "light")[390]
    assert seen["scroll"] >= 1500
    assert [text[:11] for text in seen["wide"]] == ["<div style="]
    # #aaaaaa on white: (1.05) / (0.402 + 0.05) = 2.32
    (pale,) = [contrast for contrast, text in seen["contrasts"] if "pale" in text]
    assert pale == pytest.approx(2.32, abs=0.01)
    assert seen["drawings"] == [["small", 10, 10, 0]]
