"""Claims about df-pn: what later papers say of it, on the problems of the thesis."""

from engine.lab.experiments.claims.proofs import counts, named, solved, the_table, total
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

BTA, PN2, DFPN, SMALL = "bta", "pn2", "dfpn", "dfpn, 1 MiB"
NODES_OF_BTA = 500_000
MIB = 1024
"""KiB."""


def solves_what_bta_solves(results: Results) -> Judgement:
    """Problems of either alone, with as many nodes as BTA may make, and with all."""
    bta, dfpn = solved(counts(results, BTA)), counts(results, DFPN)
    as_many = {row for row, nodes in dfpn.items() if nodes and nodes <= NODES_OF_BTA}
    words = (
        f"with {NODES_OF_BTA:,} nodes df-pn alone {named(as_many - bta)}, BTA alone "
        f"{named(bta - as_many)}; with 20 million df-pn alone {named(solved(dfpn) - bta)}, BTA "
        f"alone {named(bta - solved(dfpn))}"
    )
    return judged(words, bta <= as_many, bta <= solved(dfpn))


def solves_what_pn2_solves(results: Results) -> Judgement:
    """Problems of either alone."""
    pn2, dfpn = solved(counts(results, PN2)), solved(counts(results, DFPN))
    words = f"df-pn alone {named(dfpn - pn2)}; pn² alone {named(pn2 - dfpn)}"
    return judged(words, pn2 <= dfpn, len(pn2 - dfpn) <= 3)


def needs_fewer_nodes(results: Results) -> Judgement:
    """Nodes on the problems that all solve."""
    found = {column: counts(results, column) for column in (BTA, PN2, DFPN)}
    common = set.intersection(*map(solved, found.values()))
    nodes = {column: total(each, common) for column, each in found.items()}
    words = ", ".join(f"{column} {number:,.0f}" for column, number in nodes.items())
    fewest = nodes[DFPN] == min(nodes.values())
    return judged(f"{len(common)} common problems: {words}", fewest, nodes[DFPN] < nodes[PN2])


def memory_of(results: Results, column: str) -> float:
    """Return the largest memory of a search that solved, in MiB."""
    table = the_table(results)
    place = table.series.name, table.depth
    rows = solved(counts(results, column))
    return max(results.counter(*place, row, column, "kib") / MIB for row in rows)


def needs_less_memory(results: Results) -> Judgement:
    """What a small table solves, and the memory that trees and graphs take for it."""
    bta, small = solved(counts(results, BTA)), solved(counts(results, SMALL))
    words = ", ".join(
        f"{column} {memory_of(results, column):.1f} MiB" for column in (SMALL, BTA, PN2)
    )
    less = memory_of(results, SMALL) < memory_of(results, BTA)
    said = f"with 1 MiB df-pn solves {len(small)}, without {named(bta - small)} of BTA; {words}"
    return judged(said, less and bta <= small, less and len(bta - small) <= 3)


CLAIMS = (
    Claim(
        "df-pn solves every problem that BTA solves.",
        "Nagai 2002, of other problems",
        "With as many nodes as BTA may make (same shape: with 20 million).",
        solves_what_bta_solves,
    ),
    Claim(
        "df-pn solves every problem that pn² solves.",
        "Nagai 2002, of other problems",
        "As stated, each with 20 million nodes (same shape: but three).",
        solves_what_pn2_solves,
    ),
    Claim(
        "df-pn needs the fewest nodes.",
        "Nagai 2002, of other problems and of time, which one run does not tell closely enough",
        "Of the problems that all solve (same shape: fewer than pn²).",
        needs_fewer_nodes,
    ),
    Claim(
        "df-pn needs less memory than BTA.",
        "Nagai 2002, of other problems",
        "With a table of 1 MiB, less than BTA takes for its largest problem, it solves whatever "
        "BTA solves (same shape: but three).",
        needs_less_memory,
    ),
)
