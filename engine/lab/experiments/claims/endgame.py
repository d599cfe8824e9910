"""Claims about replacement schemes in chess endgames: Breuker 1998, chapter 2."""

from itertools import pairwise

from engine.lab.experiments.claims.rules import (
    by_share,
    deepest,
    judged,
    saving,
    spread,
    under_pressure,
)
from engine.lab.experiments.claims.schemes import ONE_LEVEL, STAMPED, TWO_LEVEL
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results


def two_levels_are_best(results: Results) -> Judgement:
    """Both two-level schemes before all others, in each row."""
    table = deepest(results, STAMPED)
    holds = []
    for row in table.rows:
        found = table.row(row)
        worst_of_two = max(found[name] for name in TWO_LEVEL)
        holds.append(worst_of_two < min(found[name] for name in ONE_LEVEL))
    return by_share("sizes have both two-level schemes before all others", holds, 0.99, 0.6)


def second_level_saves(results: Results) -> Judgement:
    """TWODEEP against DEEP at the smallest table."""
    table = deepest(results, STAMPED)
    gains = [saving(table.value(row, "TWODEEP"), table.value(row, "DEEP")) for row in table.rows]
    words = "saved: " + ", ".join(f"{gain:.0f}" for gain in gains) + " %"
    return judged(words, gains[0] >= 20, gains[0] >= 10)


def size_is_no_better(results: Results) -> Judgement:
    """BIG1 before DEEP, and TWOBIG1 before TWODEEP, in some rows only."""
    table = deepest(results, STAMPED)
    pairs = (("BIG1", "DEEP"), ("TWOBIG1", "TWODEEP"))
    holds = [
        table.value(row, big) < table.value(row, deep) for row in table.rows for big, deep in pairs
    ]
    share = sum(holds) / len(holds)
    words = f"size is before depth in {sum(holds)} of {len(holds)} comparisons"
    return judged(words, 0.25 <= share <= 0.75, share < 0.9)


def new_and_old_are_worst(results: Results) -> Judgement:
    """OLD is the worst at small tables, NEW at large ones."""
    table = deepest(results, STAMPED)
    worst = [max(table.row(row).items(), key=lambda item: item[1])[0] for row in table.rows]
    words = "the worst by size: " + ", ".join(worst)
    half = len(worst) // 2
    either = all(name in ("OLD", "NEW") for name in worst)
    return judged(words, either and "OLD" in worst[:half] and "NEW" in worst[half:], either)


def spread_is_wide(results: Results) -> Judgement:
    """From the smallest to the largest table."""
    table = deepest(results, STAMPED)
    first, last = (spread(table.row(row).values()) for row in (table.rows[0], table.rows[-1]))
    words = f"{first:.0f} % at {table.rows[0]}, {last:.0f} % at {table.rows[-1]}"
    return judged(words, first > 40 and last < first, first > 20 and last < first)


def size_keeps_paying(results: Results) -> Judgement:
    """What each doubling saves with TWOBIG1, while the table is under pressure."""
    table = deepest(results, STAMPED)
    rows = under_pressure(results, table, 1)
    gains = [
        saving(table.value(after, "TWOBIG1"), table.value(before, "TWOBIG1"))
        for before, after in pairwise(rows)
    ]
    words = "saved by each doubling: " + ", ".join(f"{gain:.0f}" for gain in gains) + " %"
    return judged(words, bool(gains) and min(gains) > 3, bool(gains) and min(gains) > 0)


CLAIMS = (
    Claim(
        "The two-level schemes are the best at every size.",
        "table C.13",
        "Both before all others in every row (same shape: in 60 %).",
        two_levels_are_best,
    ),
    Claim(
        "A second level saves 33 % against DEEP at 8K.",
        "table C.13",
        "TWODEEP saves at least 20 % at the smallest size (same shape: 10 %).",
        second_level_saves,
    ),
    Claim(
        "In endgames size is no better a criterion than depth.",
        "chapter 2",
        "Size is before depth in a quarter to three quarters of all comparisons (same shape: in "
        "less than 90 %).",
        size_is_no_better,
    ),
    Claim(
        "OLD is the worst at small tables, NEW at large ones.",
        "table C.13",
        "As stated, in the two halves of the rows (same shape: the worst is one of the two).",
        new_and_old_are_worst,
    ),
    Claim(
        "The schemes differ by 61 % at 8K and by 29 % at 1024K.",
        "table C.13",
        "More than 40 % at the smallest size, less at the largest (same shape: 20 %).",
        spread_is_wide,
    ),
    Claim(
        "Larger tables keep paying: each doubling saves 7 to 16 % with TWOBIG1.",
        "chapter 2; table C.13",
        "More than 3 % for each doubling at a pressure of at least 1 (same shape: something).",
        size_keeps_paying,
    ),
)
