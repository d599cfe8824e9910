"""Claims about replacement schemes in chess: Breuker 1998, chapter 2; the 1994 article."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import mean

from engine.lab.experiments.axes import PRINTED_SCHEMES
from engine.lab.experiments.claims.rules import (
    all_hold,
    by_share,
    deepest,
    judged,
    nearest,
    pressure,
    rank_correlation,
    saving,
    spread,
    under_pressure,
)
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import Table
from engine.lab.experiments.results import Results

CLEARED, STAMPED = "without time stamping", "with time stamping"
ONE_LEVEL = ("BIG1", "BIGALL", "DEEP", "NEW", "OLD")
TWO_LEVEL = ("TWOBIG1", "TWODEEP")
SOME, CROWDED, FULL, ROOMY = 5.0, 10.0, 50.0, 1.0
"""Pressures at which schemes begin to differ, differ by some, by ten, and by hardly any percent."""


def best_is_twobig1(results: Results) -> Judgement:
    """TWOBIG1 is the smallest of each row."""
    table = deepest(results, CLEARED)
    rows = under_pressure(results, table, CROWDED)
    holds = [
        all_hold(table.less(row, "TWOBIG1", name) for name in table.columns if name != "TWOBIG1")
        for row in rows
    ]
    widest = spread(table.row(rows[0]).values()) if rows else 0.0
    words = f"sizes have TWOBIG1 as the best; spread {widest:.1f} % at the smallest"
    return by_share(words, holds, 0.99, 0.5)


def order_of_schemes(results: Results, series: str = CLEARED) -> Judgement:
    """The order at each size, compared with the printed one."""
    table = deepest(results, series)
    rows = under_pressure(results, table, FULL)
    taus = [rank_correlation([table.number(row, name) for name in PRINTED_SCHEMES]) for row in rows]
    words = "sizes have Kendall's tau of at least 0.7: " + ", ".join(f"{tau:.2f}" for tau in taus)
    return by_share(words, [tau >= 0.7 for tau in taus], 0.99, 0.5)


def order_with_stamping(results: Results) -> Judgement:
    """The same with time stamping."""
    return order_of_schemes(results, STAMPED)


def spread_shrinks(results: Results) -> Judgement:
    """Wide under pressure, narrow without."""
    table = deepest(results, CLEARED)
    rows = nearest(results, table, 200), nearest(results, table, ROOMY)
    crowded, roomy = (spread(table.row(row).values()) for row in rows)
    ratios = [f"{pressure(results, table, row):.1f}" for row in rows]
    words = f"{crowded:.1f} % at {ratios[0]} nodes a position, {roomy:.1f} % at {ratios[1]}"
    return judged(words, crowded > 10 and roomy < 5, crowded > 2 * roomy)


def saved_by_doubling(table: Table) -> list[float]:
    """Return what each doubling of the table saves on the mean of the schemes, in percent."""
    means = [mean(table.row(row).values()) for row in table.rows]
    return [saving(after, before) for before, after in pairwise(means)]


def doubling_levels_out(results: Results) -> Judgement:
    """What each doubling of the table saves on the mean of the schemes."""
    gains = saved_by_doubling(deepest(results, CLEARED))
    words = "saved by each doubling: " + ", ".join(f"{gain:.1f}" for gain in gains) + " %"
    return judged(words, gains[-1] < 2 and gains[0] > 4, gains[-1] < gains[0])


def rows_of_both(results: Results) -> Iterator[tuple[Table, str]]:
    """Yield the rows of both series in which the schemes differ by more than noise."""
    for series in (CLEARED, STAMPED):
        table = deepest(results, series)
        for row in under_pressure(results, table, SOME):
            yield table, row


def two_levels_win(results: Results) -> Judgement:
    """Every two-level scheme against every one-level scheme, in both series."""
    holds = [
        table.less(row, two, one)
        for table, row in rows_of_both(results)
        for two in TWO_LEVEL
        for one in ONE_LEVEL
    ]
    return by_share("comparisons are won by the two-level scheme", holds, 0.95, 0.8)


def twobig1_beats_twodeep(results: Results) -> Judgement:
    """Size against depth in two levels."""
    holds = [table.less(row, "TWOBIG1", "TWODEEP") for table, row in rows_of_both(results)]
    return by_share("sizes have TWOBIG1 before TWODEEP", holds, 0.6, 0.5)


def old_and_new_are_worst(results: Results) -> Judgement:
    """OLD and NEW against the other one-level schemes."""
    holds = [
        all_hold(
            table.less(row, better, worst)
            for better in ("BIG1", "BIGALL", "DEEP")
            for worst in ("OLD", "NEW")
        )
        for table, row in rows_of_both(results)
    ]
    return by_share("sizes have OLD and NEW as the worst", holds, 0.9, 0.6)


def big1_is_bigall(results: Results) -> Judgement:
    """The largest difference of the two ways to count a subtree."""
    found = []
    for series in (CLEARED, STAMPED):
        table = deepest(results, series)
        found += [
            abs(saving(table.value(row, "BIG1"), table.value(row, "BIGALL"))) for row in table.rows
        ]
    words = f"at most {max(found):.1f} %, {mean(found):.1f} % on the mean"
    return judged(words, max(found) <= 2, mean(found) <= 2)


def big1_beats_deep(results: Results) -> Judgement:
    """Size against depth in one level."""
    holds = [table.less(row, "BIG1", "DEEP") for table, row in rows_of_both(results)]
    return by_share("sizes have BIG1 before DEEP", holds, 0.9, 0.6)


def second_level_saves(results: Results) -> Judgement:
    """TWODEEP against DEEP under pressure."""
    table = deepest(results, CLEARED)
    rows = under_pressure(results, table, 20)
    gains = [saving(table.value(row, "TWODEEP"), table.value(row, "DEEP")) for row in rows]
    words = "saved: " + ", ".join(f"{gain:.1f}" for gain in gains) + " %"
    return judged(words, bool(gains) and 4 <= mean(gains) <= 12, bool(gains) and mean(gains) > 1)


def stamping_saves(results: Results) -> Judgement:
    """TWOBIG1 with time stamping against clearing, at every depth."""
    gains = []
    for depth in results.grid.depths:
        cleared, stamped = (results.table(series, depth) for series in (CLEARED, STAMPED))
        columns = [
            (cleared.value(row, "TWOBIG1"), stamped.value(row, "TWOBIG1")) for row in cleared.rows
        ]
        gains.append(mean(saving(after, before) for before, after in columns))
    words = "saved by depth: " + ", ".join(f"{gain:.1f}" for gain in gains) + " %"
    return judged(words, min(gains) > 0 and 1 <= mean(gains) <= 4, mean(gains) > 0)


SIZE_ADVICE_SHARE = 1.0
"""Percent: the smallest table beyond which a doubling saves less."""


def size_advice(results: Results) -> Judgement:
    """The one-per-cent rule at every depth, on the mean of the schemes."""
    advice = []
    for depth in results.grid.depths:
        gains = saved_by_doubling(results.table(CLEARED, depth))
        enough = next(
            (i for i in range(len(gains)) if all(g < SIZE_ADVICE_SHARE for g in gains[i:])),
            len(gains),
        )
        advice.append(enough)
    words = "advised: " + ", ".join(
        f"{depth} plies {results.grid.rows[place].label}"
        for depth, place in zip(results.grid.depths, advice, strict=True)
    )
    grows = all(later >= earlier for earlier, later in pairwise(advice))
    return judged(words, grows and advice[-1] > advice[0], advice[-1] > advice[0])


FOUR_TIMES = 2
"""Rows between a size and four times that size."""


def one_ply_is_four_times(results: Results) -> Judgement:
    """Nodes at a depth and size, for each node one ply less deep in a quarter of the table."""
    before, after = sorted(results.grid.depths)[-2:]
    shallow, deep = results.table(CLEARED, before), results.table(CLEARED, after)
    pairs = list(zip(shallow.rows, shallow.rows[FOUR_TIMES:], strict=False))
    factors = [
        deep.value(large, name) / shallow.value(small, name)
        for small, large in pairs
        for name in shallow.columns
    ]
    words = f"{min(factors):.2f} to {max(factors):.2f} times the nodes"
    return judged(words, max(factors) / min(factors) < 1.25, max(factors) / min(factors) < 1.5)


MIDDLE_GAME = (
    Claim(
        "A search one ply deeper with four times the table behaves alike.",
        "chapter 2, which compares tables C.9 and C.11; tables C.7 and C.9 are of one test set",
        "Its nodes are the same multiple for all schemes and sizes within 25 % (same shape: 50 %).",
        one_ply_is_four_times,
    ),
    Claim(
        "TWOBIG1 needs the fewest nodes at small tables; the spread is not less than 21 % at 8K.",
        "chapter 2; table C.9",
        "TWOBIG1 is the best of each row with a pressure of at least 10 (same shape: of half).",
        best_is_twobig1,
    ),
    Claim(
        "The order is TWOBIG1, TWODEEP, BIG1, BIGALL, DEEP, NEW, OLD without time stamping.",
        "table C.9, 8K and 16K",
        "Kendall's tau of at least 0.7 at every pressure of at least 50 (same shape: at half).",
        order_of_schemes,
    ),
    Claim(
        "The order is the same with time stamping.",
        "table C.10, 8K and 16K",
        "The same rule.",
        order_with_stamping,
    ),
    Claim(
        "The schemes differ less the larger the table is: about 3 % from 512K on.",
        "chapter 2",
        "Spread above 10 % at a pressure of 200 and below 5 % at 1 (same shape: twice as large).",
        spread_shrinks,
    ),
    Claim(
        "Doubling the table helps up to a critical size.",
        "chapter 2; table C.9",
        "The first doubling saves more than 4 %, the last less than 2 % (same shape: less).",
        doubling_levels_out,
    ),
    Claim(
        "Every two-level scheme beats every one-level scheme.",
        "chapter 2",
        "In 95 % of comparisons at a pressure of at least 5 (same shape: in 80 %).",
        two_levels_win,
    ),
    Claim(
        "TWOBIG1 is better than TWODEEP for most sizes.",
        "chapter 2",
        "In 60 % of rows at a pressure of at least 5 (same shape: in half).",
        twobig1_beats_twodeep,
    ),
    Claim(
        "OLD and NEW are worse than BIG1, BIGALL and DEEP.",
        "chapter 2",
        "In 90 % of rows at a pressure of at least 5 (same shape: in 60 %).",
        old_and_new_are_worst,
    ),
    Claim(
        "BIG1 and BIGALL hardly differ.",
        "chapter 2",
        "By at most 2 % in every row (same shape: on the mean).",
        big1_is_bigall,
    ),
    Claim(
        "In the middle game size is a better criterion than depth.",
        "chapter 2",
        "BIG1 before DEEP in 90 % of rows at a pressure of at least 5 (same shape: in 60 %).",
        big1_beats_deep,
    ),
    Claim(
        "A second level saves 5 to 10 % against DEEP from 8K to 64K.",
        "chapter 2",
        "4 to 12 % on the mean of the rows with a pressure of at least 20 (same shape: over 1 %).",
        second_level_saves,
    ),
    Claim(
        "Time stamping saves some 2 %.",
        "chapter 2; tables C.1 to C.10",
        "TWOBIG1: 1 to 4 % on the mean of the depths, and something at each (same shape: above 0).",
        stamping_saves,
    ),
    Claim(
        "The size from which doubling saves less than 1 % grows with the depth.",
        "chapter 2",
        "It never falls and rises from the least to the greatest depth (same shape: rises).",
        size_advice,
    ),
)
CONFIRMED = (order_of_schemes, two_levels_win, old_and_new_are_worst)
EIGHT_PLIES = tuple(
    replace(claim, source="tables C.11 and C.12")
    for claim in MIDDLE_GAME
    if claim.judge in CONFIRMED
)
"""What searches of eight plies confirm."""
