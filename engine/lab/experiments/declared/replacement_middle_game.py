"""Seven replacement schemes in the middle game, three to seven plies: tables C.1 to C.10."""

from engine.lab.experiments.axes import CLEARING, SCHEMES, STAMPING, sizes
from engine.lab.experiments.claims import schemes
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="replacement-middle-game",
    title="Replacement schemes in the middle game",
    source="Breuker 1998, chapter 2, tables C.1 to C.10, figures 2.8 and 2.9",
    question="Which replacement scheme needs the fewest nodes, and how much does it depend on the "
    "size of the table?",
    columns=SCHEMES,
    series=(
        Series(
            "without time stamping",
            CLEARING,
            {depth: f"c{2 * depth - 5:02}-mg-{depth}ply-nostamp-knodes" for depth in range(3, 8)},
        ),
        Series(
            "with time stamping",
            STAMPING,
            {depth: f"c{2 * depth - 4:02}-mg-{depth}ply-stamp-knodes" for depth in range(3, 8)},
        ),
    ),
    full=Grid("middle game", (3, 4, 5, 6, 7), sizes("8K", "1024K")),
    quick=Grid("Kasparov-Short", (3, 4, 5, 6), sizes("512", "64K")),
    claims=schemes.MIDDLE_GAME,
)
