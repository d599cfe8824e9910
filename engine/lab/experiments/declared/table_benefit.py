"""What a table saves at each depth: tables 1 to 3 of the 1994 article, figure 2.10."""

from engine.lab.experiments.axes import CLEARING, NO_TABLE, SCHEMES, STAMPING, sizes
from engine.lab.experiments.claims import benefit
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="table-benefit",
    title="Benefit of a table by depth",
    source="Breuker, Uiterwijk and van den Herik 1994, tables 1 to 3; Breuker 1998, figure 2.10",
    question="How many nodes does a large table save, and from which depth on?",
    columns=(NO_TABLE, *SCHEMES),
    series=(
        Series(
            "without time stamping",
            CLEARING,
            {depth: f"article1994-{depth}ply-nostamp-knodes" for depth in range(3, 9)},
        ),
        Series(
            "with time stamping",
            STAMPING,
            {depth: f"article1994-{depth}ply-stamp-knodes" for depth in range(3, 9)},
        ),
    ),
    full=Grid("Kasparov-Short", (3, 4, 5, 6, 7, 8), sizes("1024K", "1024K")),
    quick=Grid("Kasparov-Short", (3, 4, 5, 6), sizes("1024K", "1024K")),
    claims=benefit.BY_DEPTH,
    notes="The evaluation of 1994 was prepared anew for each root; ours is that of the thesis.",
)
