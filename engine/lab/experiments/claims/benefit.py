"""Claims about the benefit of a table by depth: the 1994 article; Breuker 1998, chapter 2."""

from itertools import pairwise

from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

STAMPED = "with time stamping"
SHORT, LONG = 3, 6
"""Plies at which a table is said to cost nodes, and from which on it halves them."""


def ratios(results: Results) -> dict[int, float]:
    """Return by depth the nodes with TWOBIG1 for each node without a table."""
    found = {}
    for depth in results.grid.depths:
        table = results.table(STAMPED, depth)
        (row,) = table.rows
        found[depth] = table.value(row, "TWOBIG1") / table.value(row, "no table")
    return found


def in_words(found: dict[int, float]) -> str:
    """Write ratios by depth."""
    return ", ".join(f"{depth} plies {ratio:.2f}" for depth, ratio in found.items())


def benefit_grows(results: Results) -> Judgement:
    """The ratio falls from depth to depth."""
    found = ratios(results)
    falls = [later < earlier for earlier, later in pairwise(found.values())]
    small = found.get(LONG, 1.0) < 0.6
    return judged(in_words(found), all(falls) and small, sum(falls) >= len(falls) - 1 and small)


def costs_when_shallow(results: Results) -> Judgement:
    """At three plies."""
    ratio = ratios(results)[SHORT]
    return judged(f"ratio {ratio:.2f} at {SHORT} plies", 1 < ratio <= 1.1, ratio > 0.95)


def halves_when_deep(results: Results) -> Judgement:
    """From six plies on."""
    found = {depth: ratio for depth, ratio in ratios(results).items() if depth >= LONG}
    return judged(in_words(found), max(found.values()) <= 0.55, max(found.values()) <= 0.7)


def grows_less(results: Results) -> Judgement:
    """Growth of the tree from depth to depth, without and with the table."""
    words, holds = [], []
    for before, after in pairwise(results.grid.depths):
        growth = []
        for column in ("no table", "TWOBIG1"):
            tables = results.table(STAMPED, before), results.table(STAMPED, after)
            (row,) = tables[0].rows
            growth.append(tables[1].value(row, column) / tables[0].value(row, column))
        words.append(f"{before} to {after} plies {growth[0]:.1f} and {growth[1]:.1f}")
        holds.append(growth[1] < growth[0])
    text = "growth without and with the table: " + ", ".join(words)
    return judged(text, all(holds), sum(holds) >= len(holds) - 1)


BY_DEPTH = (
    Claim(
        "The benefit grows with the depth: the table leaves 1.03, 0.84, 0.71, 0.52, 0.39 and 0.30 "
        "of the nodes at three to eight plies.",
        "1994 article, tables 1 and 3; figure 2.10",
        "The ratio falls at every step, below 0.6 at six plies (same shape: at all steps but one).",
        benefit_grows,
    ),
    Claim(
        "At three plies the table costs nodes.",
        "Breuker 1998, chapter 2",
        "A ratio above 1 (same shape: above 0.95, hardly any benefit).",
        costs_when_shallow,
    ),
    Claim(
        "From six plies on a table saves about half of the nodes, or more.",
        "Breuker 1998, chapter 2; the article prints a ratio of 0.52 at six plies",
        "Ratios of at most 0.55 (same shape: 0.7).",
        halves_when_deep,
    ),
    Claim(
        "A table lowers the branching factor.",
        "1994 article, tables 1 and 3",
        "The tree grows less with it at every step (same shape: at all steps but one).",
        grows_less,
    ),
)
