"""Speed by scheme, and the load of the table by depth: the second experiment of Lazar (1995)."""

from engine.lab.experiments.axes import CLEARING, SCHEMES, sizes
from engine.lab.experiments.claims import speed
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="speed-and-load",
    title="Speed by scheme, and load of the table by depth",
    source="Lazar 1995, second experiment",
    question="What does a scheme cost in time, and how full does the table become?",
    columns=SCHEMES,
    series=(Series("without time stamping", CLEARING),),
    full=Grid("middle game", (3, 4, 5, 6, 7), sizes("256K", "256K")),
    quick=Grid("Kasparov-Short", (3, 4, 5, 6), sizes("256K", "256K")),
    claims=speed.CLAIMS,
    counter="filled",
    notes="Lazar's games are lost: positions of Breuker stand in for them.",
)
