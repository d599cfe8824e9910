"""Claims about proof-number search against alpha-beta: Breuker 1998, chapter 3."""

from collections.abc import Callable

from engine.lab.experiments.claims.proofs import NEAR, counts, named, percent, solved, within
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
    printed = within(share, percent(30, 103), NEAR) and len(others - pn) <= 5
    return judged(f"{words}; {share:.0f} % of pn's alone", printed, len(pn) > len(others))


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


CLAIMS = (
    Claim(
        "73 problems are solved by both, 30 by pn search alone, 3 by alpha-beta alone.",
        "table E.1",
        "Of what pn solves it solves 29 % alone, but for a factor of 1.25, and alpha-beta solves "
        "at most 5 alone (same shape: pn solves more).",
        solves_more,
    ),
    Claim(
        "The deepest mates are out of reach of alpha-beta: K194, mate in 38, and K199, in 25.",
        "chapter 3",
        "Pn solves both and alpha-beta none (same shape: one of them).",
        alone_on("K194", "K199"),
    ),
    Claim(
        "R217 is best for pn (271 against 331,404 nodes), R253 for alpha-beta (311 against 2,355).",
        "tables 3.1 and E.1",
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
