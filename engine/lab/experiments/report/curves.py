"""The figures of a paper that are drawn through the rows of a table: ours and the printed ones."""

from collections.abc import Iterator, Mapping

from engine.lab.experiments.curves import our_points, place_text, places_in, points_of
from engine.lab.experiments.declaration import Curves
from engine.lab.experiments.numbers import Number, Table
from engine.lab.experiments.printed import place_of
from engine.lab.experiments.report.pairs import Shown
from engine.lab.experiments.report.tables import laid_out
from engine.lab.experiments.results import Results
from engine.lab.page.contents import Beside, Drawing, Section
from engine.lab.page.plots import Line, Plot, line_plot

MILLION = 1_000_000
APART = 2
"""Ratio of two places on the horizontal axis that both can have a tick."""
Points = Mapping[tuple[int, str], float]


def figures_through(results: Results) -> Iterator[Section]:
    """Yield the figures of an experiment, each in numbers and drawn."""
    experiment = results.experiment
    for series in experiment.series:
        for table in (results.table(series.name, depth) for depth in results.grid.depths):
            for number, curves in enumerate(experiment.curves, 1):
                found = points_by_title(table, curves)
                tables = [each for title in found if (each := shown(curves, title, found[title]))]
                name = f"{experiment.name}-curves-{number}"
                yield Section(
                    curves.title,
                    (
                        Beside(tuple(laid_out(each, curves.across) for each in tables)),
                        Beside(tuple(plots_of(found, curves, name))),
                    ),
                )


def points_by_title(table: Table, curves: Curves) -> dict[str, Points]:
    """Return our points and the printed ones."""
    file = table.series.printed.get(table.depth)
    printed = f"Printed: {place_of(file)}" if file else "Printed"
    return {"Ours": our_points(table, curves), printed: points_of(table.printed, curves)}


def shown(curves: Curves, title: str, points: Points) -> Shown | None:
    """Show the points as a table with a column for each line; None without any."""
    if not points:
        return None
    return Shown(
        title,
        tuple(map(place_text, places_in(points))),
        tuple(curves.lines),
        {(place_text(at), line): Number(value, 0.0, 1) for (at, line), value in points.items()},
        MILLION,
        has_ratios=False,
        decimals=1,
    )


def plots_of(found: Mapping[str, Points], curves: Curves, name: str) -> Iterator[Drawing]:
    """Draw our points and the printed ones; what has none is left out."""
    for number, (title, points) in enumerate(found.items(), 1):
        if points:
            yield line_plot(plot_of(title, curves, points), f"{name}-{number}")


def plot_of(title: str, curves: Curves, points: Points) -> Plot:
    """Draw the lines, by the numbers on a logarithmic axis."""
    lines = tuple(
        Line(
            line,
            tuple(
                (float(place), points[place, line] / MILLION)
                for place in places_in(points)
                if (place, line) in points
            ),
        )
        for line in curves.lines
    )
    ticks = tuple((float(place), place_text(place)) for place in ticks_among(places_in(points)))
    span = 0.0, curves.highest / MILLION
    return Plot(
        title, curves.across, "millions of nodes", lines, ticks, logarithmic=True, span=span
    )


def ticks_among(places: list[int]) -> list[int]:
    """Choose places that are far enough apart for their names."""
    chosen: list[int] = []
    for place in places:
        if not chosen or place >= APART * chosen[-1]:
            chosen.append(place)
    return chosen
