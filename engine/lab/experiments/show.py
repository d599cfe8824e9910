"""The tables of an experiment in the terminal: ours, the printed numbers, and the verdicts."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table as RichTable

from engine.lab.experiments.curves import our_points, place_text, places_in, points_of
from engine.lab.experiments.declaration import Curves, Experiment
from engine.lab.experiments.numbers import Table
from engine.lab.experiments.results import Results

KILO, MEGA = 1_000, 1_000_000
LABEL_WIDTH, NUMBER_WIDTH = 26, 18
"""Characters that a label and a number with its ratio may need."""


def show(results: Results, console: Console) -> None:
    """Print all tables of which something is known, and the verdicts on the claims."""
    experiment = results.experiment
    console.print(f"[bold]{experiment.title}[/] ({experiment.source})")
    console.print(experiment.question)
    if experiment.notes:
        console.print(experiment.notes)
    console.print(f"{len(results.cells)} of {results.wanted} cells are computed.")
    if results.cells and not results.is_of_this_version:
        console.print(f"They are of another version of the search (hash {results.core}).")
    for table in results.tables():
        console.print(shown(table, experiment, has_room(console, table)))
        for curves in experiment.curves:
            console.print(shown_curves(table, curves, experiment.counter))
    for claim, judgement in ((claim, results.judgement(claim)) for claim in experiment.claims):
        console.print(f"[bold]{judgement.verdict}[/]: {claim.text} ({claim.source})")
        console.print(f"    {judgement.words}", markup=False)
        console.print(f"    Rule: {claim.rule}", markup=False, style="dim")


def has_room(console: Console, table: Table) -> bool:
    """Tell whether the ratios of a table fit into a line."""
    return console.width >= LABEL_WIDTH + NUMBER_WIDTH * len(table.columns)


def shown(table: Table, experiment: Experiment, with_ratios: bool) -> RichTable:
    """Lay a table out, printed numbers below ours.

    Parameters
    ----------
    table
        Ours and the printed one.
    experiment
        Whose table it is.
    with_ratios
        Whether each number has its ratio to the best of the row, for which a terminal may be too
        narrow.
    """
    depth = f", {table.depth} plies" if experiment.has_depths else ""
    unit = "" if experiment.is_exact or experiment.measure else " in thousands"
    title = f"{table.series.name}{depth}, {experiment.counter}{unit}"
    with_ratios = with_ratios and not experiment.measure
    view = RichTable(title=title, title_justify="left")
    if not with_ratios:
        view.box, view.pad_edge, view.padding = None, False, (0, 1, 0, 0)
    view.add_column(experiment.rows_are if with_ratios else "", no_wrap=True)
    for column in table.columns:
        view.add_column(column, justify="right", no_wrap=True)
    for row in table.rows:
        if experiment.is_exact:
            add_whole(view, table, row)
            continue
        if experiment.measure:
            add_measured(view, table, row)
            continue
        view.add_row(row, *our_numbers(table, row, with_ratios))
        printed = list(printed_numbers(table, row, with_ratios))
        if any(printed):
            view.add_row("printed", *printed, style="dim")
    return view


def add_whole(view: RichTable, table: Table, row: str) -> None:
    """Add a row of whole numbers, and below it the printed ones unless all are the same."""
    printed = [table.printed.get((row, column)) for column in table.columns]
    found = [table.numbers.get((row, column)) for column in table.columns]
    ours = ["-" if number is None else f"{number.mean:,.0f}" for number in found]
    theirs = ["" if number is None else f"{number:,.0f}" for number in printed]
    if any(theirs) and theirs == [text.replace("-", "") for text in ours]:
        view.add_row(row, *(f"{text} =" for text in ours))
        return
    view.add_row(row, *ours)
    if any(theirs):
        view.add_row("printed", *theirs, style="dim")


def add_measured(view: RichTable, table: Table, row: str) -> None:
    """Add a row of numbers that are no counts of nodes, and below it the printed ones."""
    printed = [table.printed.get((row, column)) for column in table.columns]
    found = [table.numbers.get((row, column)) for column in table.columns]
    view.add_row(row, *("-" if number is None else f"{number.mean:.2f}" for number in found))
    if any(number is not None for number in printed):
        texts = ("" if number is None else f"{number:.2f}" for number in printed)
        view.add_row("printed", *texts, style="dim")


def shown_curves(table: Table, curves: Curves, counter: str) -> RichTable:
    """Lay a figure out: its lines are columns, in millions, printed numbers below ours."""
    ours, printed = our_points(table, curves), points_of(table.printed, curves)
    title = f"{curves.title}, {counter} in millions"
    view = RichTable(title=title, title_justify="left", box=None, pad_edge=False)
    view.add_column(curves.across, no_wrap=True)
    for line in curves.lines:
        view.add_column(line, justify="right", no_wrap=True)
    for place in places_in(ours):
        for name, points, style in ((place_text(place), ours, ""), ("printed", printed, "dim")):
            found = [points.get((place, line)) for line in curves.lines]
            if any(number is not None for number in found):
                view.add_row(name, *map(in_millions, found), style=style)
    return view


def in_millions(number: float | None) -> str:
    """Write a number with one decimal; a dash where there is none."""
    return "-" if number is None else f"{number / MEGA:.1f}"


def our_numbers(table: Table, row: str, with_ratios: bool) -> Iterator[str]:
    """Write the numbers of a row, each with its ratio to the smallest if wanted."""
    known = [number.mean for (label, _), number in table.numbers.items() if label == row]
    for column in table.columns:
        number = table.numbers.get((row, column))
        if number is None:
            yield "-"
        else:
            yield with_ratio(number.mean, min(known) * with_ratios)


def printed_numbers(table: Table, row: str, with_ratios: bool) -> Iterator[str]:
    """Write the printed numbers of a row in the same form; nothing where there is none."""
    printed = table.printed
    known = [number for (label, _), number in printed.items() if label == row]
    for column in table.columns:
        number = printed.get((row, column))
        if number is None:
            yield ""
        else:
            yield with_ratio(number, min(known) * with_ratios)


def with_ratio(number: float, least: float) -> str:
    """Write a number with its ratio to the smallest of its row, if that is not 0."""
    return f"{in_thousands(number)} ({number / least:.2f})" if least else in_thousands(number)


def in_thousands(number: float) -> str:
    """Write a number of nodes in thousands, a small one with three decimals."""
    return f"{number / KILO:,.0f}" if number >= 10 * KILO else f"{number / KILO:.3f}"
