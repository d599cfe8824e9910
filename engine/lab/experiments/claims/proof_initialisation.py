"""Claims about the numbers of a leaf, the order of moves, and the length of mates: Breuker 1998."""

from engine.lab.experiments.claims.proofs import (
    FAR,
    NEAR,
    counts,
    percent,
    solved,
    the_table,
    total,
    within,
)
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.problems import problem_rows
from engine.lab.experiments.results import Results

MOBILITY, ONE, DEPTH = "mobility", "one", "depth"
BOTH, OTHER_ORDER = "mobility times depth", "mobility, another order"
CLEARLY = 2 / 3
"""A part of the time of another search that one run can tell from all of it."""
SINGLE = 4.0
"""Factor on a single problem; between tables E.1 and G.1 it is 3.01 at most."""


def seconds_of(results: Results, column: str, rows: set[str]) -> float:
    """Return the processor time of problems."""
    table = the_table(results)
    place = table.series.name, table.depth
    return sum(
        each.seconds for row in rows for each in results.searched(*place, row, column).values()
    )


def mobility_pays(results: Results) -> Judgement:
    """Problems, nodes and time with and without."""
    ours = {column: counts(results, column) for column in (MOBILITY, ONE)}
    common = solved(ours[MOBILITY]) & solved(ours[ONE])
    nodes = {column: total(found, common) for column, found in ours.items()}
    seconds = {column: seconds_of(results, column, common) for column in ours}
    words = ", ".join(
        f"{column} solves {len(solved(found))}, {nodes[column]:,.0f} nodes and "
        f"{seconds[column]:.2f} s on {len(common)} common problems"
        for column, found in ours.items()
    )
    more = len(solved(ours[MOBILITY])) >= len(solved(ours[ONE]))
    sooner = seconds[MOBILITY] < CLEARLY * seconds[ONE]
    return judged(words, more and sooner, more and nodes[MOBILITY] < nodes[ONE])


def plies_of(results: Results, column: str) -> dict[str, int]:
    """Return the length of each proof that was found."""
    table = the_table(results)
    place = table.series.name, table.depth
    found = {}
    for row in solved(counts(results, column)):
        (searched,) = results.searched(*place, row, column).values()
        found[row] = searched.counter("plies", 1)
    return found


def mates_are_long(results: Results) -> Judgement:
    """Length of the proofs against the shortest mates, where these are known."""
    plies = plies_of(results, MOBILITY)
    known = {row["id"]: 2 * int(row["shortest"]) - 1 for row in problem_rows() if row["shortest"]}
    common = [row for row in plies if row in known]
    if not common:
        raise MissingError("no solved problem has a shortest mate that is known")
    longer = [row for row in common if plies[row] > known[row]]
    worst = max(common, key=lambda row: plies[row] / known[row])
    words = (
        f"{len(longer)} of {len(common)} proofs are longer than the shortest mate, on the mean "
        f"{sum(plies[row] / known[row] for row in common) / len(common):.1f} times; {worst} has "
        f"{plies[worst]} plies instead of {known[worst]}"
    )
    share = percent(len(longer), len(common))
    return judged(words, share > 50 and plies[worst] > 5 * known[worst], share > 20)


def depth_shortens(results: Results) -> Judgement:
    """Length of the proofs and nodes of each initialisation, on what all solve."""
    columns = (MOBILITY, DEPTH, BOTH)
    plies = {column: plies_of(results, column) for column in columns}
    common = set.intersection(*map(set, plies.values()))
    mean = {
        column: sum(found[row] for row in common) / len(common) for column, found in plies.items()
    }
    nodes = {column: total(counts(results, column), common) for column in columns}
    words = ", ".join(
        f"{column} {mean[column]:.1f} plies, {nodes[column]:,.0f} nodes, "
        f"{len(plies[column])} solved"
        for column in columns
    )
    shorter = mean[DEPTH] < mean[MOBILITY] and mean[BOTH] < mean[MOBILITY]
    text = f"means of {len(common)} problems: {words}"
    return judged(text, shorter, min(mean[DEPTH], mean[BOTH]) < mean[MOBILITY])


def order_matters_little(results: Results) -> Judgement:
    """Nodes with another order: in all, and problem by problem."""
    ours, other = counts(results, MOBILITY), counts(results, OTHER_ORDER)
    common = solved(ours) & solved(other)
    if not common:
        raise MissingError("no problem is solved with both orders")
    whole = total(other, common) / total(ours, common)
    ratios = [(other[row] or 0) / (ours[row] or 1) for row in common]
    words = (
        f"{whole:.2f} times the nodes on {len(common)} common problems, {min(ratios):.2f} to "
        f"{max(ratios):.2f} times on single ones; {len(solved(ours))} and {len(solved(other))} "
        "are solved"
    )
    single = all(within(ratio, 1, SINGLE) for ratio in ratios)
    return judged(words, within(whole, 1, NEAR) and single, within(whole, 1, FAR))


CLAIMS = (
    Claim(
        "To begin with the mobility pays for the time that it takes.",
        "section 3.1, after Allis",
        "At least as many problems solved, and at most two thirds of the time of one run on the "
        "common ones (same shape: as many, and fewer nodes).",
        mobility_pays,
    ),
    Claim(
        "Pn search finds absurdly long mates.",
        "section 3.4: a mate in 114 where there is one in 4, in a position that is not known",
        "Most proofs longer than the shortest mate, and one of five times (same shape: a fifth).",
        mates_are_long,
    ),
    Claim(
        "To begin with the depth of the leaf should give shorter mates.",
        "section 3.4 and outlook, not tried there",
        "On the mean shorter, alone and with mobility (same shape: one of them).",
        depth_shortens,
    ),
    Claim(
        "The order of moves hardly matters.",
        "section 3.2; tables E.1 and G.1 have two orders",
        "In all as many nodes but for a factor of 1.25, and on no problem a factor above 4 (same "
        "shape: a factor of 2 in all).",
        order_matters_little,
    ),
)
