"""The display of a match that is being played: a live table, or a line per game."""

import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from engine.lab.match.records import Game
from engine.lab.match.store import MatchPlan
from engine.lab.match.table import TWO, Section, is_name, plain_lines, score_text, sections
from engine.lab.match.tally import Tally

SECONDS_BETWEEN_TABLES = 0.5  # fitting the ratings takes milliseconds


class Display(Protocol):
    """Shows the progress of a match."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End; `show` shows the final report."""

    def watch(self, game: Game, tally: Tally) -> None:
        """Show a finished game."""


class LiveTable:
    """The report, updated in place on a terminal."""

    def __init__(self, plan: MatchPlan, console: Console) -> None:
        self.plan = plan
        self.live = Live(console=console, auto_refresh=False, transient=True)
        self.shown = -SECONDS_BETWEEN_TABLES

    def __enter__(self) -> Self:
        """Begin."""
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the tables."""
        self.live.stop()

    def watch(self, _: Game, tally: Tally) -> None:
        """Update the tables, but not too often."""
        now = time.monotonic()
        if now - self.shown >= SECONDS_BETWEEN_TABLES:
            self.shown = now
            drawn = [draw(section) for section in sections(self.plan, tally, whole=False)]
            self.live.update(Group(*drawn), refresh=True)


class PlainLines:
    """A line for every game."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan

    def __enter__(self) -> Self:
        """Nothing to begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to end."""

    def watch(self, game: Game, tally: Tally) -> None:
        """Write the line."""
        print(game_line(self.plan, game, tally), flush=True)


def game_line(plan: MatchPlan, game: Game, tally: Tally) -> str:
    """Write players, result, reason, and the score of the first of two sides."""
    task = game.task
    line = (
        f"{tally.games}/{len(plan.tasks)}  game {task.number}: {task.white} - {task.black} "
        f"{game.result}, {game.reason.value}"
    )
    if game.detail:
        line += f" ({game.detail})"
    if len(tally.sides) == TWO:
        result = tally.total(tally.sides[0])
        wins, draws, losses = result
        line += f"; {tally.sides[0]} +{wins} ={draws} -{losses}, {score_text(result)}"
    return line


def display_of(plan: MatchPlan) -> Display:
    """Choose a display for the standard output."""
    console = Console()
    return LiveTable(plan, console) if console.is_terminal else PlainLines(plan)


def show(found: Sequence[Section]) -> None:
    """Print a report."""
    console = Console()
    for section in found:
        if console.is_terminal:
            console.print(draw(section))
        else:
            sys.stdout.write("\n".join([*plain_lines(section), "", ""]))
    sys.stdout.flush()


def draw(section: Section) -> RenderableType:
    """Draw a section with Rich."""
    parts: list[RenderableType] = []
    if section.rows:
        table = Table(title=section.title, title_justify="left")
        for title in section.head:
            table.add_column(title, justify="left" if is_name(title) else "right")
        for row in section.rows:
            table.add_row(*map(Text, row))
        parts.append(table)
    elif section.title:
        parts.append(Text(section.title, style="bold"))
    parts.extend(map(Text, section.notes))
    return Group(*parts)
