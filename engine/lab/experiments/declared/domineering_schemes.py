"""Domineering: five replacement schemes on the board of eight by eight, table C.14."""

from engine.lab.experiments.axes import SCHEMES, sizes
from engine.lab.experiments.claims import domineering
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

START = "domineering, Vertical starts"
SMALLER = tuple(
    Variant(size.label, (*size.options, ("Board", "6x8"))) for size in sizes("2K", "16K")
)
"""Sizes with a board on which they are as crowded as the printed ones on eight by eight."""

EXPERIMENT = Experiment(
    name="domineering-schemes",
    title="Replacement schemes in domineering",
    source="Breuker 1998, chapter 2, table C.14, figure 2.12",
    question="Do the schemes differ more where a search cannot do without the table?",
    columns=tuple(scheme for scheme in SCHEMES if scheme.label not in ("BIGALL", "OLD")),
    series=(
        Series("height of the subtree", (("Board", "8x8"),), {1: "c14-domineering-8x8-mnodes"}),
    ),
    full=Grid(START, (1,), sizes("256K", "2048K")),
    quick=Grid(START, (1,), SMALLER),
    claims=domineering.SCHEMES,
    has_depths=False,
    notes="The small grid solves 6x8 with smaller tables. DEEP and TWODEEP compare the height of "
    "the searched subtree (X26).",
)
