"""The tables of an experiment in the terminal: ours, the printed numbers, and the verdicts."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table as RichTable

from engine.lab.experiments.declaration import Experiment
from engine.lab.experiments.results import Results, Table

KILO = 1_000


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
        console.print(shown(table, experiment))
    for claim, judgement in ((claim, results.judgement(claim)) for claim in experiment.claims):
        console.print(f"[bold]{judgement.verdict}[/]: {claim.text} ({claim.source})")
        console.print(f"    {judgement.words}", markup=False)
        console.print(f"    Rule: {claim.rule}", markup=False, style="dim")


def shown(table: Table, experiment: Experiment) -> RichTable:
    """Lay a table out: each number with its ratio to the best of the row, printed ones below."""
    depth = f", {table.depth} plies" if experiment.has_depths else ""
    title = f"{table.series.name}{depth}, {experiment.counter} in thousands"
    view = RichTable(title=title, title_justify="left")
    view.add_column(experiment.rows_are)
    for column in table.columns:
        view.add_column(column, justify="right")
    for row in table.rows:
        view.add_row(row, *our_numbers(table, row))
        printed = list(printed_numbers(table, row))
        if any(printed):
            view.add_row("  printed", *printed, style="dim")
    return view


def our_numbers(table: Table, row: str) -> Iterator[str]:
    """Write the numbers of a row, each with its ratio to the smallest."""
    known = [number.mean for (label, _), number in table.numbers.items() if label == row]
    for column in table.columns:
        number = table.numbers.get((row, column))
        if number is None:
            yield "-"
        else:
            yield with_ratio(number.mean, min(known))


def printed_numbers(table: Table, row: str) -> Iterator[str]:
    """Write the printed numbers of a row in the same form; nothing where there is none."""
    printed = table.printed
    known = [number for (label, _), number in printed.items() if label == row]
    for column in table.columns:
        number = printed.get((row, column))
        if number is None:
            yield ""
        else:
            yield with_ratio(number, min(known))


def with_ratio(number: float, least: float) -> str:
    """Write a number with its ratio to the smallest of its row."""
    return f"{in_thousands(number)} ({number / least:.2f})" if least else in_thousands(number)


def in_thousands(number: float) -> str:
    """Write a number of nodes in thousands, a small one with three decimals."""
    return f"{number / KILO:,.0f}" if number >= 10 * KILO else f"{number / KILO:.3f}"
