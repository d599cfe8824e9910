"""Claims about the pawn ending of figure 5.1: Breuker 1998, section 5.4."""

from engine.lab.experiments.claims.proofs import counts, the_table
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

TREE, BTA = 482_306, 10_694
"""Printed nodes."""
ANSWERS = {"tree": "proved", "dag": "proved", "dcg": "disproved", "bta": "proved"}


def they_disagree(results: Results) -> Judgement:
    """What each form answers."""
    table = the_table(results)
    place = table.series.name, table.depth
    words, right = [], []
    for row in table.rows:
        found = {}
        for form in ANSWERS:
            ((found[form],),) = results.found(*place, row, form).values()
        words.append(f"{row}: " + ", ".join(f"{form} {word}" for form, word in found.items()))
        right.append(found == ANSWERS)
    return judged("; ".join(words), all(right), any(right))


def bta_needs_a_fortieth(results: Results) -> Judgement:
    """Nodes of both, and their ratio."""
    tree, bta = counts(results, "tree"), counts(results, "bta")
    ratios = {row: (tree[row] or 0) / (bta[row] or 1) for row in tree}
    words = "; ".join(
        f"{row}: tree {tree[row] or 0:,.0f}, BTA {bta[row] or 0:,.0f}, factor {ratios[row]:.0f}"
        for row in ratios
    )
    near = all(abs((bta[row] or 0) / BTA - 1) <= 0.05 for row in bta)
    close = near and all(abs((tree[row] or 0) / TREE - 1) <= 0.05 for row in tree)
    return judged(words, close, near and min(ratios.values()) >= 20)


CLAIMS = (
    Claim(
        "White wins, which tree and BTA see; DCG answers that White cannot win, wrongly.",
        "section 5.4; DAG is not printed for this position",
        "So for both squares of the king, and DAG as the tree (same shape: for one).",
        they_disagree,
    ),
    Claim(
        "The tree takes 482,306 nodes, BTA 10,694, a fortieth.",
        "section 5.4",
        "Both within 5 % (same shape: BTA within 5 %, and at most a twentieth of the tree).",
        bta_needs_a_fortieth,
    ),
)
