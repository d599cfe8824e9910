"""Claims about proof-number search against alpha-beta: Breuker 1998, chapter 3."""

from collections.abc import Callable

from engine.lab.experiments.claims.proofs import counts, named, percent, solved, the_table, total
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

PN, ALPHA_BETA = "pn", "alphabeta"


def solves_more(results: Results) -> Judgement:
    """Problems that both, or one of them, solve."""
    pn, others = solved(counts(results, PN)), solved(counts(results, ALPHA_BETA))
    words = (
        f"both {len(pn & others)}, pn alone {len(pn - others)}, alpha-beta alone "
        f"{len(others - pn)} ({named(others - pn)})"
    )
    share = percent(len(pn - others), len(pn))
    printed = 20 <= share <= 40 and len(others - pn) <= 5
    return judged(f"{words}; {share:.0f} % of pn's alone", printed, len(pn) > len(others))


def fewer_nodes(results: Results) -> Judgement:
    """Nodes on the problems that both solve."""
    pn, others = counts(results, PN), counts(results, ALPHA_BETA)
    common = solved(pn) & solved(others)
    nodes = total(pn, common), total(others, common)
    share = percent(*nodes)
    words = f"{nodes[0]:,.0f} against {nodes[1]:,.0f} on {len(common)} problems, {share:.0f} %"
    return judged(words, 9 <= share <= 36, share < 70)


def better_on_most(results: Results) -> Judgement:
    """Problems on which pn needs fewer nodes."""
    pn, others = counts(results, PN), counts(results, ALPHA_BETA)
    common = solved(pn) & solved(others)
    fewer = [row for row in common if (pn[row] or 0) < (others[row] or 0)]
    share = percent(len(fewer), len(common))
    return judged(f"{len(fewer)} of {len(common)} ({share:.0f} %)", share >= 75, share > 50)


def mean_of_the_missed(results: Results) -> Judgement:
    """Nodes of pn where alpha-beta finds nothing."""
    pn, others = counts(results, PN), counts(results, ALPHA_BETA)
    alone = solved(pn) - solved(others)
    mean = total(pn, alone) / len(alone)
    words = f"{mean:,.0f} on the mean of {len(alone)}"
    return judged(words, 115_000 <= mean <= 460_000, mean < 500_000)


def alone_on(*rows: str) -> Callable[[Results], Judgement]:
    """Make the rule that alpha-beta does not solve problems that pn solves."""

    def judge(results: Results) -> Judgement:
        pn, others = counts(results, PN), counts(results, ALPHA_BETA)
        words = "; ".join(
            f"{row}: pn {nodes_text(pn[row])}, alpha-beta {nodes_text(others[row])}" for row in rows
        )
        holds = [pn[row] is not None and others[row] is None for row in rows]
        return judged(words, all(holds), any(holds))

    return judge


def nodes_text(nodes: float | None) -> str:
    """Write a count."""
    return "unsolved" if nodes is None else f"{nodes:,.0f}"


def quiet_move(results: Results) -> Judgement:
    """R14, whose second move is quiet."""
    pn, others = counts(results, PN)["R14"], counts(results, ALPHA_BETA)["R14"]
    words = f"pn {nodes_text(pn)}, alpha-beta {nodes_text(others)}"
    holds = others is not None and (pn is None or others < pn)
    return judged(words, holds)


def extremes(results: Results) -> Judgement:
    """R217 and R253."""
    pn, others = counts(results, PN), counts(results, ALPHA_BETA)
    words = "; ".join(
        f"{row}: pn {nodes_text(pn[row])}, alpha-beta {nodes_text(others[row])}"
        for row in ("R217", "R253")
    )
    best = pn["R217"] is not None and (others["R217"] is None or others["R217"] > 10 * pn["R217"])
    worst = pn["R253"] is not None and others["R253"] is not None and others["R253"] < pn["R253"]
    return judged(words, best and worst, best or worst)


def modern_search(results: Results) -> Judgement:
    """What sixteen years of alpha-beta have added."""
    pn, modern = counts(results, PN), counts(results, "Modern")
    alone = solved(pn) - solved(modern)
    words = f"Modern solves {len(solved(modern))}, pn {len(solved(pn))}, pn alone: {named(alone)}"
    return judged(words, len(alone) > len(solved(modern) - solved(pn)), bool(alone))


def speed_of_then(results: Results) -> Judgement:
    """Seconds for a million nodes of pn, over the problems that it does not solve."""
    table = the_table(results)
    place = table.series.name, table.depth
    unsolved = set(table.rows) - solved(counts(results, PN))
    cells = [each for row in unsolved for each in results.searched(*place, row, PN).values()]
    nodes = sum(each.counter("nodes", 1) for each in cells)
    seconds = 1e6 * sum(each.seconds for each in cells) / nodes
    words = f"{seconds:.2f} s of processor time for a million nodes, on {len(cells)} problems"
    return judged(words, seconds < 300, seconds < 600)


CLAIMS = (
    Claim(
        "A million nodes take up to five minutes, on a computer of 1994.",
        "section 3.3",
        "Less here (same shape: less than ten).",
        speed_of_then,
    ),
    Claim(
        "73 problems are solved by both, 30 by pn search alone, 3 by alpha-beta alone.",
        "table E.1",
        "20 to 40 % of what pn solves it solves alone (29 % in print), alpha-beta solves at most 5 "
        "alone (same shape: pn solves more).",
        solves_more,
    ),
    Claim(
        "On the problems that both solve pn needs 18 % of the nodes: 953,762 against 5,198,074.",
        "table 3.1",
        "Half to twice the share (same shape: less than 70 %).",
        fewer_nodes,
    ),
    Claim(
        "Pn needs fewer nodes on 61 of the 73.",
        "table 3.1",
        "On 75 % of the common problems (same shape: on half).",
        better_on_most,
    ),
    Claim(
        "What alpha-beta misses takes pn 230,166 nodes on the mean.",
        "table 3.1",
        "Half to twice as many (same shape: fewer than half a million).",
        mean_of_the_missed,
    ),
    Claim(
        "The deepest mates are out of reach of alpha-beta: K194, mate in 38, and K199, in 25.",
        "chapter 3",
        "Pn solves both and alpha-beta none (same shape: one of them).",
        alone_on("K194", "K199"),
    ),
    Claim(
        "R217 is best for pn (271 against 331,404 nodes), R253 for alpha-beta (311 against 2,355).",
        "table 3.1",
        "Pn better tenfold on R217, alpha-beta on R253 (same shape: one of both).",
        extremes,
    ),
    Claim(
        "A quiet move is hard for pn: R14 takes 324,542 nodes, alpha-beta 127,519.",
        "chapter 3",
        "Alpha-beta needs fewer.",
        quiet_move,
    ),
    Claim(
        "Pn search solves what alpha-beta with the selectivity of today does not.",
        "not printed",
        "More problems by pn alone than by Modern alone (same shape: some).",
        modern_search,
    ),
)
