"""Claims about errors of a table: Breuker 1998, chapter 2; Lazar 1995."""

from itertools import pairwise

from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results

CLEARED = "without time stamping"
ENOUGH = 30
"""Errors, for a rate that is not mere chance."""


def collisions_as_expected(results: Results) -> Judgement:
    """Clashes of NEW at each size against formula 2.2."""
    depth = max(results.grid.depths)
    ratios = []
    for row in results.grid.rows:
        real = results.counter(CLEARED, depth, row.label, "NEW", "clashes")
        expected, _ = results.expected(CLEARED, depth, row.label, "NEW")
        ratios.append(real / expected)
    words = "real for each expected: " + ", ".join(f"{ratio:.2f}" for ratio in ratios)
    near = max(*ratios, *(1 / ratio for ratio in ratios))
    return judged(words, near <= 1.25, near <= 3)


def halved_by_each_bit(results: Results) -> Judgement:
    """Type-1 errors for each look-up, from one number of bits to the next."""
    depth, row = max(results.grid.depths), results.grid.rows[0].label
    known = []
    for column in results.experiment.columns:
        mistaken = results.counter(CLEARED, depth, row, column.label, "mistaken")
        reads = results.counter(CLEARED, depth, row, column.label, "reads")
        if mistaken >= ENOUGH:
            known.append((int(dict(column.options)["Hash Bits"]), mistaken / reads))
    if len(known) < 2:
        raise MissingError(f"two numbers of bits with {ENOUGH} errors")
    factors = [
        (before / after) ** (1 / (more - fewer))
        for (fewer, before), (more, after) in pairwise(known)
    ]
    words = "errors are divided for each bit by " + ", ".join(f"{one:.2f}" for one in factors)
    good = [1.6 <= factor <= 2.5 for factor in factors]
    return judged(words, bool(good) and all(good), sum(good) > len(good) / 2)


def only_part_is_detected(results: Results) -> Judgement:
    """Illegal table moves against all type-1 errors, with the fewest bits."""
    depth, row = max(results.grid.depths), results.grid.rows[0].label
    column = results.experiment.columns[0].label
    illegal = results.counter(CLEARED, depth, row, column, "illegal")
    mistaken = results.counter(CLEARED, depth, row, column, "mistaken")
    share = 100 * illegal / mistaken
    return judged(f"{share:.0f} % of the errors show an illegal move", 5 < share < 95, share < 100)


COLLISIONS = (
    Claim(
        "Formula 2.2 gives the expected number of collisions.",
        "Breuker 1998, chapter 2; Lazar 1995 prints 6 where 1 was expected",
        "The stores of NEW that find their place occupied, within 25 % (same shape: a factor of "
        "3) at every size.",
        collisions_as_expected,
    ),
)
TYPE_ONE = (
    Claim(
        "Each further bit of the hash value halves the type-1 errors.",
        "Breuker 1998, chapter 2",
        "Errors for each look-up fall by a factor of 1.6 to 2.5 for each bit wherever there are 30 "
        "or more (same shape: mostly).",
        halved_by_each_bit,
    ),
    Claim(
        "An illegal table move shows a part of the type-1 errors only.",
        "Breuker 1998, chapter 2",
        "5 to 95 % of them (same shape: not all).",
        only_part_is_detected,
    ),
)
