"""Progress of learning: searches or pairs, and the time that is left."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.lab.common.progress import progress_of
from engine.lab.learning.work import Finished

EVERY = 100
"""Tasks between two lines where there is no terminal."""


class TaskProgress:
    """Counts tasks.

    Parameters
    ----------
    what
        Their plural.
    total
        How many there are at most.
    """

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total = what, total
        self.done = self.known = 0
        self.state = ""
        """Of the last iteration."""

    @contextmanager
    def shown(self) -> Iterator[Finished]:
        """Show it on the standard error; gives what is to be called after each task."""
        with progress_of(self.what, self.total, lambda: self.done, self.line, EVERY) as update:

            def finished(was_known: bool) -> None:
                self.done += 1
                self.known += was_known
                update()

            yield finished

    def line(self) -> str:
        """Say how far it is."""
        text = f"{self.done} of at most {self.total} {self.what}, {self.known} of them known"
        return f"{text}; {self.state}" if self.state else text

    def end(self) -> str:
        """Say what was done."""
        return f"{self.done - self.known} {self.what} computed, {self.known} were stored before."
