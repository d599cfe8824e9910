"""Claims about matches of multi-cut against the search without it: Björnsson 2002, table 5.4."""

import math

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.claims.scores import (
    PERCENT,
    SURE,
    Score,
    counted,
    more,
    pairs_in,
    score_of_pairs,
    without_draws,
)
from engine.lab.experiments.declaration import Claim, Judgement, Verdict
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results
from engine.lab.statistics.elo import elo_of

WITH, WITHOUT = "with null move", "without null move"
POINTS, AGAINST, SHARE = "points", "against", "percent"
LOW, HIGH, ELO, GAMES = "from", "to", "Elo", "games"
COLUMNS = (POINTS, AGAINST, SHARE, LOW, HIGH, ELO, GAMES)
TOTAL = "total"
PRINTED_SHARE = 0.545
MATCHES = 4


def score_of(results: Results, series: str, row: str) -> Score:
    """Return the score of a row; of the last one, that of all games.

    Raises
    ------
    MissingError
        If it has not been computed.
    """
    rows = [one.label for one in results.grid.rows if one.label != TOTAL]
    (depth,) = results.grid.depths
    pairs = [0] * 5
    for one in rows if row == TOTAL else [row]:
        place = results.place(series, depth, one, POINTS)
        for at, number in enumerate(pairs_in(counted(results, place))):
            pairs[at] += number
    return score_of_pairs(pairs)


def shown_score(results: Results, series: str, row: str) -> Score:
    """Return the score of a row of a table, which may be a printed one, of points alone."""
    try:
        return score_of(results, series, row)
    except MissingError:
        table = results.table(series, *results.grid.depths)
        points = table.value(row, POINTS)
        return without_draws(points, points + table.value(row, AGAINST))


def number(results: Results, place: Place) -> float:
    """Return a number of the tables."""
    score = score_of(results, place.series.name, place.row.label)
    return {
        POINTS: score.points,
        AGAINST: score.games - score.points,
        SHARE: PERCENT * score.share,
        LOW: PERCENT * score.low,
        HIGH: PERCENT * score.high,
        ELO: elo_of(score.share),
        GAMES: score.games,
    }[place.column.label]


def multi_cut_wins(results: Results) -> Judgement:
    """All games together."""
    score = shown_score(results, WITH, TOTAL)
    words = f"{score.words}; confidence {PERCENT * score.confidence:.0f} %"
    if score.confidence >= SURE:
        return Judgement(Verdict.REPRODUCED, words)
    if score.high < PRINTED_SHARE:
        return Judgement(Verdict.NOT_REPRODUCED, f"{words}; the printed score lies above")
    if score.share > 0.5:
        return Judgement(Verdict.SAME_SHAPE, words)
    return Judgement(Verdict.NOT_TRIED, f"{words}: too few games to tell")


def wins_each(results: Results) -> Judgement:
    """Each limit by itself."""
    rows = [row.label for row in results.grid.rows if row.label != TOTAL]
    scores = [shown_score(results, WITH, row) for row in rows]
    words = "; ".join(
        f"{row} minutes {PERCENT * score.share:.1f} %"
        for row, score in zip(rows, scores, strict=True)
    )
    won = all(score.share > 0.5 for score in scores)
    return judged(words, won and len(rows) == MATCHES, all(score.high >= 0.5 for score in scores))


def null_move_takes_it(results: Results) -> Judgement:
    """What multi-cut is worth alone, and beside null move."""
    alone, beside = (shown_score(results, series, TOTAL) for series in (WITHOUT, WITH))
    words = f"alone {alone.words}; beside null move {beside.words}"
    error = math.hypot(alone.error, beside.error)
    return more(words, alone.share - beside.share, error)


CLAIMS = (
    Claim(
        "Three of ten moves, two plies less deep, score 54.5 % against the search without "
        "multi-cut: about 35 rating points, with a confidence of more than 90 %.",
        "Björnsson 2002, section 5.3, table 5.4",
        "A score above a half with a confidence of 90 % (same shape: with less; not tried: "
        "neither a half nor 54.5 % lies outside of the 95 % interval, and it is no more than "
        "a half).",
        multi_cut_wins,
    ),
    Claim(
        "It wins each of the four matches, fast or slow.",
        "table 5.4",
        "A score above a half with each of the four limits (same shape: none significantly below, "
        "of those that were played).",
        wins_each,
    ),
    Claim(
        "Without null move multi-cut is worth more.",
        "not printed; the nodes of a prototype of Sesame say so",
        "A higher score with a confidence of 90 % (same shape: with less; not tried: lower, "
        "with less).",
        null_move_takes_it,
    ),
)
