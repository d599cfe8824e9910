"""The claim about Fine's position no. 70: Breuker 1998, section 2.2."""

from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

CLEARED = "without time stamping"
WINNING = "a1b1"


def solved_with_a_table_only(results: Results) -> Judgement:
    """The move that is found with and without a table, with equal nodes."""
    (depth,) = results.grid.depths
    moves = {}
    for row in results.grid.rows:
        for column in ("no table", "TWOBIG1"):
            (found,) = results.found(CLEARED, depth, row.label, column).values()
            moves[row.label, column] = found[0]
    with_table = [move == WINNING for (_, column), move in moves.items() if column == "TWOBIG1"]
    without = [move == WINNING for (_, column), move in moves.items() if column == "no table"]
    words = f"with a table at {sum(with_table)} of {len(with_table)} sizes, without: "
    words += "found" if any(without) else "not found"
    return judged(words, any(with_table) and not any(without), any(with_table))


CLAIMS = (
    Claim(
        "Only with a table a search finds the winning move, Kb1, which takes 24 plies or more.",
        "Breuker 1998, section 2.2, figure 2.6",
        "Found at some size, and not without a table within as many nodes.",
        solved_with_a_table_only,
    ),
)
