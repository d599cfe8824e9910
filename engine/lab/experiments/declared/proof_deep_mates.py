"""Two deep mates by alpha-beta with fifty million nodes: chapter 3."""

from engine.lab.experiments.claims import proof_deep_mates
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid(
    "mate problems against alpha-beta",
    (1,),
    tuple(Variant(name, (("Problem", name),)) for name in ("K194", "K199")),
)

EXPERIMENT = Experiment(
    name="proof-deep-mates",
    title="Deep mates by alpha-beta with fifty million nodes",
    source="Breuker 1998, chapter 3",
    question="Does alpha-beta find a mate in 38 or in 25 when it may take 50,000,000 nodes?",
    columns=(
        Variant("pn", (("Form", "tree"), ("Nodes", "1000000"))),
        Variant("alphabeta", (("Search", "AliBaba"), ("Nodes", "50000000"))),
    ),
    series=(Series("to the mate", ()),),
    full=GRID,
    quick=GRID,
    claims=proof_deep_mates.CLAIMS,
    rows_are="problem",
    has_depths=False,
    only_solved=True,
    is_exact=True,
)
