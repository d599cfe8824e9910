"""Sums of the four forms of proof-number search: table 5.1, from the cells of table G.1."""

from engine.lab.experiments.claims import proof_totals
from engine.lab.experiments.claims.proof_totals import NODES, OF_G1, SOLVED
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.declared.proof_variants import FORMS, LIMIT

OPTIONS = {form.label: form.options for form in FORMS}
ROWS = tuple(Variant(row, OPTIONS[form]) for row, form in proof_totals.FORMS.items())
GRID = Grid("mate problems", (1,), ROWS)

EXPERIMENT = Experiment(
    name="proof-variants-totals",
    title="Four forms of proof-number search, in all",
    source="Breuker 1998, chapter 5, table 5.1",
    question="How many problems does each form solve, and with how many nodes those that all do?",
    columns=tuple(map(Variant, (SOLVED, NODES, SOLVED + OF_G1, NODES + OF_G1))),
    series=(Series("with 500,000 nodes", LIMIT, {1: "breuker1998-t5-1-proof-nodes"}),),
    full=GRID,
    quick=GRID,
    claims=proof_totals.OF_FOUR_FORMS,
    rows_are="form",
    counter="problems and nodes",
    measure=proof_totals.four_forms,
    has_depths=False,
    is_exact=True,
    notes="Printed is over 117 problems, ours over the 95 whose positions are known. The last two "
    "columns are what table G.1 has for these 95. Nodes are those on the problems that all forms "
    "solve, 96 in print. The searches are those of `proof-variants`.",
)
