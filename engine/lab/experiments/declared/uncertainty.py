"""Uncertainty cut-offs by their ratio: table 4.1, figures 4.4 and 4.5."""

from engine.lab.experiments.claims import uncertainty
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.selective_axes import FULL_WIDTH

RATIOS = tuple(
    Variant(f"{ratio} %", (("Uncertainty Cuts", "true"), ("Uncertainty Ratio", str(ratio))))
    for ratio in range(10, 100, 10)
)
ROWS = (Variant(uncertainty.TOTAL), Variant(uncertainty.MEAN))

EXPERIMENT = Experiment(
    name="uncertainty",
    title="Uncertainty cut-offs",
    source="Björnsson 2002, chapter 4, table 4.1, figures 4.4 and 4.5",
    question="How many nodes are saved when expected cut-nodes are given up early?",
    columns=(Variant("off"), *RATIOS),
    series=(
        Series(uncertainty.USUAL, FULL_WIDTH, {8: "t4-1-uncertainty"}),
        Series(uncertainty.NO_CAPTURES, (*FULL_WIDTH, ("Uncertainty Captures", "false"))),
        Series(uncertainty.LAST_PLY, (*FULL_WIDTH, ("Uncertainty Min Rem", "0"))),
    ),
    full=Grid("Kasparov-Short", (8,), ROWS),
    quick=Grid("Kasparov-Short", (7,), ROWS),
    claims=uncertainty.CLAIMS,
    rows_are="nodes",
    counter="percent of the nodes without uncertainty cut-offs",
    measure=uncertainty.percent,
    notes="The thesis searches 20 positions of one game (Plaat), whose diagrams are lost. "
    "Quiescence nodes are counted.",
)
