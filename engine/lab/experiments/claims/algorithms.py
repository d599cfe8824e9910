"""Claims about the algorithms for the value of a tree: Björnsson 2002, chapter 2."""

from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

NAMES = ("AlphaBeta", "PVS", "NegaScout", "MTD(f)")
TABLE, NO_TABLE, FULL_WIDTH = "with a table", "without", "full width"


def values_agree(results: Results) -> Judgement:
    """Scores of all positions by all algorithms, with and without a table."""
    depth, wrong, compared = max(results.grid.depths), 0, 0
    exact = results.searched(FULL_WIDTH, depth, NO_TABLE, NAMES[0])
    for row in (TABLE, NO_TABLE):
        for name in NAMES:
            for game, searched in results.searched(FULL_WIDTH, depth, row, name).items():
                pairs = list(zip(searched.scores, exact[game].scores, strict=True))
                compared += len(pairs)
                wrong += sum(one != other for one, other in pairs)
    return judged(f"{wrong} of {compared} values differ", not wrong)


def same_trees(results: Results) -> Judgement:
    """PVS and NegaScout without a table."""
    row = results.table(FULL_WIDTH, max(results.grid.depths)).row(NO_TABLE)
    words = f"PVS {row['PVS']:,.0f}, NegaScout {row['NegaScout']:,.0f} nodes"
    return judged(words, row["PVS"] == row["NegaScout"])


def order(results: Results) -> Judgement:
    """MTD(f), PVS, alpha-beta with a table."""
    row = results.table(FULL_WIDTH, max(results.grid.depths)).row(TABLE)
    words = ", ".join(f"{name} {number:,.0f}" for name, number in row.items())
    better = row["PVS"] < row["AlphaBeta"] and row["NegaScout"] < row["AlphaBeta"]
    least = row["MTD(f)"] < min(row["PVS"], row["NegaScout"])
    return judged(words, better and least, better)


def first_moves_cut_off(results: Results) -> Judgement:
    """Which move cuts off at zero-window nodes."""
    counts = results.counted(FULL_WIDTH, max(results.grid.depths), TABLE, "PVS")
    share = PERCENT * counts["first_cut_offs"] / counts["cut_offs"]
    return judged(f"{share:.1f} % of {counts['cut_offs']:,} cut-offs", share > 90, share > 80)


CLAIMS = (
    Claim(
        "All algorithms return the same value.",
        "Björnsson 2002, chapter 2",
        "Equal values for every position, with a table and without.",
        values_agree,
    ),
    Claim(
        "PVS and NegaScout search the same tree.",
        "chapter 2",
        "Equal numbers of nodes without a table.",
        same_trees,
    ),
    Claim(
        "MTD(f) is slightly better than PVS and NegaScout, which are better than alpha-beta.",
        "chapters 2 and 4",
        "In this order with a table (same shape: but for MTD(f)).",
        order,
    ),
    Claim(
        "More than 90 % of the cut-offs come from the first move.",
        "chapter 4",
        "In zero windows of PVS (same shape: 80 %).",
        first_moves_cut_off,
    ),
)
