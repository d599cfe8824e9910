"""A small experiment for the tests: two sizes, two schemes, three plies of one short game."""

from engine.lab.experiments.axes import CLEARING, STAMPING, sizes
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid("Rabinovich-Romanovsky", (1, 2), sizes("256", "512"))
SMALL = Experiment(
    name="small",
    title="A small experiment",
    source="tests",
    question="Does it work?",
    columns=tuple(Variant(name, (("Replacement Scheme", name),)) for name in ("NEW", "TWOBIG1")),
    series=(
        Series("without", CLEARING),
        Series("with", STAMPING),
    ),
    full=GRID,
    quick=GRID,
)
