"""Tree and DCG in the memory that Schijf had: tables 5.1 and B.1 to B.3."""

from engine.lab.experiments.axes import PROBLEMS
from engine.lab.experiments.claims import proof_graph_gains
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid("mate problems one by one", (1,), PROBLEMS)

EXPERIMENT = Experiment(
    name="proof-graph-gains",
    title="Tree and cyclic graph in the memory of 1993",
    source="Schijf 1993, tables 5.1 and B.1 to B.3",
    question="How many nodes does the graph save, and which wins does it miss?",
    columns=(
        Variant(
            "tree",
            (("Form", "tree"), ("Slots", "1750000"), ("Releases", "true"), ("Nodes", "10000000")),
        ),
        Variant("dcg", (("Form", "dcg"), ("Slots", "800000"), ("Nodes", "800000"))),
    ),
    series=(
        Series("in 1,750,000 and 800,000 slots", (), {1: "schijf1993-chess-solved-proof-nodes"}),
    ),
    full=GRID,
    quick=GRID,
    claims=proof_graph_gains.CLAIMS,
    rows_are="problem",
    has_depths=False,
    only_solved=True,
    is_exact=True,
    notes="The printed counts belong to an order of moves that is not known, ours to that of table "
    "G.1. The tree releases solved subtrees and may make ten million nodes.",
)
