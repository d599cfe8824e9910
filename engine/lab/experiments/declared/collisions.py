"""Collisions in searches against formula 2.2, for tables of 14 to 20 index bits."""

from engine.lab.experiments.axes import CLEARING, SCHEMES, sizes
from engine.lab.experiments.claims import errors
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="collisions",
    title="Collisions in searches, and how many are expected",
    source="Breuker 1998, chapter 2, formula 2.2; Lazar 1995, statistics",
    question="Does the formula for random positions hold for those of a search?",
    columns=tuple(scheme for scheme in SCHEMES if scheme.label in ("NEW", "TWOBIG1")),
    series=(Series("without time stamping", CLEARING),),
    full=Grid("middle game", (6,), sizes("16K", "1024K")),
    quick=Grid("Kasparov-Short", (5,), sizes("2K", "64K")),
    claims=errors.COLLISIONS,
    counter="clashes",
    notes="Counted are the stores that find the first place of their bucket occupied.",
)
