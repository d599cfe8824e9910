"""Claims about the risks of pruning: Björnsson 2002, chapter 3."""

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results

SERIES = "with audits"
NONE, NULL_MOVE, MULTI_CUT = "nothing", "null move", "multi-cut"
NODES, WRONG_PASSES, WRONG_CUTS = "nodes", "null moves that are wrong", "multi-cuts that are wrong"
ARRIVED_PASSES = "null move errors that reach the principal variation"
ARRIVED_CUTS = "multi-cut errors that reach the principal variation"
OTHER_MOVES = "other moves at the root"
ROWS = (NODES, WRONG_PASSES, WRONG_CUTS, ARRIVED_PASSES, ARRIVED_CUTS, OTHER_MOVES)
EVERY = 1
"""Of so many pruned nodes one is searched in full."""
RULES = {NULL_MOVE: "null_move", MULTI_CUT: "multi_cut"}
"""By the column that has this rule alone."""
SHARES = {
    WRONG_PASSES: ("null_move", "wrong", "audited"),
    WRONG_CUTS: ("multi_cut", "wrong", "audited"),
    ARRIVED_PASSES: ("null_move", "propagated", "wrong"),
    ARRIVED_CUTS: ("multi_cut", "propagated", "wrong"),
}
"""Rows that say of a rule how many of something are something else."""


def moves_of(results: Results, depth: int, column: str) -> list[str]:
    """Return the best move of each position."""
    found = results.searched(SERIES, depth, NODES, column).values()
    return [move for searched in found for move in searched.found]


def nodes_of(results: Results, depth: int, column: str) -> float:
    """Return the nodes of all positions."""
    found = results.searched(SERIES, depth, NODES, column).values()
    return sum(searched.counter("nodes", depth) for searched in found)


def percent(results: Results, place: Place) -> float:
    """Return a row's number for the rules of a column."""
    depth, row, column = place.depth, place.row.label, place.column.label
    if row == NODES:
        return PERCENT * nodes_of(results, depth, column) / nodes_of(results, depth, NONE)
    if row == OTHER_MOVES:
        pairs = list(
            zip(moves_of(results, depth, column), moves_of(results, depth, NONE), strict=True)
        )
        return PERCENT * sum(one != other for one, other in pairs) / len(pairs)
    counts, (rule, part, whole) = results.counted(SERIES, depth, NODES, column), SHARES[row]
    if not counts[f"{rule} {whole}"]:
        raise MissingError(f"{column} has nothing of {rule.replace('_', ' ')} that is {whole}")
    return PERCENT * counts[f"{rule} {part}"] / counts[f"{rule} {whole}"]


def null_move_saves(results: Results) -> Judgement:
    """Nodes with null move."""
    share = results.table(SERIES, max(results.grid.depths)).value(NODES, NULL_MOVE)
    return judged(f"{share:.1f} % of the nodes", share <= 50, share <= 80)


def errors_are_rare(results: Results) -> Judgement:
    """Pruned nodes that a full search does not cut off."""
    table = results.table(SERIES, max(results.grid.depths))
    passes, cuts = table.value(WRONG_PASSES, NULL_MOVE), table.value(WRONG_CUTS, MULTI_CUT)
    words = f"null move {passes:.2f} %, multi-cut {cuts:.2f} % of the audited nodes"
    return judged(words, max(passes, cuts) <= 5, min(passes, cuts) <= 5)


def errors_seldom_reach_the_root(results: Results) -> Judgement:
    """Wrong prunings, those that are followed to the principal variation, and other moves."""
    depth = max(results.grid.depths)
    table, shares, words = results.table(SERIES, depth), [], []
    for column, rule in RULES.items():
        counts = results.counted(SERIES, depth, NODES, column)
        wrong, arrived = counts[f"{rule} wrong"], counts[f"{rule} propagated"]
        other = table.value(OTHER_MOVES, column)
        words.append(
            f"{column}: {wrong} wrong ones seen, {arrived} moves at the principal variation "
            f"judged wrongly for that, {other:.0f} % other moves at the root"
        )
        if wrong:
            shares.append(arrived / wrong)
    if not shares:
        raise MissingError("no wrong pruning was seen")
    return judged("; ".join(words), max(shares) <= 0.5, max(shares) < 1)


CLAIMS = (
    Claim(
        "Null move is highly effective in chess.",
        "Björnsson 2002, chapter 3",
        "At most half of the nodes (same shape: 80 %).",
        null_move_saves,
    ),
    Claim(
        "A rule that prunes is useful only if it seldom errs.",
        "chapter 3",
        "At most 5 % of the audited nodes of each rule are wrong (same shape: of one).",
        errors_are_rare,
    ),
    Claim(
        "A wrong pruning does not necessarily change the decision at the root.",
        "chapter 3",
        "Of each rule that erred at most half of the wrong ones are followed to a node of the "
        "principal variation, at which a move is judged wrongly (same shape: not all).",
        errors_seldom_reach_the_root,
    ),
)
