"""Claims about what promises a cut-off: Björnsson 2002, section 5.3."""

import math
from collections import Counter

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

PREDICTORS = {
    "legal moves": "legal_moves",
    "history above 0": "history_above_0",
    "history above 100": "history_above_100",
    "quiescence reaches beta": "quiescence",
    "quiescence reaches beta - 25": "quiescence_25",
    "search reaches beta": "search",
    "search reaches beta - 25": "search_25",
}
"""The names of table 5.1 in words, and those of the counts."""
TRUE, FALSE = "true: mean", "false: mean"
COLUMNS = (TRUE, "true: deviation", FALSE, "false: deviation")
NODES = "expected cut-nodes"
SEARCH, QUIESCENCE = "search reaches beta", "quiescence reaches beta"


def counts_in(results: Results) -> Counter[str]:
    """Return all counts: they are those of every row and column."""
    return results.counted(NODES, max(results.grid.depths), SEARCH, TRUE)


def moves(results: Results, place: Place) -> float:
    """Return the mean of the promising moves of a group of nodes, or their deviation."""
    counts = results.counted(place.series.name, place.depth, place.row.label, place.column.label)
    group, _, what = place.column.label.partition(": ")
    nodes, name = counts[f"{group} nodes"], f"{PREDICTORS[place.row.label]} {group}"
    mean = counts[f"{name} sum"] / nodes
    if what == "mean":
        return mean
    return math.sqrt(max(counts[f"{name} squares"] / nodes - mean**2, 0.0))


def means(results: Results, predictor: str) -> tuple[float, float]:
    """Return the means of nodes that cut off and of those that do not."""
    table = results.table(NODES, max(results.grid.depths))
    return table.value(predictor, TRUE), table.value(predictor, FALSE)


def predictors_separate(results: Results) -> Judgement:
    """The reduced search, quiescence, and the numbers that tell little."""
    ratio, words = {}, []
    for predictor in (SEARCH, QUIESCENCE, "legal moves", "history above 100"):
        true, false = means(results, predictor)
        ratio[predictor] = true / max(false, 0.01)
        words.append(f"{predictor} {true:.2f} and {false:.2f}")
    by_search = ratio[SEARCH] >= 5
    best = ratio[SEARCH] == max(ratio.values())
    history = max(ratio["legal moves"], ratio["history above 100"]) < 2
    return judged("; ".join(words), by_search and best and history, by_search)


def few_are_false(results: Results) -> Judgement:
    """The share of nodes that do not cut off."""
    counts = counts_in(results)
    nodes = counts["true nodes"] + counts["false nodes"]
    share = PERCENT * counts["false nodes"] / nodes
    return judged(f"{share:.1f} % of {nodes:,} nodes", 1 <= share <= 5, share <= 10)


def three_rarely_err(results: Results) -> Judgement:
    """Nodes with some promise that do not cut off."""
    counts = counts_in(results)
    found = {}
    for predictor in ("search", "quiescence"):
        name = f"{predictor} false"
        some = counts[f"{name} some"]
        found[predictor] = counts[f"{name} sum"] / some, counts[f"{name} max"]
    promising = counts["true promising"] + counts["false promising"]
    wrong = PERCENT * counts["false promising"] / promising
    words = ", ".join(
        f"{predictor} {mean:.2f} at most {most}" for predictor, (mean, most) in found.items()
    )
    words += f"; of {promising:,} nodes with three promises {wrong:.2f} % do not cut off"
    fewer = found["search"][0] < 2 and found["search"][1] <= found["quiescence"][1]
    return judged(words, fewer and wrong <= 1, wrong <= 1)


CLAIMS = (
    Claim(
        "The moves whose search, two plies less deep, reaches beta tell cut-nodes best: 20.62 "
        "against 0.17; the number of legal moves and the history tell little.",
        "table 5.1",
        "The reduced search has at least five times as many at nodes that cut off, the largest of "
        "the ratios; legal moves and history less than twice (same shape: five times).",
        predictors_separate,
    ),
    Claim(
        "About 2.5 % of the expected cut-nodes do not cut off.",
        "section 5.3",
        "Between 1 and 5 % (same shape: at most 10 %).",
        few_are_false,
    ),
    Claim(
        "At nodes that do not cut off although some move promises it, reduced searches promise "
        "1.45 on average and 6 at most, quiescence 2.31 and 32. So three promises rarely err.",
        "table 5.2",
        "Below 2 for reduced searches, their maximum not above that of quiescence, and 1 % of the "
        "nodes with three promises wrong at most (same shape: the last of these).",
        three_rarely_err,
    ),
)
