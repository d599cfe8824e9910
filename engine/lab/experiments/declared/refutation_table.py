"""Refutation table and transposition table: the first experiment of Lazar (1995)."""

from engine.lab.experiments.axes import CLEARING, NO_TABLE, sizes
from engine.lab.experiments.claims import refutation
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

OFF = (("Refutation Table", "false"),)

EXPERIMENT = Experiment(
    name="refutation-table",
    title="Refutation table and transposition table",
    source="Lazar 1995, first experiment",
    question="How many nodes do a refutation table and a transposition table save?",
    columns=(
        Variant("neither", (*NO_TABLE.options, *OFF)),
        Variant("refutation table", NO_TABLE.options),
        Variant("both tables"),
    ),
    series=(
        Series(
            "without time stamping",
            CLEARING,
            {depth: f"lazar1995-{depth}ply-nodes" for depth in range(3, 8)},
        ),
    ),
    full=Grid("middle game", (3, 4, 5, 6, 7), sizes("256K", "256K")),
    quick=Grid("Kasparov-Short", (3, 4, 5, 6), sizes("256K", "256K")),
    claims=refutation.CLAIMS,
    notes="Lazar's games are lost: the positions of Breuker stand in for them, so ratios can be "
    "compared and absolute numbers cannot. The rows are printed without depths; 3 to 7 is assumed.",
)
