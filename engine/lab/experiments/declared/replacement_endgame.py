"""Seven replacement schemes in the endgame at ten plies: table C.13."""

from engine.lab.experiments.axes import SCHEMES, STAMPING, sizes
from engine.lab.experiments.claims import endgame
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="replacement-endgame",
    title="Replacement schemes in the endgame",
    source="Breuker 1998, chapter 2, table C.13, figure 2.11",
    question="Is the order of the schemes the same in endgames, where transpositions are frequent?",
    columns=SCHEMES,
    series=(Series("with time stamping", STAMPING, {10: "c13-eg-10ply-stamp-mnodes"}),),
    full=Grid("endgame", (10,), sizes("8K", "1024K")),
    quick=Grid("Rabinovich-Romanovsky", (8,), sizes("512", "64K")),
    claims=endgame.CLAIMS,
)
