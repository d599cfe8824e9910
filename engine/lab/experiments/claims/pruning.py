"""Claims about the risks of pruning: Björnsson 2002, chapter 3."""

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results

SERIES = "with audits"
NONE, NULL_MOVE, MULTI_CUT = "nothing", "null move", "multi-cut"
NODES, WRONG_PASSES, WRONG_CUTS = "nodes", "null moves that are wrong", "multi-cuts that are wrong"
OTHER_MOVES = "other moves at the root"
ROWS = (NODES, WRONG_PASSES, WRONG_CUTS, OTHER_MOVES)
EVERY = 20
"""Of so many pruned nodes one is searched in full."""
RULE_OF = {WRONG_PASSES: "null_move", WRONG_CUTS: "multi_cut"}


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
    counts = results.counted(SERIES, depth, NODES, column)
    if not counts[f"{RULE_OF[row]} audited"]:
        raise MissingError(f"{column} has no {RULE_OF[row].replace('_', ' ')}")
    return PERCENT * counts[f"{RULE_OF[row]} wrong"] / counts[f"{RULE_OF[row]} audited"]


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
    """Wrong prunings, each of which stands for many, and searches that end with another move."""
    depth = max(results.grid.depths)
    table, holds, words = results.table(SERIES, depth), [], []
    for column, rule in ((NULL_MOVE, "null_move"), (MULTI_CUT, "multi_cut")):
        wrong = results.counted(SERIES, depth, NODES, column)[f"{rule} wrong"]
        searches = len(moves_of(results, depth, column))
        other = table.value(OTHER_MOVES, column)
        words.append(
            f"{column}: {wrong} wrong ones seen in {searches} searches, {other:.0f} % other moves"
        )
        if wrong:
            holds.append(wrong * EVERY / searches > other / PERCENT)
    if not holds:
        raise MissingError("no wrong pruning was seen")
    return judged("; ".join(words), all(holds), any(holds))


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
        "With each wrong one seen standing for 20, there are more of them for each search than "
        "other moves, for each rule that erred (same shape: for one).",
        errors_seldom_reach_the_root,
    ),
)
