"""The figures of the papers from our numbers and the printed ones.

Nodes by table size, with a line for each scheme (figures 2.8, 2.9, 2.11 to 2.16); or, where the
table has one size, nodes by depth for each node of the first column (figure 2.10).
An experiment may say itself which columns are drawn together, as a learner does: weights by
iteration.
"""

from engine.lab.experiments.axes import positions_in
from engine.lab.experiments.declaration import Drawn
from engine.lab.experiments.report.pairs import Pair, Shown
from engine.lab.page.contents import Beside
from engine.lab.page.plots import Line, Plot, line_plot

SIZE, ELSE = "positions in the table", "row of the table"


def figures_of(pair: Pair, name: str, drawn: tuple[Drawn, ...] | None = None) -> Beside:
    """Draw both tables of a pair; one of which too little is known is left out.

    Parameters
    ----------
    pair
        The tables.
    name
        Unique on the page.
    drawn
        Columns that are drawn together, of ours alone; None: nodes by size or by depth, of both.
    """
    if drawn is not None:
        chosen = [by_row(pair.ours, one) for one in drawn] if pair.ours else []
        return Beside(
            tuple(
                line_plot(plot, f"{name}-{number}")
                for number, plot in enumerate(chosen, 1)
                if any(line.points for line in plot.lines)
            )
        )
    draw = by_depth if pair.by_depth else by_size
    plots = {
        kind: draw(shown)
        for kind, shown in (("ours", pair.ours), ("printed", pair.printed))
        if shown is not None
    }
    return Beside(
        tuple(
            line_plot(plot, f"{name}-{kind}")
            for kind, plot in plots.items()
            if any(line.points for line in plot.lines)
        )
    )


def by_size(shown: Shown) -> Plot:
    """Plot nodes by table size."""
    places = places_of(shown.rows)
    lines = tuple(
        Line(
            column,
            tuple(
                (places[row], shown.numbers[row, column].mean / shown.unit)
                for row in shown.rows
                if (row, column) in shown.numbers
            ),
        )
        for column in shown.columns
    )
    is_size = any(place > len(places) for place in places.values())
    ticks = tuple((place, row) for row, place in places.items())
    across = SIZE if is_size else ELSE
    return Plot(shown.title, across, shown.counts, lines, ticks, logarithmic=is_size)


def places_of(rows: tuple[str, ...]) -> dict[str, float]:
    """Return where rows stand: at their table size, or one after the other if they are no sizes."""
    try:
        return {row: float(positions_in(row)) for row in rows}
    except ValueError:
        return {row: float(place) for place, row in enumerate(rows)}


def by_depth(shown: Shown) -> Plot:
    """Plot nodes for each node of the first column by depth."""
    first, *others = shown.columns
    lines = tuple(
        Line(
            column,
            tuple(
                (
                    float(place),
                    shown.numbers[row, column].mean / shown.numbers[row, first].mean,
                )
                for place, row in enumerate(shown.rows)
                if (row, column) in shown.numbers
                and (row, first) in shown.numbers
                and shown.numbers[row, first].mean
            ),
        )
        for column in others
    )
    ticks = tuple((float(place), row.split()[0]) for place, row in enumerate(shown.rows))
    upward = f"{shown.counter}, as a multiple of {first}"
    return Plot(shown.title, "plies", upward, lines, ticks, level=1.0)


def by_row(shown: Shown, drawn: Drawn) -> Plot:
    """Plot some columns by row."""
    lines = tuple(
        Line(
            column,
            tuple(
                (float(place), shown.numbers[row, column].mean)
                for place, row in enumerate(shown.rows)
                if (row, column) in shown.numbers
            ),
        )
        for column in drawn.columns
    )
    ticks = tuple((float(place), row) for place, row in enumerate(shown.rows))
    return Plot(shown.title, shown.rows_are, drawn.upward, lines, ticks)
