"""The report of a match as tables: results, ratings, sequential test, nodes and speed.

Tables are data here; Rich draws them on a terminal, and aligned lines replace it elsewhere. They
come from the tally alone, so a report of the database equals the last live table.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.lab.match.run import decision_of, ratio_of
from engine.lab.match.store import MatchPlan, SequentialTest
from engine.lab.match.tally import Tally, points_of
from engine.lab.statistics.pentanomial import Estimate, estimate, mini_matches
from engine.lab.statistics.rating import Rating, fit
from engine.lab.statistics.sprt import bounds
from engine.lab.statistics.student import FEWEST, mini_match_test

TWO = 2
MOST_IN_FULL = 5  # sides of a cross table with wins, draws and losses in its cells
PAIR_NOTE = "Pairs: numbers of pairs of games that scored 0, 0.5, 1, 1.5 and 2 points."


class Section(NamedTuple):
    """A table with a title above and notes below; each may be missing."""

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


def sections(plan: MatchPlan, tally: Tally, whole: bool = True) -> list[Section]:
    """Make the report of a match.

    Parameters
    ----------
    plan, tally
        The plan, and the counts of the games.
    whole
        Whether all pairings are listed with more than two sides; a live table has no room for it.
    """
    names = tally.sides
    found = [Section(f"{heading(plan)}: {tally.games} of {len(plan.tasks)} games")]
    if len(names) == TWO:
        found.append(pairing_section(tally))
    else:
        found.append(cross_section(tally))
    anchors = {side.name: side.anchor for side in plan.settings.sides if side.anchor is not None}
    if tally.results and (anchors or len(names) > TWO):
        found.append(rating_section(tally, anchors))
    if whole and len(names) > TWO and tally.results:
        found.append(pairing_section(tally))
    if plan.test:
        found.append(Section("", notes=(sprt_line(plan.test, tally),)))
    found.append(work_section(tally))
    return found


def heading(plan: MatchPlan) -> str:
    """Describe the match in a few words."""
    names = [side.name for side in plan.settings.sides]
    players = " - ".join(names) if len(names) <= TWO else f"{len(names)} sides"
    return f"{players}, {plan.settings.schedule}, {plan.settings.limit}"


def pairing_section(tally: Tally) -> Section:
    """Make the table of all pairings, each from the view of its first side."""
    head = ("Sides", "Games", "Won", "Drawn", "Lost", "Score", "Elo", "95 %", "LOS", "Pairs")
    rows, notes = [], []
    for side, other in tally.pairings():
        wins, draws, losses = tally.against(side, other)
        pairs = tally.pairs(side, other)
        seen = estimate(pairs)
        name = f"{side} - {other}"
        rows.append(
            (
                *(name, *map(str, (wins + draws + losses, wins, draws, losses))),
                score_text((wins, draws, losses)),
                *(strength(seen) if seen.pairs else ("-", "-", "-")),
                " ".join(map(str, pairs)),
            )
        )
        if seen.pairs and len(tally.sides) == TWO:
            notes.append(normalised_line(name, seen))
        if seen.pairs >= FEWEST:
            notes.append(mini_match_line(name, pairs))
    return Section("Pairings", head, tuple(rows), (PAIR_NOTE, *notes) if rows else ())


def strength(seen: Estimate) -> tuple[str, str, str]:
    """Write Elo, its interval and the likelihood of superiority."""
    return elo(seen.elo), interval(seen.elo_low, seen.elo_high), percent(seen.los)


def normalised_line(name: str, seen: Estimate) -> str:
    """Write normalised Elo with its interval."""
    ends = interval(seen.normalised_low, seen.normalised_high)
    return f"{name}: normalised Elo {elo(seen.normalised_elo)}, 95 % {ends}"


def mini_match_line(name: str, pairs: Sequence[int]) -> str:
    """Write the pairs as mini-matches with their t-test."""
    won, drawn, lost = mini_matches(pairs)
    test = mini_match_test(won, drawn, lost)
    return (
        f"{name}: mini-matches +{won} ={drawn} -{lost}, t = {test.t:.4f}, df = {test.df}, "
        f"p = {test.p:.4f}"
    )


def cross_section(tally: Tally) -> Section:
    """Make the cross table: results of the row's side against the column's."""
    names = sorted(tally.sides, key=lambda side: -share_of(tally.total(side)))
    numbers = [str(place) for place in range(1, len(names) + 1)]
    rows = []
    for number, side in zip(numbers, names, strict=True):
        cells = [crossing(tally, side, other) for other in names]
        wins, draws, losses = tally.total(side)
        rows.append(
            (
                *(number, side, *cells, points_of(wins, draws), str(wins + draws + losses)),
                score_text((wins, draws, losses)),
            )
        )
    return Section("Cross table", ("", "Side", *numbers, "Points", "Games", "Score"), tuple(rows))


def crossing(tally: Tally, side: str, other: str) -> str:
    """Write a cell of the cross table."""
    if side == other:
        return ""
    wins, draws, losses = tally.against(side, other)
    if not wins + draws + losses:
        return "-"
    narrow = len(tally.sides) > MOST_IN_FULL
    return points_of(wins, draws) if narrow else f"+{wins} ={draws} -{losses}"


def rating_section(tally: Tally, anchors: dict[str, float]) -> Section:
    """Make the table of ratings, which are fitted to all games."""
    results = {players: (won, drawn, lost) for players, (won, drawn, lost) in tally.results.items()}
    ratings = fit(results, anchors)
    rows = tuple(
        (
            *(name, elo_mark(rating), fitted(rating, name in anchors)),
            *(str(rating.games), percent(rating.score)),
        )
        for name, rating in ratings.items()
    )
    notes = [
        "The ratings of the anchors are fixed; the others are fitted to them."
        if anchors
        else "The mean rating is 0."
    ]
    if any(rating.held for rating in ratings.values()):
        notes.append(
            "*: scored all or no points against a group of others; a virtual draw was added."
        )
    return Section("Ratings", ("Side", "Elo", "95 %", "Games", "Score"), rows, tuple(notes))


def elo_mark(rating: Rating) -> str:
    """Write a rating, marked if only a virtual draw bounds it."""
    return f"{rating.elo:.1f}{'*' if rating.held else ''}"


def fitted(rating: Rating, anchored: bool) -> str:
    """Write the interval of a rating."""
    return "anchor" if anchored else f"{rating.low:.1f} to {rating.high:.1f}"


def sprt_line(test: SequentialTest, tally: Tally) -> str:
    """Write the state of the sequential test."""
    lower, upper = bounds(test.alpha, test.beta)
    decision = decision_of(test, tally)
    return (
        f"SPRT {test.model}, elo0 {test.elo0:g}, elo1 {test.elo1:g}, alpha {test.alpha:g}, "
        f"beta {test.beta:g}: log-likelihood ratio {ratio_of(test, tally):.2f} "
        f"({lower:.2f} to {upper:.2f}), {decision.value}"
    )


def work_section(tally: Tally) -> Section:
    """Make the table of nodes, depth, speed and faults."""
    rows = tuple(
        (
            *(side, str(work.games), f"{work.nodes:,}"),
            "-" if work.depth is None else f"{work.depth:.2f}",
            "-" if work.speed is None else f"{work.speed:,.0f}",
            *(str(work.time_losses), str(work.faults)),
        )
        for side, work in tally.work.items()
    )
    ends = ", ".join(f"{reason.value} {number}" for reason, number in tally.reasons.most_common())
    head = ("Side", "Games", "Nodes", "Depth", "Nodes/s", "Time losses", "Other faults")
    return Section("Engines", head, rows, (f"Reasons: {ends}",) if ends else ())


def share_of(result: tuple[int, int, int]) -> float:
    """Return the score as a fraction; ½ without games."""
    wins, draws, _ = result
    return (wins + draws / 2) / sum(result) if sum(result) else 0.5


def score_text(result: tuple[int, int, int]) -> str:
    """Write the score in per cent, if there are games."""
    return percent(share_of(result)) if sum(result) else "-"


def percent(part: float) -> str:
    """Write a fraction in per cent."""
    return f"{100 * part:.1f} %"


def elo(difference: float) -> str:
    """Write a difference of ratings."""
    return f"{difference:+.1f}"


def interval(low: float, high: float) -> str:
    """Write an interval of differences."""
    return f"{elo(low)} to {elo(high)}"


def plain_lines(section: Section) -> list[str]:
    """Draw a section as lines: names aligned to the left, numbers to the right."""
    lines = [section.title] if section.title else []
    if section.rows:
        table = (section.head, *section.rows)
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            cells = (
                text.ljust(width) if is_name(title) else text.rjust(width)
                for text, title, width in zip(row, section.head, widths, strict=True)
            )
            lines.append("  ".join(cells).rstrip())
    return [*lines, *section.notes]


def is_name(title: str) -> bool:
    """Tell whether a column holds names."""
    return title in ("Side", "Sides")
