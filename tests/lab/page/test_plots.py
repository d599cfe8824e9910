"""Plots: the same data give the same bytes, the points stand where they should."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib
import pytest

from engine.lab.page.plots import (
    LINES,
    Bar,
    Line,
    Plot,
    bar_plot,
    line_plot,
)

SIZES = tuple((2.0**power, f"{2**power}") for power in range(3, 7))
PLOT = Plot(
    "Title",
    "positions",
    "nodes",
    (
        Line("first", tuple((size, 100.0 - size) for size, _ in SIZES)),
        Line("empty", ()),
        Line("third", tuple((size, 50.0) for size, _ in SIZES)),
    ),
    SIZES,
    logarithmic=True,
)


def lines_of(svg, colour):
    """Return the points of the lines of a colour, in units of the drawing."""
    found = []
    for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        way = element.get("d")
        if f"stroke: var({colour})" in element.get("style", "") and "L" in way:
            numbers = re.findall(r"-?[0-9.]+", way)
            if "clip-path" in element.attrib:  # the legend's are not clipped
                found.append(list(zip(*[map(float, numbers)] * 2, strict=True)))
    return found


def test_the_same_bytes():
    """Whatever the settings of the user are."""
    first = line_plot(PLOT, "name").svg
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "lines.linewidth": 9}):
        assert line_plot(PLOT, "name").svg == first
    assert re.search("20[0-9][0-9]-", first) is None  # no date


def test_colours_are_the_pages():
    svg = line_plot(PLOT, "name").svg
    assert {f"var(--line-{place})" in svg for place in (1, 3)} == {True}
    assert "var(--line-2)" not in svg  # of the line without points
    colours = set(re.findall(r"#[0-9a-f]{6}\b", svg))
    assert colours == set()
    assert len(LINES) == 8


def test_sizes_stand_at_equal_distances():
    """The axis is logarithmic, and a smaller number is lower."""
    (places,) = lines_of(line_plot(PLOT, "name").svg, "--line-1")
    steps = [later[0] - earlier[0] for earlier, later in pairwise(places)]
    assert steps == pytest.approx([steps[0]] * 3, rel=1e-3)
    heights = [height for _, height in places]
    assert heights == sorted(heights)  # SVG counts downwards
    falls = [later - earlier for earlier, later in pairwise(heights)]
    assert falls[1] / falls[0] == pytest.approx(2, rel=1e-3)  # 8 more, then 16


def test_texts_are_texts():
    svg = line_plot(PLOT, "name").svg
    texts = [
        "".join(element.itertext())
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"Title", "positions", "nodes", "first", "third", "8", "16", "32", "64"} <= set(texts)
    assert "empty" not in texts


@pytest.mark.parametrize("name", ["$x^{", "a\x00\x1bb", "<&\">'", "\udce9", "将棋", "x" * 99])
def test_any_label(name, recwarn):
    """Names of engines are the user's; XML forbids some letters, and Matplotlib knows formulas."""
    for drawing in (
        line_plot(Plot("t", "a", "u", (Line(name, ((0, 1),)),)), "n"),
        bar_plot([Bar(name, 1, 0, 2)], "t", "a", "n"),
    ):
        drawing.svg.encode()
        ElementTree.fromstring(drawing.svg)
    assert len(recwarn) == 0


def test_an_interval_without_an_end_goes_to_the_edge():
    bars = [Bar("known", 0, -10, 10), Bar("unknown", 50, -math.inf, math.inf)]
    svg = bar_plot(bars, "t", "Elo", "n").svg
    lengths = [last[0] - first[0] for first, last in lines_of(svg, "--line-1")]
    # −10 to 50 and a tenth of that on both sides: 72 points, of which the first bar has 20
    assert lengths[1] / lengths[0] == pytest.approx(72 / 20, rel=1e-3)


def test_a_single_rating():
    ElementTree.fromstring(bar_plot([Bar("only", 0, 0, 0)], "t", "Elo", "n").svg)
