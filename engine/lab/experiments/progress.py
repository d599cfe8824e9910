"""Progress of a run: cells, nodes per second, and the time that is left."""

from types import TracebackType

from engine.lab.common.progress import progress_of
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.searching import Searched

EVERY = 100
"""Cells between two lines where there is no terminal."""


class CellProgress:
    """Shows the progress of an experiment on the standard error.

    Parameters
    ----------
    name
        Of the experiment.
    cells
        How many there are.
    """

    def __init__(self, name: str, cells: int) -> None:
        self.name, self.cells = name, cells
        self.done = self.known = self.nodes = 0
        self.seconds = 0.0

    def __enter__(self) -> "CellProgress":
        """Begin to show it."""
        self._bar = progress_of(self.name, self.cells, lambda: self.done, self.line, EVERY)
        self._update = self._bar.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Show it no more."""
        self._bar.__exit__(kind, error, trace)

    def known_before(self, number: int) -> None:
        """Note cells that were stored before."""
        self.done += number
        self.known += number

    def finished(self, cell: Cell, searched: Searched | None) -> None:
        """Note a finished cell; None if it was stored before."""
        self.done += 1
        if searched is None:
            self.known += 1
        else:
            self.nodes += searched.counter("nodes", cell.depth)
            self.seconds += searched.seconds
        self._update()

    def end(self) -> str:
        """Say what was done."""
        computed = self.done - self.known
        return f"{self.name}: {computed} cells computed, {self.known} were stored before."

    def line(self) -> str:
        """Say how far it is."""
        speed = self.nodes / self.seconds / 1e6 if self.seconds else 0.0
        return (
            f"{self.name}: {self.done} of {self.cells} cells, {self.known} of them known; "
            f"{self.nodes / 1e6:,.0f} M nodes, {speed:.2f} M nodes/s for each process"
        )
