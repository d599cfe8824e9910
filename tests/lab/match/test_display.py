"""Watching a match: tables on a terminal, a line for every game elsewhere."""

import io

from rich.console import Console

from engine.lab.match.display import LiveTable, PlainLines, display_of, game_line, show
from engine.lab.match.table import sections
from engine.lab.match.tally import Tally
from tests.lab.match.handmade import game, games_of, plan_between, side


def test_a_line_for_every_game(capsys):
    plan, tally = plan_between(), Tally(("Anna", "Boris"))
    with PlainLines(plan) as display:
        for one in games_of(plan)[:2]:
            tally.add(one)
            display.watch(one, tally)
    assert capsys.readouterr().out.splitlines() == [
        "1/8  game 1: Anna - Boris 1-0, checkmate; Anna +1 =0 -0, 100.0 %",
        "2/8  game 2: Boris - Anna 0-1, time forfeit; Anna +2 =0 -0, 100.0 %",
    ]


def test_a_fault_is_told():
    plan = plan_between()
    lost = game(plan.tasks[0], "*", detail="Boris does not start.")
    line = game_line(plan, lost, Tally(("Anna", "Boris"), [lost]))
    assert line == (
        "1/8  game 1: Anna - Boris *, does not start (Boris does not start.); Anna +0 =0 -0, -"
    )


def test_a_terminal_shows_the_tables():
    """The last state is drawn, though games may end faster than tables are."""
    plan, tally, text = plan_between(), Tally(("Anna", "Boris")), io.StringIO()
    console = Console(file=text, force_terminal=True, width=120)
    with LiveTable(plan, console) as display:
        for one in games_of(plan):
            tally.add(one)
            display.watch(one, tally)
    assert "Anna - Boris, pair, nodes=5000: 1 of 8 games" in text.getvalue()
    assert "Engines" in text.getvalue()


def test_the_result_on_a_terminal(monkeypatch):
    """Titles, frames and notes by Rich; names are names, whatever is in brackets."""
    plan, text = plan_between((side("[red]Anna"), side("Boris"))), io.StringIO()
    console = Console(file=text, force_terminal=True, width=120)
    monkeypatch.setattr("engine.lab.match.display.Console", lambda: console)
    show(sections(plan, Tally(("[red]Anna", "Boris"))))
    assert "[red]Anna - Boris, pair, nodes=5000: 0 of 8 games" in text.getvalue()
    assert "Engines" in text.getvalue()


def test_the_display_fits_the_output():
    """Under pytest the output is no terminal."""
    assert isinstance(display_of(plan_between()), PlainLines)
