"""Proof-number search against alpha-beta, problem by problem: table E.1."""

from engine.lab.experiments.axes import PROBLEMS
from engine.lab.experiments.claims import proof_alpha_beta
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

PN = Variant("pn", (("Form", "tree"),))
ALPHA_BETA = Variant("alphabeta", (("Search", "AliBaba"),))
LIMIT = (("Nodes", "1000000"),)
GRID = Grid("mate problems against alpha-beta", (1,), PROBLEMS)

EXPERIMENT = Experiment(
    name="proof-against-alpha-beta",
    title="Proof-number search against alpha-beta",
    source="Breuker 1998, chapter 3, table E.1",
    question="Which of them finds the mate within a million nodes, and after how many?",
    columns=(PN, ALPHA_BETA, Variant("Modern", (("Search", "Modern"),))),
    series=(Series("within 1,000,000 nodes", LIMIT, {1: "breuker1998-e1-proof-nodes"}),),
    full=GRID,
    quick=GRID,
    claims=proof_alpha_beta.CLAIMS,
    rows_are="problem",
    has_depths=False,
    only_solved=True,
    is_exact=True,
    notes="Alpha-beta is AliBaba here, and DUCK, a tournament program with extensions, in the "
    "thesis; Modern is not printed. Both end with the first mate that they find. Table E.1 was "
    "made with an order of moves that is not known; ours is that of table G.1.",
)
