"""Claims of Lazar (1995) about the speed of schemes and the load of a table."""

from itertools import pairwise

from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement, Verdict
from engine.lab.experiments.results import Results

CLEARED = "without time stamping"


def speed_is_alike(results: Results) -> Judgement:
    """Nodes per second of processor time with each scheme."""
    depth, row = max(results.grid.depths), results.grid.rows[0].label
    speeds = {
        column.label: results.speed(CLEARED, depth, row, column.label)
        for column in results.experiment.columns
    }
    slowest, fastest = (
        choose(speeds.values(), key=lambda speed: speed.mean) for choose in (min, max)
    )
    spread = 100 * (1 - slowest.mean / fastest.mean)
    words = f"{slowest.mean / 1e6:.2f} to {fastest.mean / 1e6:.2f} M nodes/s, {spread:.1f} % apart"
    noise = PERCENT * slowest.noise(fastest) / fastest.mean
    if noise:
        words += f", with a noise of {noise:.1f} % of {slowest.seeds} seeds"
    if noise >= max(5, spread):  # too much for either answer
        return Judgement(Verdict.NOT_TRIED, words)
    return judged(words, spread < 5, spread < 10)


def loads(results: Results, column: str) -> list[float]:
    """Return by depth the filled places, summed up over the positions."""
    row = results.grid.rows[0].label
    return [results.counter(CLEARED, depth, row, column, "filled") for depth in results.grid.depths]


def load_grows(results: Results) -> Judgement:
    """Filled places by depth with DEEP."""
    found = loads(results, "DEEP")
    factors = [after / before for before, after in pairwise(found)]
    words = "growth from depth to depth: " + ", ".join(f"{factor:.1f}" for factor in factors)
    falls = sum(factor <= 1 for factor in factors)
    return judged(words, found[-1] > found[0] and falls <= 1, found[-1] > found[0])


def load_is_alike(results: Results) -> Judgement:
    """Filled places with the one-level schemes at the greatest depth."""
    found = {column: loads(results, column)[-1] for column in ("DEEP", "NEW", "OLD")}
    ratio = max(found.values()) / min(found.values())
    words = f"the fullest has {100 * (ratio - 1):.1f} % more than the emptiest"
    return judged(words, ratio < 1.05, ratio < 1.2)


CLAIMS = (
    Claim(
        "The speed does not depend on the scheme.",
        "Lazar 1995, second experiment: about 2 % either way",
        "Less than 5 % of processor time between the slowest and the fastest (same shape: 10 %); "
        "other programs on the machine disturb it. With several seeds on the mean (not tried: "
        "their noise is more than 5 %, and more than the difference).",
        speed_is_alike,
    ),
    Claim(
        "The load of the table grows with the depth.",
        "Lazar 1995, table of load factors; it prints 0.2, 0.7, 5, 28, 21 and 55 %",
        "From the least to the greatest depth, with at most one step down, as printed (same shape: "
        "with more).",
        load_grows,
    ),
    Claim(
        "One-level schemes fill a table alike. (The printed columns of NEW and OLD are 1.5 and "
        "1.2 times that of DEEP in every row, so they were not measured.)",
        "by definition of the schemes",
        "Less than 5 % apart (same shape: 20 %).",
        load_is_alike,
    ),
)
