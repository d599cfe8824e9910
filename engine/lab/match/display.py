"""How a match is watched: a live table on a terminal, a line for every game elsewhere."""

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

SECONDS_BETWEEN_TABLES = 0.5  # fitting ratings takes milliseconds, and fast games end often


class Display(Protocol):
    """Someone who shows a match under way."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End; the final tables are shown by others."""

    def watch(self, game: Game, tally: Tally) -> None:
        """Take notice of a game."""


class LiveTable:
    """The tables, kept up to date in their place on the terminal."""

    def __init__(self, plan: MatchPlan, console: Console) -> None:
        self.plan = plan
        self.live = Live(console=console, auto_refresh=False, transient=True)
        self.shown = -SECONDS_BETWEEN_TABLES

    def __enter__(self) -> Self:
        """Take the terminal."""
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the place."""
        self.live.stop()

    def watch(self, _: Game, tally: Tally) -> None:
        """Draw the tables anew, but not too often."""
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
    """Write who played, how it ended, and how the first of two sides stands."""
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
    """Choose by the standard output."""
    console = Console()
    return LiveTable(plan, console) if console.is_terminal else PlainLines(plan)


def show(found: Sequence[Section]) -> None:
    """Show tables for good."""
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
