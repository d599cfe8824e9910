"""How far long work is: a bar on a terminal, now and then a line elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def news_of(
    what: str, total: int, done: Callable[[], int], told: Callable[[], str], every: int
) -> Iterator[Callable[[], None]]:
    """Show on the standard error how much is done.

    Parameters
    ----------
    what
        What is counted, in the plural.
    total
        How many there will be.
    done
        Gives how many there are now.
    told
        Gives the line.
    every
        A line for every so many of them.

    Yields
    ------
    callable
        To be called whenever one more is done.
    """

    def tell() -> None:
        if done() % every == 0:
            print(told(), file=sys.stderr, flush=True)

    console = Console(stderr=True)
    if not console.is_terminal:
        yield tell
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(what, total=total, completed=done())
        yield lambda: progress.update(bar, completed=done())
