"""Seven replacement schemes in the middle game at eight plies: tables C.11 and C.12."""

from engine.lab.experiments.axes import CLEARING, SCHEMES, STAMPING, sizes
from engine.lab.experiments.claims import schemes
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="replacement-eight-plies",
    title="Replacement schemes in the middle game at eight plies",
    source="Breuker 1998, chapter 2, tables C.11 and C.12",
    question="Do searches that are one ply deeper confirm the order of the schemes?",
    columns=SCHEMES,
    series=(
        Series("without time stamping", CLEARING, {8: "c11-mg44-8ply-nostamp-knodes"}),
        Series("with time stamping", STAMPING, {8: "c12-mg44-8ply-stamp-knodes"}),
    ),
    full=Grid("three games", (8,), sizes("16K", "1024K", factor=4)),
    quick=Grid("three games", (6,), sizes("1K", "64K", factor=4)),
    claims=schemes.EIGHT_PLIES,
)
