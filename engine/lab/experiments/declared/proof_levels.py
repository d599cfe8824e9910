"""One level and two: table F.1."""

from engine.lab.experiments.axes import TWO_LEVELS
from engine.lab.experiments.claims import proof_levels
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid(
    "mate problems",
    (1,),
    (
        Variant("pn immediate evaluation", (("Form", "tree"), ("Nodes", "300000"))),
        Variant("pn2, 999000, 1", (*TWO_LEVELS, ("a", "999000"), ("b", "1"))),
        Variant("pn2, 1, 1", (*TWO_LEVELS, ("a", "1"), ("b", "1"))),
        Variant("pn2 Allis f(x)=1", TWO_LEVELS),
        Variant("pn2, 600000, 80000", (*TWO_LEVELS, ("a", "600000"), ("b", "80000"))),
    ),
)

EXPERIMENT = Experiment(
    name="proof-levels",
    title="One level of proof-number search, and two",
    source="Breuker 1998, chapter 4, table F.1",
    question="What does a second level cost, and what does it solve in 300,000 nodes of memory?",
    columns=(Variant("solved", counter="solved"), Variant("nodes", counter="solved_nodes")),
    series=(Series("for all problems", (), {1: "breuker1998-f1-proof-nodes"}),),
    full=GRID,
    quick=GRID,
    claims=proof_levels.LEVELS,
    rows_are="search",
    has_depths=False,
    is_exact=True,
    notes="Printed are sums over 108 problems, ours over the 95 of them whose positions are known. "
    "The last row is one of table F.2.",
)
