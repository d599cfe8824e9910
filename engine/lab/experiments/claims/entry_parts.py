"""Claims about the parts of an entry: Breuker 1998, section 2.7."""

from statistics import mean

from engine.lab.experiments.claims.rules import by_share, deepest, judged, saving
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

STAMPED = "with time stamping"
PERCENT = 100


def order_of_uses(results: Results) -> Judgement:
    """None > exact only > move only > score only, bounds only > full, in each row."""
    table = deepest(results, STAMPED)
    holds = []
    for row in table.rows:
        found = table.row(row)
        best_score = min(found["score only"], found["bounds only"])
        worst_score = max(found["score only"], found["bounds only"])
        order = (
            found["no table"],
            found["exact only"],
            found["move only"],
            worst_score,
        )
        holds.append(list(order) == sorted(order, reverse=True) and best_score > found["full"])
    return by_share("sizes have the printed order", holds, 0.99, 0.5)


def score_matters_more(results: Results) -> Judgement:
    """Score only against move only."""
    table = deepest(results, STAMPED)
    holds = [table.value(row, "score only") < table.value(row, "move only") for row in table.rows]
    row = table.rows[-1]
    none = table.value(row, "no table")
    shares = [table.value(row, use) / none for use in ("score only", "move only")]
    words = f"sizes; at the largest {shares[0]:.2f} against {shares[1]:.2f} of the nodes"
    return by_share(words, holds, 0.99, 0.6)


def exact_is_worthless(results: Results) -> Judgement:
    """Exact scores only against no table."""
    table = deepest(results, STAMPED)
    shares = [table.value(row, "exact only") / table.value(row, "no table") for row in table.rows]
    words = f"{min(shares):.3f} to {max(shares):.3f} of the nodes without a table"
    alike = max(shares) - min(shares) <= 0.01
    return judged(words, 0.95 <= min(shares) and max(shares) < 1 and alike, min(shares) >= 0.95)


def bounds_carry_it(results: Results) -> Judgement:
    """Bounds only against all scores."""
    table = deepest(results, STAMPED)
    parts = [table.value(row, "bounds only") / table.value(row, "score only") for row in table.rows]
    words = f"{min(parts):.2f} to {max(parts):.2f} of the nodes with all scores"
    return judged(words, max(parts) <= 1.1, max(parts) <= 1.2)


def saved_at_the_largest(results: Results, move: float, full: float) -> Judgement:
    """What move only and everything save at the largest table, against printed percentages."""
    table = deepest(results, STAMPED)
    row = table.rows[-1]
    none = table.value(row, "no table")
    found = [saving(table.value(row, use), none) for use in ("move only", "full")]
    words = f"{found[0]:.0f} % by the move, {found[1]:.0f} % by all of it"
    off = max(abs(found[0] - move), abs(found[1] - full))
    return judged(words, off <= 10, found[1] > found[0] > 10)


def saved_in_middle_game(results: Results) -> Judgement:
    """Against the printed 36 and 68 %."""
    return saved_at_the_largest(results, 36, 68)


def saved_in_endgame(results: Results) -> Judgement:
    """Against the printed 65 and 89 %."""
    return saved_at_the_largest(results, 65, 89)


def hits_that_cut(results: Results) -> Judgement:
    """The share of hits that answer their node, and how rare exact ones are."""
    depth = max(results.grid.depths)
    row = results.grid.rows[-1].label

    def count(name: str) -> float:
        return results.counter(STAMPED, depth, row, "full", name)

    cuts = [count(name) for name in ("exact_cuts", "lower_cuts", "upper_cuts")]
    share = PERCENT * sum(cuts) / count("hits")
    exact = PERCENT * cuts[0] / sum(cuts)
    words = f"{share:.0f} % of hits cut off at once; {exact:.2f} % of these are exact"
    return judged(words, 35 <= share <= 65 and exact < 1, exact < 1)


def five_plies_gain(results: Results, printed: float) -> Judgement:
    """Five plies against one at the largest table, against a printed percentage."""
    table = deepest(results, STAMPED)
    row = table.rows[-1]
    gain = saving(table.value(row, "5 plies"), table.value(row, "1 ply"))
    words = f"{gain:+.1f} % at {row}"
    return judged(words, abs(gain - printed) <= printed / 2, gain > 0)


def five_plies_middle_game(results: Results) -> Judgement:
    """Against the printed 5 %."""
    return five_plies_gain(results, 4.6)


def five_plies_endgame(results: Results) -> Judgement:
    """Against the printed 12 %."""
    return five_plies_gain(results, 12.6)


def small_and_irregular(results: Results) -> Judgement:
    """Every length against one ply, in every row but the largest."""
    table = deepest(results, STAMPED)
    gains = [
        saving(table.value(row, column), table.value(row, "1 ply"))
        for row in table.rows[:-1]
        for column in table.columns[1:]
    ]
    words = f"{min(gains):+.1f} to {max(gains):+.1f} %, {mean(gains):+.1f} % on the mean"
    small = [abs(gain) < 5 for gain in gains]
    return judged(words, sum(small) > len(small) / 2, abs(mean(gains)) < 5)


def inherited_is_rare(results: Results) -> Judgement:
    """How often a move comes from the entry of an ancestor."""
    depth, row = max(results.grid.depths), results.grid.rows[-1].label
    used = results.counter(STAMPED, depth, row, "5 plies", "inherited")
    share = PERCENT * used / results.counter(STAMPED, depth, row, "5 plies", "nodes")
    return judged(f"{share:.3f} % of the nodes", share < 0.1, share < 1)


COMMON = (
    Claim(
        "At every size the nodes fall in the order: no table, exact only, move only, score only "
        "and bounds only, full.",
        "tables C.15 and C.16",
        "In every row (same shape: in half of them); score and bounds only may change places.",
        order_of_uses,
    ),
    Claim(
        "The score matters more than the move.",
        "section 2.7.2",
        "Score only needs fewer nodes than move only at every size (same shape: at 60 %).",
        score_matters_more,
    ),
    Claim(
        "Exact scores are nearly worthless, whatever the size: 0.98 of the nodes are left.",
        "section 2.7.2",
        "0.95 to below 1 of the nodes without a table, the same within 0.01 at all sizes (same "
        "shape: at least 0.95).",
        exact_is_worthless,
    ),
    Claim(
        "Bounds carry nearly all that scores save.",
        "section 2.7.2",
        "Bounds only needs at most 10 % more nodes than score only (same shape: 20 %).",
        bounds_carry_it,
    ),
    Claim(
        "About half of the positions that are found give a cut-off at once; exact ones are rare.",
        "section 2.7.2",
        "35 to 65 % of hits, less than 1 % of them exact (same shape: exact ones are).",
        hits_that_cut,
    ),
)
MIDDLE_GAME = (
    *COMMON,
    Claim(
        "At 256K the move alone saves 36 %, the whole entry 68 %.",
        "section 2.7.2",
        "Both within 10 points (same shape: each saves more than 10 %, the whole more).",
        saved_in_middle_game,
    ),
)
ENDGAME = (
    *COMMON,
    Claim(
        "At 256K the move alone saves 65 %, the whole entry 89 %.",
        "section 2.7.2",
        "Both within 10 points (same shape: each saves more than 10 %, the whole more).",
        saved_in_endgame,
    ),
)
LINES_COMMON = (
    Claim(
        "At smaller tables the effect is small and irregular.",
        "tables C.17 and C.18",
        "Less than 5 % either way in most cells (same shape: on the mean).",
        small_and_irregular,
    ),
    Claim(
        "An inherited move is used at less than 0.1 % of the nodes.",
        "section 2.7.3",
        "Below 0.1 % (same shape: below 1 %).",
        inherited_is_rare,
    ),
)
MIDDLE_GAME_LINES = (
    Claim(
        "At 256K five moves in an entry save 5 % against one.",
        "section 2.7.3",
        "Within half of that (same shape: they save something).",
        five_plies_middle_game,
    ),
    *LINES_COMMON,
)
ENDGAME_LINES = (
    Claim(
        "At 256K five moves in an entry save 12 % against one.",
        "section 2.7.3",
        "Within half of that (same shape: they save something).",
        five_plies_endgame,
    ),
    *LINES_COMMON,
)
