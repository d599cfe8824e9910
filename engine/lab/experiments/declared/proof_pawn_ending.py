"""The graph-history problem in a pawn ending: figure 5.1."""

from engine.lab.experiments.claims import proof_pawn_ending
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.problems import PAWN_ENDINGS

GRID = Grid(
    "pawn endings one by one",
    (1,),
    tuple(Variant(name, (("Problem", name),)) for name in PAWN_ENDINGS),
)

EXPERIMENT = Experiment(
    name="proof-pawn-ending",
    title="The graph-history problem in a pawn ending",
    source="Breuker 1998, figure 5.1 and section 5.4",
    question="Which forms see that White gets a queen that cannot be taken, on 25 squares?",
    columns=tuple(
        Variant(form, (("Form", form),)) for form in ("tree", "dag", "dcg", "bta", "dfpn")
    ),
    series=(Series("within 2,000,000 nodes", (("Nodes", "2000000"),)),),
    full=GRID,
    quick=GRID,
    claims=proof_pawn_ending.CLAIMS,
    rows_are="position",
    has_depths=False,
    only_solved=True,
    is_exact=True,
    notes="The diagram is lost. The text leaves one structure, with the White king on a4 (G1) or "
    "b4 (G2); some details of the goal are not printed. df-pn is not printed.",
)
