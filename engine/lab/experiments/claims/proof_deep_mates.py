"""Claims about alpha-beta with many nodes: Breuker 1998, chapter 3."""

from engine.lab.experiments.claims.proof_alpha_beta import ALPHA_BETA, PN, nodes_text
from engine.lab.experiments.claims.proofs import NEAR, counts, within
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

PRINTED = {"K194": 229_423, "K199": 370_016}
"""Nodes of pn, by the order of moves that is not known."""


def out_of_reach(results: Results) -> Judgement:
    """Nodes of pn, and what alpha-beta solves."""
    pn, others = counts(results, PN), counts(results, ALPHA_BETA)
    words = "; ".join(
        f"{row}: pn {nodes_text(pn[row])}, alpha-beta {nodes_text(others[row])}" for row in PRINTED
    )
    alone = [pn[row] is not None and others[row] is None for row in PRINTED]
    near = [within(pn[row] or 0, nodes, NEAR) for row, nodes in PRINTED.items()]
    return judged(words, all(alone) and all(near), any(alone))


CLAIMS = (
    Claim(
        "K194, mate in 38, and K199, mate in 25, take pn 229,423 and 370,016 nodes; alpha-beta "
        "does not solve them with 50,000,000.",
        "chapter 3",
        "Solved by pn with as many nodes but for a factor of 1.25, and not by alpha-beta (same "
        "shape: one of them, with any number).",
        out_of_reach,
    ),
)
