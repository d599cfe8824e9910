"""What a leaf begins with, and the order of moves: nodes, and the length of the proofs."""

from engine.lab.experiments.axes import PROBLEMS
from engine.lab.experiments.claims import proof_initialisation
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid("mate problems one by one", (1,), PROBLEMS)

EXPERIMENT = Experiment(
    name="proof-initialisation",
    title="What a leaf begins with, and the order of moves",
    source="Breuker 1998, sections 3.1 to 3.4; no numbers are printed",
    question="Does mobility pay, does the depth of a leaf shorten the mates, and does the order of "
    "moves matter?",
    columns=(
        Variant("mobility"),
        Variant("one", (("Initial", "one"),)),
        Variant("depth", (("Initial", "depth"),)),
        Variant("mobility times depth", (("Initial", "mobility times depth"),)),
        Variant("mobility, another order", (("Order", "generated"),)),
    ),
    series=(Series("within 500,000 nodes", (("Form", "tree"), ("Nodes", "500000"))),),
    full=GRID,
    quick=GRID,
    claims=proof_initialisation.CLAIMS,
    rows_are="problem",
    has_depths=False,
    only_solved=True,
    is_exact=True,
    notes="The other order is that in which our move generator writes the moves.",
)
