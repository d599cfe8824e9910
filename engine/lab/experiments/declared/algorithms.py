"""Alpha-beta, PVS, NegaScout and MTD(f) on the same trees: Björnsson 2002, chapter 2."""

from engine.lab.experiments.claims import algorithms
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.selective_axes import FULL_WIDTH

ROWS = (
    Variant(algorithms.TABLE),
    Variant(algorithms.NO_TABLE, (("Table Use", "nothing"),)),
)

EXPERIMENT = Experiment(
    name="algorithms",
    title="Four algorithms for the value of a tree",
    source="Björnsson 2002, chapter 2",
    question="Which algorithm needs the fewest nodes for the same values?",
    columns=tuple(Variant(name, (("Algorithm", name),)) for name in algorithms.NAMES),
    series=(Series(algorithms.FULL_WIDTH, FULL_WIDTH),),
    full=Grid("Kasparov-Short", (7,), ROWS),
    quick=Grid("Kasparov-Short", (5,), ROWS),
    claims=algorithms.CLAIMS,
    rows_are="table",
)
