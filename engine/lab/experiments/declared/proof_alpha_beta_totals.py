"""Sums of proof-number search against alpha-beta: table 3.1, from the cells of table E.1."""

from engine.lab.experiments.claims import proof_totals
from engine.lab.experiments.claims.proof_totals import OF_E1
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.declared.proof_against_alpha_beta import ALPHA_BETA, LIMIT, PN

GRID = Grid("mate problems against alpha-beta", (1,), tuple(map(Variant, proof_totals.COMPARED)))

EXPERIMENT = Experiment(
    name="proof-alpha-beta-totals",
    title="Proof-number search against alpha-beta, in all",
    source="Breuker 1998, chapter 3, table 3.1",
    question="Which of them needs fewer nodes on the problems that both solve, and how many on "
    "those that it solves alone?",
    columns=(
        *(PN, ALPHA_BETA),
        *(Variant(each.label + OF_E1, each.options) for each in (PN, ALPHA_BETA)),
    ),
    series=(Series("within 1,000,000 nodes", LIMIT, {1: "breuker1998-t3-1-proof-nodes"}),),
    full=GRID,
    quick=GRID,
    claims=proof_totals.AGAINST_ALPHA_BETA,
    rows_are="quantity",
    counter="problems and nodes",
    measure=proof_totals.two_searches,
    has_depths=False,
    is_exact=True,
    notes="Printed is over 117 problems, ours over the 95 whose positions are known, of which the "
    "first two rows say how many are solved. The last two columns are what table E.1 has for "
    "these 95. The searches are those of `proof-against-alpha-beta`.",
)
