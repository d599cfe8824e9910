"""Claims about the three series of pn² searches: Breuker 1998, chapter 4, figures 4.4 to 4.6.

One number of the second level's share, a or b or b / a, is fixed along a line, another is varied.
"""

from engine.lab.experiments.claims.proofs import the_table
from engine.lab.experiments.claims.rules import by_share, judged, kendall_tau, spread
from engine.lab.experiments.curves import our_points
from engine.lab.experiments.declaration import Claim, Curves, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.printed import printed_table
from engine.lab.experiments.results import Results

PRINTED = "breuker1998-f2-proof-nodes"
MIDDLES = (75_000, 150_000, 300_000, 450_000, 600_000, 750_000)
WIDTHS = (30_000, 60_000, 90_000, 120_000, 150_000, 180_000, 210_000, 240_000)
"""Values of b that table F.2 has with each of these a."""
RATIOS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
HIGHEST = 100e6
"""Nodes; the narrowest b need up to 617 million."""


def printed_pairs() -> dict[tuple[int, int], str]:
    """Return the rows of table F.2 by a and b."""
    found = {}
    for row, _ in printed_table(PRINTED):
        a, b = row.split(", ")
        found[int(a), int(b)] = row
    return found


PAIRS = printed_pairs()


def drawn(title: str, across: str, lines: dict[str, dict[int, str]]) -> Curves:
    """Return a figure of the nodes that solve everything, with these rows by place and line."""
    return Curves(title, across, "total", "solved", lines, HIGHEST)


BY_WIDTH = drawn(
    "Figure 4.4: b varied, a fixed",
    "b",
    {
        f"a {middle // 1000}K": {b: row for (a, b), row in PAIRS.items() if a == middle}
        for middle in MIDDLES
    },
)
BY_MIDDLE = drawn(
    "Figure 4.5: a varied, b fixed",
    "a",
    {
        f"b {width // 1000}K": {a: row for (a, b), row in PAIRS.items() if b == width}
        for width in WIDTHS
    },
)
BY_RATIO = drawn(
    "Figure 4.6: a varied, b / a fixed",
    "a",
    {
        f"b/a {ratio:g}": {a: row for (a, b), row in PAIRS.items() if b == round(ratio * a)}
        for ratio in RATIOS
    },
)
CURVES = BY_WIDTH, BY_MIDDLE, BY_RATIO


def line_of(results: Results, curves: Curves, name: str) -> dict[int, float]:
    """Return the nodes along a line, where everything is solved.

    Raises
    ------
    MissingError
        If a row of the line has not been computed, or less than two rows solve everything.
    """
    table = the_table(results)
    for row in curves.lines[name].values():
        table.value(row, curves.whole)
    points = our_points(table, curves)
    found = {at: points[at, name] for at in sorted(curves.lines[name]) if (at, name) in points}
    if len(found) < 2:
        raise MissingError(f"two pairs with {name} that solve everything")
    return found


def in_millions(nodes: float) -> str:
    """Write a number of nodes."""
    return f"{nodes / 1e6:.1f} M"


def narrow_costs(results: Results) -> Judgement:
    """The narrowest b of a small a, against the best one."""
    words, factors = [], []
    for name in ("a 75K", "a 150K"):
        line = line_of(results, BY_WIDTH, name)
        narrowest, least = line[min(line)], min(line.values())
        factors.append(narrowest / least)
        words.append(
            f"{name}: {in_millions(narrowest)} with b = {min(line):,}, {in_millions(least)} at "
            f"best, {factors[-1]:.1f} times"
        )
    return judged("; ".join(words), min(factors) >= 5, min(factors) >= 2)


def narrow_is_best(results: Results) -> Judgement:
    """The best b of a large a, among those that solve everything."""
    words, smaller, halves = [], [], []
    for name in ("a 450K", "a 600K", "a 750K"):
        line = line_of(results, BY_WIDTH, name)
        best = min(line, key=lambda b: line[b])
        smaller.append([*line].index(best))
        halves.append(len(line) / 2)
        words.append(f"{name}: b = {best:,} of {min(line):,} to {max(line):,}")
    in_half = all(number < half for number, half in zip(smaller, halves, strict=True))
    return judged("; ".join(words), max(smaller) <= 1, in_half)


def large_is_best(results: Results) -> Judgement:
    """The largest a that solves everything, by b."""
    holds, words = [], []
    for width in WIDTHS[1:-1]:
        line = line_of(results, BY_MIDDLE, f"b {width // 1000}K")
        best = min(line, key=lambda a: line[a])
        holds.append(best == max(line))
        words.append(f"{width // 1000}K: {best // 1000}K of at most {max(line) // 1000}K")
    return by_share(f"b have their least at the largest a ({'; '.join(words)})", holds, 1.0, 0.5)


def narrow_ratio_falls(results: Results) -> Judgement:
    """Nodes with b = a / 10, by a."""
    line = line_of(results, BY_RATIO, "b/a 0.1")
    *_, last = line
    fall = kendall_tau([-nodes for nodes in line.values()])
    left = line[last] / line[min(line)]
    words = (
        f"{in_millions(line[min(line)])} with a = {min(line):,} fall to {in_millions(line[last])} "
        f"with a = {last:,}; rank correlation {fall:.2f}"
    )
    return judged(words, fall >= 0.9 and left <= 0.5, fall > 0.5)


def wide_ratio_is_flat(results: Results) -> Judgement:
    """The spread of the nodes along each line with a wide b."""
    spreads = {
        name: spread(line_of(results, BY_RATIO, name).values())
        for name in ("b/a 0.4", "b/a 0.6", "b/a 0.8", "b/a 1")
    }
    words = ", ".join(f"{name}: {found:.0f} %" for name, found in spreads.items())
    most = max(spreads.values())
    return judged(f"the least is below the most: {words}", most <= 20, most <= 40)


CLAIMS = (
    Claim(
        "With a small a the narrowest b costs many times the nodes of the best: 417 million "
        "instead of 53 with a = 75,000, 617 instead of 50 with 150,000.",
        "figure 4.4; table F.2",
        "At least five times for both (same shape: twice).",
        narrow_costs,
    ),
    Claim(
        "With a large a, from 450,000 on, a small b is best, as long as everything is solved.",
        "chapter 4, figure 4.4; table F.2",
        "One of the two smallest b for each a (same shape: one of the smaller half).",
        narrow_is_best,
    ),
    Claim(
        "With b fixed, from 60,000 to 210,000, a large a is best, as long as everything is solved.",
        "chapter 4, figure 4.5; table F.2",
        "The largest such a needs the fewest nodes for every b (same shape: for half of them).",
        large_is_best,
    ),
    Claim(
        "With b / a = 0.1 the nodes fall steeply with a, until not everything is solved: 185 "
        "million with a = 75,000, 37 with 450,000.",
        "figure 4.6; table F.2",
        "A rank correlation of 0.9, and half at the end (same shape: a correlation above 0.5).",
        narrow_ratio_falls,
    ),
    Claim(
        "With b / a from 0.4 on the choice of a hardly matters.",
        "figure 4.6; table F.2",
        "The least is at most 20 % below the most along each line (same shape: 40 %).",
        wide_ratio_is_flat,
    ),
)
