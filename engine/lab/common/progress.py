"""Progress of long work: a bar on a terminal, a line from time to time elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_of(
    what: str, total: int, done: Callable[[], int], line: Callable[[], str], every: int
) -> Iterator[Callable[[], None]]:
    """Show progress on the standard error.

    Parameters
    ----------
    what
        The plural of what is counted.
    total
        The total number.
    done
        Returns the present number.
    line
        Returns the text of a line.
    every
        The number between two lines.

    Yields
    ------
    callable
        To be called after each one.
    """

    def report() -> None:
        if done() % every == 0:
            print(line(), file=sys.stderr, flush=True)

    console = Console(stderr=True)
    if not console.is_terminal:
        yield report
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(what, total=total, completed=done())
        yield lambda: progress.update(bar, completed=done())
