"""Claims about the four forms of proof-number search: Breuker 1998, chapter 5; Schijf 1993."""

from math import log

from engine.lab.experiments.claims.proofs import (
    Counts,
    counts,
    named,
    percent,
    printed_counts,
    solved,
    the_table,
)
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

FORMS = ("tree", "dag", "dcg", "bta")
NEVER = {"R96", "R105", "R201"}
"""Known problems that no form solves, in print."""
HIDDEN = {"K208", "K216", "R281"}
"""Known problems that DCG misses and BTA solves, in print."""


def all_counts(results: Results) -> dict[str, Counts]:
    """Return the nodes by form and problem; raises MissingError as `counts`."""
    return {form: counts(results, form) for form in FORMS}


def counts_are_printed(results: Results) -> Judgement:
    """Every count, solved or not."""
    words, wrong, cells = [], [], 0
    for form, ours in all_counts(results).items():
        printed = printed_counts(results, form)
        off = [row for row in ours if ours[row] != printed[row]]
        words.append(f"{form} {len(ours) - len(off)} of {len(ours)}")
        wrong += [f"{form} {row} {text(ours[row])}, printed {text(printed[row])}" for row in off]
        cells += len(ours)
    said = "exact: " + ", ".join(words) + "".join(f"; {each}" for each in wrong)
    return judged(said, not wrong, len(wrong) <= 0.02 * cells)


def text(nodes: float | None) -> str:
    """Write a count."""
    return "unsolved" if nodes is None else f"{nodes:,.0f}"


def as_many_solved(results: Results) -> Judgement:
    """The number of problems that each form solves, of the known ones."""
    ours = {form: len(solved(found)) for form, found in all_counts(results).items()}
    printed = {form: len(solved(printed_counts(results, form))) for form in FORMS}
    words = ", ".join(f"{form} {ours[form]} (printed {printed[form]})" for form in FORMS)
    close = all(abs(ours[form] - printed[form]) <= 1 for form in FORMS)
    return judged(words, ours == printed, close)


def bta_solves_all(results: Results) -> Judgement:
    """Problems that another form solves and BTA does not."""
    ours = all_counts(results)
    anywhere = set.union(*map(solved, ours.values()))
    missed = anywhere - solved(ours["bta"])
    return judged(f"solved by others alone: {named(missed)}", not missed, len(missed) <= 1)


def dcg_misses(results: Results) -> Judgement:
    """Problems of BTA that DCG does not solve."""
    hidden = solved(counts(results, "bta")) - solved(counts(results, "dcg"))
    return judged(f"missed: {named(hidden)}", hidden == HIDDEN, bool(hidden & HIDDEN))


def few_are_hidden(results: Results) -> Judgement:
    """The share of problems that show a wrong repetition."""
    bta = counts(results, "bta")
    hidden = solved(bta) - solved(counts(results, "dcg"))
    share = percent(len(hidden), len(bta))
    return judged(
        f"{len(hidden)} of {len(bta)} problems ({share:.1f} %)", 0 < share <= 5, share <= 10
    )


def k216(results: Results) -> Judgement:
    """Kriheli's mate in 14."""
    found = {form: each["K216"] for form, each in all_counts(results).items()}
    words = ", ".join(f"{form} {text(nodes)}" for form, nodes in found.items())
    bta, dag = found["bta"], found["dag"]
    by_graphs = bta is not None and dag is not None and bta < dag
    exact = (bta, dag) == (247_686, 366_336)
    others = found["tree"] is None and found["dcg"] is None
    return judged(words, exact and others, by_graphs and others)


def never_solved(results: Results) -> Judgement:
    """Problems that no form solves."""
    ours = all_counts(results)
    never = set(ours["tree"]).difference(*map(solved, ours.values()))
    return judged(f"unsolved by all: {named(never)}", never == NEVER, NEVER <= never)


def gain_grows(results: Results) -> Judgement:
    """Regression of the gain of DCG on the size of the tree, both as logarithms."""
    ours = all_counts(results)
    pairs = [
        (log(tree), log(tree / dcg))
        for tree, dcg in ((ours["tree"][row], ours["dcg"][row]) for row in ours["tree"])
        if tree and dcg
    ]
    middle = [sum(values) / len(pairs) for values in zip(*pairs, strict=True)]
    across = sum((size - middle[0]) * (gain - middle[1]) for size, gain in pairs)
    slope = across / sum((size - middle[0]) ** 2 for size, _ in pairs)
    words = f"the gain grows with the power {slope:.2f} of the tree, over {len(pairs)} problems"
    return judged(words, slope > 0.05, slope > 0)


def selection_costs(results: Results) -> Judgement:
    """Steps of selection for each expansion of BTA."""
    table = the_table(results)
    rates = {}
    for row in ("K194", "R182"):
        place = table.series.name, table.depth, row, "bta"
        rates[row] = results.counter(*place, "steps") / results.counter(*place, "expansions")
    words = ", ".join(f"{row} {rate:.0f} steps for each expansion" for row, rate in rates.items())
    return judged(words, rates["K194"] > 5 * rates["R182"], rates["K194"] > rates["R182"])


CLAIMS = (
    Claim(
        "The nodes of each form for each problem.",
        "table G.1",
        "All counts equal, unsolved ones included (same shape: 98 % of them).",
        counts_are_printed,
    ),
    Claim(
        "BTA solves most problems, then DCG, DAG and tree: 107, 103, 102 (table G.1: 105) and 99 "
        "of 117.",
        "tables 5.1 and G.1",
        "The printed number of the known problems for each form (same shape: one more or less).",
        as_many_solved,
    ),
    Claim(
        "Every problem that any form solves is solved by BTA.",
        "chapter 5",
        "As stated (same shape: but one).",
        bta_solves_all,
    ),
    Claim(
        "DCG misses wins, taking a position of another path for a repetition: K208, K215, K216, "
        "R281.",
        "chapter 5",
        "K208, K216 and R281 of the known problems (same shape: one of them).",
        dcg_misses,
    ),
    Claim(
        "Few positions show this: 3 of 300.",
        "chapter 5, after Palay",
        "At most 5 % of the problems (same shape: 10 %).",
        few_are_hidden,
    ),
    Claim(
        "K216, a mate in 14: BTA 247,686 nodes, DAG 366,336, the others not within 500,000.",
        "chapter 5",
        "The same numbers (same shape: BTA before DAG, the others not).",
        k216,
    ),
    Claim(
        "R96, R105 and R201 are solved by no form.",
        "chapter 5; seven others are not known",
        "These alone of the known problems (same shape: others too).",
        never_solved,
    ),
    Claim(
        "The larger the tree, the more transpositions save.",
        "Schijf 1993, chapter 5",
        "Tree nodes for each node of DCG grow with a power above 0.05 of the tree (same shape: 0).",
        gain_grows,
    ),
    Claim(
        "BTA spends its time on selection where many possible draws make it choose anew.",
        "chapter 5",
        "K194 takes five times the steps of R182 for each expansion (same shape: more).",
        selection_costs,
    ),
)
