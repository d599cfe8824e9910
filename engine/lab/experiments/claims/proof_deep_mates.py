"""Claims about alpha-beta with many nodes: Breuker 1998, chapter 3."""

from engine.lab.experiments.claims.proof_alpha_beta import alone_on
from engine.lab.experiments.declaration import Claim

CLAIMS = (
    Claim(
        "K194, mate in 38, and K199, mate in 25, take pn 229,423 and 370,016 nodes; alpha-beta "
        "does not solve them with 50,000,000.",
        "chapter 3",
        "Solved by pn and not by alpha-beta (same shape: one of them).",
        alone_on("K194", "K199"),
    ),
)
