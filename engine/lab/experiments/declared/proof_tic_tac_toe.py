"""Tic-tac-toe by proof-number search: Schijf 1993, tables 4.1 to 4.3 and A.1."""

from engine.lab.experiments.claims import proof_tic_tac_toe
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.problems import TIC_TAC_TOE

SETTING = (("Initial", "one"), ("Nodes", "100000"), ("Recursive", "true"))
GRID = Grid(
    TIC_TAC_TOE,
    (1,),
    (
        Variant("nodes", counter="nodes"),
        Variant("updates", (("Early End", "false"),), counter="updates"),
        Variant("updates that end early", counter="updates"),
    ),
)

EXPERIMENT = Experiment(
    name="proof-tic-tac-toe",
    title="Tic-tac-toe by proof-number search",
    source="Schijf 1993, tables 4.1 to 4.3 and A.1",
    question="How many nodes and updates does it take to see that the first player cannot win, on "
    "a tree and on a graph?",
    columns=(
        Variant("tree", (("Form", "tree"),)),
        Variant("dag", (("Form", "dag"),)),
        Variant("dag_with_symmetries", (("Form", "dag"), ("Symmetries", "true"))),
    ),
    series=(Series("on the mean of 100 orders", SETTING, {1: "schijf1993-tic-tac-toe-means"}),),
    full=GRID,
    quick=GRID,
    claims=proof_tic_tac_toe.CLAIMS,
    rows_are="quantity",
    has_depths=False,
    is_mean=True,
    is_exact=True,
    notes="The orders of 1993 are not known; the spread of a mean of 100 is about 1 %.",
)
