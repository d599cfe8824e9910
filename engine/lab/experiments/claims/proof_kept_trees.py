"""Claims about two ideas for pn²: Breuker 1998, section 4.1 and the outlook of chapter 5."""

from engine.lab.experiments.claims.proofs import percent, the_table
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

NONE, AT_ONCE = "none", "at once"
KEPT = ("1 kept", "4 kept", "16 kept")


def keeping_helps(results: Results) -> Judgement:
    """Nodes with kept trees, in percent of those without."""
    table = the_table(results)
    shares = {
        row: [percent(table.value(row, column), table.value(row, NONE)) for column in KEPT]
        for row in table.rows
    }
    words = "; ".join(
        f"{row}: " + ", ".join(f"{share:.1f} %" for share in found) for row, found in shares.items()
    )
    every = [share for found in shares.values() for share in found]
    said = f"nodes with 1, 4 and 16 kept trees of those with none: {words}"
    return judged(said, max(every) <= 95, max(every) < 100)


def delaying_helps(results: Results) -> Judgement:
    """Nodes of both, over the problems that both solve."""
    table, words, ratios = the_table(results), [], []
    for row in table.rows:
        place = table.series.name, table.depth, row
        delayed, at_once = (results.searched(*place, column) for column in (NONE, AT_ONCE))
        common = [
            name
            for name, one in at_once.items()
            if one.counter("solved", 1) and delayed[name].counter("solved", 1)
        ]
        nodes = [
            sum(found[name].counter("solved_nodes", 1) for name in common)
            for found in (delayed, at_once)
        ]
        ratios.append(nodes[1] / nodes[0])
        words.append(f"{row}: {len(common)} solved by both, {ratios[-1]:.1f} times the nodes")
    return judged("at once " + "; ".join(words), min(ratios) > 1, max(ratios) > 1)


CLAIMS = (
    Claim(
        "To keep the last second levels would help, since the next node is often inside of one.",
        "outlook of chapter 5, not tried there",
        "At most 95 % of the nodes for every pair and number of trees (same shape: fewer).",
        keeping_helps,
    ),
    Claim(
        "A first level whose nodes are evaluated when they are selected beats one whose nodes are "
        "evaluated when they are made.",
        "section 4.1, from a limited set of experiments",
        "Fewer nodes for every pair on the problems that both solve (same shape: for one).",
        delaying_helps,
    ),
)
