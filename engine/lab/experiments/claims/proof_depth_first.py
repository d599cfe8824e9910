"""Claims about df-pn: what later papers say of it, on the problems of the thesis."""

from engine.lab.experiments.claims.proofs import counts, named, solved, the_table
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results


def solves_what_bta_solves(results: Results) -> Judgement:
    """Problems of either alone."""
    bta, dfpn = solved(counts(results, "bta")), solved(counts(results, "dfpn"))
    words = f"df-pn alone {named(dfpn - bta)}; BTA alone {named(bta - dfpn)}"
    return judged(words, bta <= dfpn, len(bta - dfpn) <= len(dfpn - bta) + 2)


def solves_what_pn2_solves(results: Results) -> Judgement:
    """Problems of either alone."""
    pn2, dfpn = solved(counts(results, "pn2")), solved(counts(results, "dfpn"))
    words = f"df-pn alone {named(dfpn - pn2)}; pn² alone {named(pn2 - dfpn)}"
    return judged(words, pn2 <= dfpn, len(pn2 - dfpn) <= 3)


def needs_less(results: Results) -> Judgement:
    """Processor time on the problems that all solve."""
    columns = ("bta", "pn2", "dfpn")
    common = set.intersection(*(solved(counts(results, column)) for column in columns))
    table, seconds, nodes = the_table(results), {}, {}
    for column in columns:
        place = table.series.name, table.depth
        cells = [*(results.searched(*place, row, column).values() for row in common)]
        searched = [each for (each,) in map(tuple, cells)]
        seconds[column] = sum(each.seconds for each in searched)
        nodes[column] = sum(each.counter("nodes", 1) for each in searched)
    words = ", ".join(f"{each} {seconds[each]:.1f} s, {nodes[each]:,} nodes" for each in columns)
    fastest = seconds["dfpn"] == min(seconds.values())
    text = f"{len(common)} common problems: {words}"
    return judged(text, fastest, seconds["dfpn"] < seconds["pn2"])


def memory(results: Results) -> Judgement:
    """The largest memory of a search."""
    table = the_table(results)
    most = {}
    for column in ("bta", "pn2", "dfpn"):
        place = table.series.name, table.depth
        most[column] = max(
            results.counter(*place, row, column, "kib") / 1024
            for row in solved(counts(results, column))
        )
    words = ", ".join(f"{column} {mib:.1f} MiB" for column, mib in most.items())
    return judged(words, most["dfpn"] < most["bta"], most["dfpn"] < 2 * most["bta"])


CLAIMS = (
    Claim(
        "df-pn solves every problem that BTA solves.",
        "Nagai 2002, of other problems",
        "As stated (same shape: hardly fewer).",
        solves_what_bta_solves,
    ),
    Claim(
        "df-pn solves every problem that pn² solves.",
        "Nagai 2002, of other problems",
        "As stated (same shape: but three).",
        solves_what_pn2_solves,
    ),
    Claim(
        "df-pn takes the least time.",
        "Nagai 2002, of other problems",
        "Of the problems that all solve (same shape: less than pn²).",
        needs_less,
    ),
    Claim(
        "df-pn needs less memory than BTA.",
        "Nagai 2002, of other problems",
        "As stated, for the largest solved problem (same shape: less than twice).",
        memory,
    ),
)
