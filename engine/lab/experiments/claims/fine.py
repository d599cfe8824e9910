"""The claim about Fine's position no. 70: Breuker 1998, chapter 2."""

from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

CLEARED = "without time stamping"
WINNING = "a1b1"
WON = 200
"""Centipawns of a score that sees a pawn fall, and the next one follow."""


def solved_with_a_table_only(results: Results) -> Judgement:
    """The move that is found with and without a table, with equal nodes."""
    (depth,) = results.grid.depths
    solved: dict[str, list[bool]] = {"no table": [], "TWOBIG1": []}
    for row in results.grid.rows:
        for column, found in solved.items():
            place = CLEARED, depth, row.label, column
            for seed in results.seeds_of(*place):
                (searched,) = results.searched(*place, seed).values()
                found.append(searched.found == (WINNING,) and searched.scores[0] >= WON)
    with_table, without = solved["TWOBIG1"], solved["no table"]
    seeds = len(with_table) // len(results.grid.rows)
    cases = "sizes" if seeds == 1 else f"sizes by {seeds} seeds"
    words = f"won with a table at {sum(with_table)} of {len(with_table)} {cases}, without: "
    words += "found" if any(without) else "not found"
    most = sum(with_table) > len(with_table) / 2
    return judged(words, most and not any(without), any(with_table) and not any(without))


CLAIMS = (
    Claim(
        "Only with a table a search finds the winning move, Kb1, which takes 24 plies or more.",
        "Breuker 1998, chapter 2, figure 2.6",
        "Played with a score of at least two pawns at most sizes, and not without a table within "
        "as many nodes (same shape: at some size).",
        solved_with_a_table_only,
    ),
)
