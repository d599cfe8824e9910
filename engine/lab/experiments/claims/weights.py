"""Claims about the strength of extension weights: Björnsson 2002, section 6.5.2, table 6.2."""

import math
from collections import Counter

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import judged, kendall_tau
from engine.lab.experiments.claims.scores import (
    PERCENT,
    SURE,
    Score,
    confidence,
    counted,
    more,
    pairs_in,
    score_of_pairs,
    without_draws,
)
from engine.lab.experiments.declaration import Claim, Judgement, Verdict
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results
from engine.lab.statistics.rating import Rating, fit

SERIES = "of Selective"
SHARE, ELO, MARGIN = "percent", "Elo", "± Elo"
PRINTED = ("C_online", "C_050", "C_hand", "C_010", "C_ECM", "C_100")
"""In the order of their points."""
GAMES_OF_A_PAIRING = 100
"""Of the printed table."""


def counts_of(results: Results, row: str, column: str) -> Counter[str]:
    """Return the counters of a pairing; raises MissingError."""
    (depth,) = results.grid.depths
    return counted(results, results.place(SERIES, depth, row, column))


def pairing(results: Results, row: str, column: str) -> Score:
    """Return the score of a pairing; raises MissingError."""
    return score_of_pairs(pairs_in(counts_of(results, row, column)))


def names_of(results: Results) -> list[str]:
    """Return the sets of weights."""
    return [row.label for row in results.grid.rows]


def score_of(results: Results, row: str) -> Score:
    """Return the score of a set against all others; raises MissingError."""
    pairs = [0] * 5
    for other in names_of(results):
        if other != row:
            counts = counts_of(results, row, other)
            for at, count in enumerate(pairs_in(counts)):
                pairs[at] += count
    return score_of_pairs(pairs)


def ratings(results: Results) -> dict[str, Rating]:
    """Return the ratings of all sets, whose mean is 0; raises MissingError."""
    names = names_of(results)
    games = {}
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            counts = counts_of(results, first, second)
            games[first, second] = counts["won"], counts["drawn"], counts["lost"]
    return fit(games)


def number(results: Results, place: Place) -> float:
    """Return a number of the table."""
    row, column = place.row.label, place.column.label
    if column == SHARE:
        return PERCENT * score_of(results, row).share
    if column in (ELO, MARGIN):
        rating = ratings(results)[row]
        return rating.elo if column == ELO else (rating.high - rating.low) / 2
    return PERCENT * pairing(results, row, column).share


def shown_score(results: Results, row: str) -> Score:
    """Return the score of a set, which may be a printed one."""
    try:
        return score_of(results, row)
    except MissingError:
        share = results.table(SERIES, *results.grid.depths).value(row, SHARE)
        games = GAMES_OF_A_PAIRING * (len(PRINTED) - 1)
        return without_draws(share / PERCENT * games, games)


def shares(results: Results) -> dict[str, Score]:
    """Return the scores of the printed sets."""
    return {name: shown_score(results, name) for name in PRINTED}


def in_words(scores: dict[str, Score]) -> str:
    """Write scores."""
    return ", ".join(
        f"{name} {PERCENT * score.share:.1f} ± {PERCENT * score.error:.1f} %"
        for name, score in scores.items()
    )


def none_is_worst(results: Results) -> Judgement:
    """No extensions, against all others."""
    scores = shares(results)
    none, others = scores["C_100"], [scores[name] for name in PRINTED[:-1]]
    words = f"{in_words({'C_100': none})}; the next {PERCENT * least(others).share:.1f} %"
    if none.share < least(others).share:
        return judged(words, none.confidence <= 1 - SURE, same_shape=True)
    difference = none.share - least(others).share
    if confidence(difference, math.hypot(none.error, least(others).error)) >= SURE:
        return Judgement(Verdict.NOT_REPRODUCED, words)
    return Judgement(Verdict.NOT_TRIED, f"{words}: too few games to tell")


def least(scores: list[Score]) -> Score:
    """Return the lowest score."""
    return min(scores, key=lambda score: score.share)


def beats(results: Results, better: str, worse: str, is_small: bool = False) -> Judgement:
    """Judge whether one set scores more than another, against all."""
    scores = {name: shown_score(results, name) for name in (better, worse)}
    one, other = scores.values()
    error = math.hypot(one.error, other.error)
    return more(in_words(scores), one.share - other.share, error, is_small)


def games_beat_suite(results: Results) -> Judgement:
    """Learned from games, and from a suite."""
    return beats(results, "C_online", "C_ECM")


def learned_beats_hand(results: Results) -> Judgement:
    """Learned from games, and set by hand."""
    return beats(results, "C_online", "C_hand")


def moderate_beats_aggressive(results: Results) -> Judgement:
    """Half a ply, and a tenth."""
    return beats(results, "C_050", "C_010", is_small=True)


def order_is_as_printed(results: Results) -> Judgement:
    """All six, by their scores alone."""
    scores = shares(results)
    tau = kendall_tau([-score.share for score in scores.values()])
    words = f"{in_words(scores)}; rank correlation {tau:.2f}"
    return judged(words, tau >= 0.8, tau >= 0.3)


CLAIMS = (
    Claim(
        "Without extensions (C_100) it is by far the weakest.",
        "Björnsson 2002, section 6.5.2, table 6.2: 36.7 %",
        "The lowest score, and below a half with a confidence of 90 % (same shape: with less; "
        "not tried: not the lowest, but within the noise).",
        none_is_worst,
    ),
    Claim(
        "Weights learned from games are better than those learned from a suite.",
        "table 6.2: 56.5 and 49.3 %",
        "A higher score with a confidence of 90 % (same shape: with less; not tried: lower, "
        "with less).",
        games_beat_suite,
    ),
    Claim(
        "Weights learned from games are better than those set by hand, with a confidence of more "
        "than 90 %.",
        "table 6.2: 56.5 and 52.1 %",
        "A higher score with a confidence of 90 % (same shape: with less; not tried: lower, "
        "with less).",
        learned_beats_hand,
    ),
    Claim(
        "Half a ply for all classes is better than a tenth.",
        "table 6.2: 53.5 and 51.9 %, which is within the noise of the printed games",
        "A higher score (not reproduced: lower with a confidence of 90 %; not tried: lower, with "
        "less).",
        moderate_beats_aggressive,
    ),
    Claim(
        "The order is C_online, C_050, C_hand, C_010, C_ECM, C_100.",
        "table 6.2",
        "Kendall's rank correlation of at least 0.8 (same shape: 0.3); neighbours are within the "
        "noise of the printed games too.",
        order_is_as_printed,
    ),
)
