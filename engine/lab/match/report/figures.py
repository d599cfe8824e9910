"""The plots of a match: ratings with error bars, the score game by game, time by move."""

from engine.lab.match.report.course import Course
from engine.lab.match.table import TWO, share_of
from engine.lab.match.tally import Tally
from engine.lab.page.contents import Drawing
from engine.lab.page.plots import LINES, Bar, Line, Plot, bar_plot, line_plot
from engine.lab.statistics.rating import fit

MOST_BARS = 40
MARGIN = 4.0
"""Per cent above and below the scores."""
FEW = 0.1
"""Moves that fewer than this part of the games have, and as many first games, are not shown."""


def ratings_drawing(tally: Tally, anchors: dict[str, float]) -> Drawing:
    """Draw the ratings with their 95 % intervals."""
    results = {players: (won, drawn, lost) for players, (won, drawn, lost) in tally.results.items()}
    bars = [
        Bar(name, rating.elo, rating.low, rating.high)
        for name, rating in fit(results, anchors).items()
    ]
    return bar_plot(bars[:MOST_BARS], "Ratings with 95 % intervals", "Elo", "ratings")


def sides_shown(tally: Tally) -> list[str]:
    """Choose the sides of a plot: the best, in their order."""
    ranked = sorted(tally.sides, key=lambda side: -share_of(tally.total(side)))
    return ranked[: len(LINES)]


def score_drawing(course: Course) -> Drawing | None:
    """Draw the score by the number of games; None without results."""
    tally, states = course.tally, course.checkpoints
    single = len(tally.sides) == TWO
    sides = [tally.sides[0]] if single else sides_shown(tally)
    lines = []
    for side in sides:
        known = [state for state in states if side in state.scores]
        points = tuple((float(state.games), 100 * state.scores[side]) for state in known)
        band = tuple(
            (100 * state.interval[0], 100 * state.interval[1]) for state in known if state.interval
        )
        lines.append(Line(side, points, band))
    if not any(line.points for line in lines):
        return None
    left_out = len(tally.sides) - len(sides)
    caption = f"The best {len(sides)} of {len(tally.sides)} sides." if left_out else ""
    if single:
        caption = f"The score of {sides[0]} with its 95 % interval, from complete pairs."
    plot = Plot(
        "Score",
        "games of the match",
        "score, %",
        tuple(lines),
        level=50.0,
        span=span_of(lines, FEW * states[-1].games),
    )
    return line_plot(plot, "score-plot", caption)


def span_of(lines: list[Line], begin: float) -> tuple[float, float]:
    """Return the range of scores once the first games, which scatter widely, are over."""
    late = [
        value
        for line in lines
        for place, (games, score) in enumerate(line.points)
        if games >= begin
        for value in (score, *(line.band[place] if line.band else ()))
    ]
    return max(0.0, min(late) - MARGIN), min(100.0, max(late) + MARGIN)


def time_drawing(course: Course) -> Drawing | None:
    """Draw the mean time of a move by its number; None without moves."""
    lines = []
    for side in sides_shown(course.tally):
        time = course.times[side]
        points = tuple(
            (number + 1.0, time.sums_ms[number] / moves)
            for number, moves in enumerate(time.moves)
            if moves >= FEW * time.moves[0]
        )
        lines.append(Line(side, points))
    if not any(line.points for line in lines):
        return None
    caption = "Moves that less than a tenth of the games have are left out."
    plot = Plot("Time of a move", "move after the opening", "mean time, ms", tuple(lines))
    return line_plot(plot, "time-plot", caption)
