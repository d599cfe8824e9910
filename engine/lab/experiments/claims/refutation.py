"""Claims of Lazar (1995) about refutation and transposition tables."""

from engine.lab.experiments.claims.rules import judged, saving
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

CLEARED = "without time stamping"


def savings(results: Results, column: str) -> dict[int, float]:
    """Return by depth what a column saves against neither table, in percent."""
    found = {}
    for depth in results.grid.depths:
        table = results.table(CLEARED, depth)
        (row,) = table.rows
        found[depth] = saving(table.value(row, column), table.value(row, "neither"))
    return found


def in_words(found: dict[int, float]) -> str:
    """Write savings by depth."""
    return ", ".join(f"{depth} plies {gain:.0f} %" for depth, gain in found.items())


def both_save(results: Results) -> Judgement:
    """Both tables at the greatest depth."""
    found = savings(results, "both tables")
    last = found[max(found)]
    return judged(in_words(found), last > 80, last > 40)


def refutation_saves(results: Results) -> Judgement:
    """The refutation table alone."""
    found = savings(results, "refutation table")
    last = found[max(found)]
    return judged(in_words(found), last > 50, last > 5)


CLAIMS = (
    Claim(
        "Both tables save 3, 58, 45, 81 and 96 % of the nodes at three to seven plies.",
        "Lazar 1995, table of node reduction",
        "More than 80 % at the greatest depth (same shape: more than 40 %).",
        both_save,
    ),
    Claim(
        "The refutation table alone saves 3, 56, 20, 59 and 85 %.",
        "Lazar 1995, first experiment (computed from its table)",
        "More than 50 % at the greatest depth (same shape: more than 5 %).",
        refutation_saves,
    ),
)
