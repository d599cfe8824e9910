"""Plots by Matplotlib, as SVG whose colours are those of the page, dark or light.

The same data give the same bytes. Texts stay texts; the font is the page's.
"""

import io
import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import StrMethodFormatter

from engine.lab.page.contents import Drawing
from engine.lab.page.inlining import inlined

INK, FAINT = "#010203", "#040506"
"""Drawn in these colours, which the page's style replaces, as it does those of lines."""
LINES = tuple(f"#0708{number:02x}" for number in range(1, 9))
MARKERS = "osD^vPXd"
DASHES = ("-", "--", "-.", ":", "-", "--", "-.", ":")
INCHES = 4.9, 3.7
INCHES_OF_A_BAR = 0.3
LONGEST_LABEL = 28
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "sesame",
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlesize": "medium",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.formatter.useoffset": False,
    "axes.formatter.limits": (-4, 7),
    "grid.color": FAINT,
    "grid.alpha": 0.5,
    "grid.linewidth": 0.6,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": "small",
    "figure.constrained_layout.use": True,
}


@dataclass(frozen=True)
class Line:
    """A line of a plot."""

    label: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float], ...] = ()
    """For each point the ends of its interval."""


@dataclass(frozen=True)
class Plot:
    """Lines over a common axis."""

    title: str
    across: str
    """What the horizontal axis shows."""
    upward: str
    lines: tuple[Line, ...]
    """At most eight; one without points keeps its colour for the others."""
    ticks: tuple[tuple[float, str], ...] = ()
    """Of the horizontal axis; chosen by Matplotlib if there are none."""
    logarithmic: bool = False
    """The horizontal axis, to the base 2."""
    level: float | None = None
    """A value to compare with."""
    span: tuple[float, float] | None = None
    """Of the vertical axis; that of the lines if there is none."""


@dataclass(frozen=True)
class Bar:
    """A value with its interval, whose ends may be infinite."""

    label: str
    value: float
    low: float
    high: float


def line_plot(plot: Plot, name: str, caption: str = "") -> Drawing:
    """Draw lines.

    Parameters
    ----------
    plot
        What is drawn.
    name
        Unique on the page: letters, digits and hyphens.
    caption
        Shown below.
    """
    with settings():
        figure = Figure(INCHES)
        axes = figure.add_subplot()
        draw_lines(axes, plot)
        if plot.level is not None:
            axes.axhline(plot.level, color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
        axes.set(title=plot.title, xlabel=plot.across, ylabel=plot.upward)
        axes.set_ylim(plot.span)
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
        if plot.logarithmic:
            axes.set_xscale("log", base=2)
        if plot.ticks:
            axes.minorticks_off()
            axes.set_xticks([at for at, _ in plot.ticks], [text for _, text in plot.ticks])
        if any(line.points for line in plot.lines):
            figure.legend(loc="outside lower center", ncols=4)
        return Drawing(svg_of(figure, name, description(plot)), caption)


def draw_lines(axes: Axes, plot: Plot) -> None:
    """Draw the lines of a plot, each with the look of its place."""
    for place, line in enumerate(plot.lines):
        if not line.points:
            continue
        places, values = zip(*line.points, strict=True)
        colour = LINES[place % len(LINES)]
        many = len(places) > 2 * len(MARKERS)
        axes.plot(
            places,
            values,
            color=colour,
            linestyle=DASHES[place % len(DASHES)],
            marker=None if many else MARKERS[place % len(MARKERS)],
            markersize=4,
            linewidth=1.6,
            label=printable(line.label),
        )
        if line.band:
            low, high = zip(*line.band, strict=True)
            axes.fill_between(places, low, high, color=colour, alpha=0.15, linewidth=0)


def bar_plot(bars: Sequence[Bar], title: str, across: str, name: str) -> Drawing:
    """Draw values with their intervals below each other, the first one on top.

    An interval without an end is drawn to the edge.
    """
    with settings():
        height = INCHES_OF_A_BAR * len(bars) + 1
        figure = Figure((INCHES[0], height))
        axes = figure.add_subplot()
        known = [
            end for bar in bars for end in (bar.low, bar.value, bar.high) if math.isfinite(end)
        ]
        margin = max(0.1 * (max(known) - min(known)), 1.0)
        edges = min(known) - margin, max(known) + margin
        for place, bar in enumerate(bars):
            ends = max(bar.low, edges[0]), min(bar.high, edges[1])
            axes.plot(ends, (place, place), color=LINES[0], linewidth=1.6)
            axes.plot(bar.value, place, color=LINES[0], marker="o", markersize=5)
        axes.set(title=title, xlabel=across, xlim=edges, ylim=(len(bars) - 0.5, -0.5))
        axes.set_yticks(range(len(bars)), [printable(bar.label) for bar in bars])
        values = ", ".join(f"{printable(bar.label)} {bar.value:.1f}" for bar in bars)
        return Drawing(svg_of(figure, name, f"{title}: {values}"))


@contextmanager
def settings() -> Iterator[None]:
    """Draw with our settings alone, whatever those of the user."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        yield


def svg_of(figure: Figure, name: str, text: str) -> str:
    """Return a figure as SVG in the colours of the page."""
    output = io.StringIO()
    figure.savefig(output, format="svg", transparent=True, metadata={"Date": None})
    svg = output.getvalue()
    inks = {INK: "var(--ink)", FAINT: "var(--dim)"}
    inks |= {ink: f"var(--line-{place})" for place, ink in enumerate(LINES, 1)}
    for ink, colour in inks.items():
        svg = svg.replace(ink, colour)
    return inlined(svg, name, text)


def printable(text: str) -> str:
    """Cut a text off and replace what XML does not allow."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return shown if len(shown) <= LONGEST_LABEL else f"{shown[: LONGEST_LABEL - 1]}…"


def description(plot: Plot) -> str:
    """Describe a plot in words."""
    labels = ", ".join(printable(line.label) for line in plot.lines if line.points)
    return f"{plot.title}: {plot.upward} by {plot.across}, {labels}"
