"""The page of a match: the tables of the terminal, and what needs more room than it has."""

from collections.abc import Iterable

from engine.lab.match.records import Game
from engine.lab.match.report.course import MOST_FAULTS, Course
from engine.lab.match.report.figures import ratings_drawing, score_drawing, time_drawing
from engine.lab.match.report.openings import boards_of, openings_table
from engine.lab.match.sides import side_text
from engine.lab.match.store import MatchPlan
from engine.lab.match.table import (
    TWO,
    cross_section,
    heading,
    is_name,
    pairing_section,
    percent,
    rating_section,
    sprt_line,
    work_section,
)
from engine.lab.match.table import Section as Listed
from engine.lab.match.tally import Tally
from engine.lab.page.contents import (
    Beside,
    Block,
    Column,
    Facts,
    Folded,
    Page,
    Paragraph,
    Section,
    Table,
    words,
)

LEAD = (
    "Ratings and intervals are explained in Sesame's docs/matches.md; intervals contain 95 % of "
    "the probability."
)

MOST_SIDES = 60
TOO_MANY = f"With more than {MOST_SIDES} sides the cross table is left out."


def page_of(plan: MatchPlan, games: Iterable[Game]) -> Page:
    """Make the report of a match.

    Parameters
    ----------
    plan
        The match.
    games
        Those that were played, in their order.
    """
    course = Course(
        Tally(side.name for side in plan.settings.sides), plan.settings.limit, len(plan.tasks)
    )
    for game in games:
        course.add(game)
    course.finish()
    played = course.tally.games
    lead = f"{played} of {len(plan.tasks)} games were played. {LEAD}"
    sections = (
        Section("Results", tuple(results_blocks(plan, course.tally)), "results"),
        Section("Score", tuple(score_blocks(course)), "score"),
        Section("Time", tuple(time_blocks(course)), "time"),
        Section("Openings", (boards_of(course), *openings_table(course)), "openings"),
        Section("Engines", tuple(engine_blocks(course)), "engines"),
        Section("Settings", (settings_of(plan),), "settings"),
    )
    runner = f"{plan.runner.version} ({plan.runner.source})" if plan.runner.source else ""
    return Page(heading(plan), lead, sections, f"The match was run by {runner}." if runner else "")


def table_of(listed: Listed) -> Table:
    """Show a table of the terminal."""
    columns = tuple(Column(title, numbers=not is_name(title)) for title in listed.head)
    return Table(listed.title, columns, tuple(words(*row) for row in listed.rows), listed.notes)


def results_blocks(plan: MatchPlan, tally: Tally) -> Iterable[Block]:
    """Show cross table, ratings, pairings and the sequential test."""
    few = len(tally.sides) <= MOST_SIDES
    yield table_of(cross_section(tally)) if few else Paragraph(TOO_MANY)
    anchors = {side.name: side.anchor for side in plan.settings.sides if side.anchor is not None}
    if tally.results:
        ratings = table_of(rating_section(tally, anchors))
        yield Beside((ratings_drawing(tally, anchors), ratings))
    if tally.results and few:
        pairings = table_of(pairing_section(tally))
        yield pairings if len(tally.sides) == TWO else Folded("All pairings", (pairings,))
    if plan.test:
        yield Paragraph(sprt_line(plan.test, tally))


def score_blocks(course: Course) -> Iterable[Block]:
    """Show how the score developed."""
    drawing = score_drawing(course)
    yield drawing or Paragraph("No game has a result yet.")


def time_blocks(course: Course) -> Iterable[Block]:
    """Show how the time was used."""
    drawing = time_drawing(course)
    table = time_table(course)
    yield Beside((drawing, table)) if drawing else table


def time_table(course: Course) -> Table:
    """List the time that each side used."""
    rows = []
    for side, time in course.times.items():
        moves = sum(time.moves)
        mean_ms = sum(time.sums_ms) / max(moves, 1)
        shares = time.shares
        rows.append(
            words(
                *(side, f"{moves:,}", f"{time.total_ms / 1000:,.1f}"),
                *(f"{mean_ms:,.1f}", f"{time.longest_ms:,.1f}") if moves else ("-", "-"),
                percent(sum(shares) / len(shares)) if shares else "-",
            )
        )
    head = ("Side", "Moves", "All moves, s", "Mean, ms", "Longest, ms", "Part of the clock")
    columns = tuple(Column(title, numbers=not is_name(title)) for title in head)
    return Table("Time of the moves", columns, tuple(rows))


def engine_blocks(course: Course) -> Iterable[Block]:
    """Show nodes, depth, speed, why games ended, and the faults."""
    yield table_of(work_section(course.tally)._replace(title=""))
    if course.faults:
        rows = tuple(
            words(
                *(str(game.task.number), game.task.white, game.task.black, game.result),
                *(game.reason.value, game.detail),
            )
            for game in course.faults
        )
        columns = (
            Column("Game"),
            *(Column(title, numbers=False) for title in ("White", "Black", "Result", "Reason")),
            Column("Detail", numbers=False, long=True),
        )
        note = f"The first {MOST_FAULTS} are listed." if len(rows) == MOST_FAULTS else ""
        yield Table("Games that ended by a fault", columns, rows, (note,) if note else ())


def settings_of(plan: MatchPlan) -> Facts:
    """List what decides the games."""
    settings = plan.settings
    rules = settings.adjudication
    return Facts(
        (
            *((f"Side {place}", side_text(side)) for place, side in enumerate(settings.sides, 1)),
            ("Schedule", f"{settings.schedule}, {settings.rounds} rounds"),
            ("Limit", str(settings.limit)),
            ("Openings", f"{settings.openings or 'given'}, seed {settings.seed}"),
            (
                "Adjudication",
                f"lost after {rules.resign_moves} moves by {rules.resign_score} centipawns, drawn "
                f"from move {rules.draw_from} after {rules.draw_moves} moves within "
                f"{rules.draw_score} centipawns, drawn after {rules.move_limit} moves; 0: never",
            ),
            ("Command", f"sesame match {plan.command}"),
        )
    )
