"""pn² that keeps its last second levels, and pn² that evaluates its first level at once."""

from engine.lab.experiments.axes import TWO_LEVELS
from engine.lab.experiments.claims import proof_kept_trees
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid(
    "mate problems",
    (1,),
    (
        Variant("f(x) = 1"),
        Variant("300000, 40000", (("a", "300000"), ("b", "40000"))),
        Variant("600000, 80000", (("a", "600000"), ("b", "80000"))),
    ),
)

EXPERIMENT = Experiment(
    name="proof-kept-trees",
    title="Second levels of pn² that are kept, and a first level that is evaluated at once",
    source="Breuker 1998, chapter 4, and chapter 5, outlook; no numbers are printed",
    question="How many nodes are spared if the last second levels are kept? How many does it cost "
    "to evaluate the nodes of the first level when they are made?",
    columns=(
        Variant("none"),
        *(Variant(f"{trees} kept", (("Kept Trees", str(trees)),)) for trees in (1, 4, 16)),
        Variant("at once", (("At Once", "true"), ("Nodes", "3000000"))),
    ),
    series=(Series("for all problems", TWO_LEVELS),),
    full=GRID,
    quick=GRID,
    claims=proof_kept_trees.CLAIMS,
    rows_are="a, b",
    counter="solved_nodes",
    has_depths=False,
    is_exact=True,
    notes="Nodes of both levels over the solved problems. Evaluated at once, a problem may take 3 "
    "million nodes; the other columns have no limit but the memory of the first level.",
)
