"""Proof-number search on trees, graphs with and without circles, and by BTA: table G.1."""

from engine.lab.experiments.axes import PROBLEMS
from engine.lab.experiments.claims import proof_variants
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

LIMIT = (("Nodes", "500000"),)
FORMS = (
    Variant("tree", (("Form", "tree"),)),
    Variant("dag", (("Form", "dag"), ("Limit", "slots"))),
    Variant("dcg", (("Form", "dcg"), ("Limit", "slots"))),
    Variant("bta", (("Form", "bta"), ("Slots", "700000"))),
)
GRID = Grid("mate problems one by one", (1,), PROBLEMS)

EXPERIMENT = Experiment(
    name="proof-variants",
    title="Four forms of proof-number search",
    source="Breuker 1998, chapter 5, table G.1",
    question="How many nodes does each form need for each mate problem, and which problems does it "
    "solve with half a million?",
    columns=FORMS,
    series=(Series("with 500,000 nodes", LIMIT, {1: "breuker1998-g1-proof-nodes"}),),
    full=GRID,
    quick=GRID,
    claims=proof_variants.CLAIMS,
    rows_are="problem",
    has_depths=False,
    only_solved=True,
    is_exact=True,
    notes="22 of the 117 problems are left out: their positions are not known. A dash is a problem "
    "that was not solved. BTA differs in three problems of more than 280,000 nodes (X80).",
)
