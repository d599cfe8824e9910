"""A plot of the parameters by iteration, and of what was measured, as SVG or PNG."""

import io
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from engine.lab.common.files import write_bytes
from engine.lab.learning.results import Learned
from engine.lab.page.plots import DASHES, MARKERS, printable
from engine.lab.page.plots import settings as drawing_settings

INCHES, DOTS = (7.0, 6.0), 144
COLOURS = ("#0b6e99", "#c0492f", "#3d7f3a", "#7a4fa0", "#b07c00", "#5b5b5b", "#00838f", "#ad1457")
INK = "#222222"
MANY = 40
"""Iterations; the points of more are not marked."""
DRAWN: dict[Any, Any] = {
    **{f"{part}.color": INK for part in ("text", "xtick", "ytick", "grid")},
    **{f"{part}.labelcolor": INK for part in ("axes", "xtick", "ytick")},
    "axes.edgecolor": INK,
    "grid.alpha": 0.2,
}


def write_plot(learned: Learned, path: Path) -> None:
    """Draw a run.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    output = io.BytesIO()
    with drawing_settings():
        matplotlib.rcParams.update(DRAWN)
        kind = path.suffix.lower().removeprefix(".")
        date = {"Date": None} if kind == "svg" else None  # the same data give the same bytes
        figure_of(learned).savefig(output, format=kind, dpi=DOTS, metadata=date)
    write_bytes(path, output.getvalue())


def figure_of(learned: Learned) -> Figure:
    """Draw the parameters above, what was measured below."""
    figure = Figure(INCHES)
    above, below = figure.subplots(2, sharex=True, height_ratios=(3, 2))
    parameters, rows = learned.plan.subject.parameters, learned.rows
    at = [int(str(row["iteration"])) for row in rows]
    ranges = {(one.low, one.high) for one in parameters}
    marks = len(rows) <= MANY
    for place, one in enumerate(parameters):
        values = [float(str(row[one.name])) for row in rows]
        if len(ranges) > 1:
            values = [(value - one.low) / (one.high - one.low) for value in values]
        above.plot(
            at,
            values,
            color=COLOURS[place % len(COLOURS)],
            linestyle=DASHES[place // len(COLOURS) % len(DASHES)],
            marker=MARKERS[place % len(MARKERS)] if marks else None,
            markersize=4,
            label=printable(one.name),
        )
    above.set(ylabel="part of the range" if len(ranges) > 1 else "value of the option")
    above.legend(loc="best", ncols=2)
    shown = [
        (number, row[learned.shown])
        for number, row in zip(at, rows, strict=True)
        if learned.shown in row
    ]
    below.plot(
        *zip(*shown, strict=True) if shown else ((), ()),
        color=INK,
        marker="o" if marks else None,
        markersize=4,
    )
    below.set(xlabel="iteration", ylabel=learned.shown)
    below.xaxis.set_major_locator(MaxNLocator(integer=True))
    below.yaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
    return figure
