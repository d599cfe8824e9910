"""Fine's position no. 70, which a search solves only with a table: figure 2.6."""

from engine.lab.experiments.axes import CLEARING, NO_TABLE, SCHEMES, sizes
from engine.lab.experiments.claims import fine
from engine.lab.experiments.declaration import Experiment, Grid, Series

LIMIT = (("Nodes", "20000000"),)
GRID = Grid("Fine 70", (36,), sizes("16K", "1024K", factor=4))

EXPERIMENT = Experiment(
    name="fine-70",
    title="Fine's position no. 70",
    source="Breuker 1998, chapter 2, figure 2.6",
    question="Can a position be solved with a table that cannot be solved without?",
    columns=(NO_TABLE, SCHEMES[0]),
    series=(Series("without time stamping", (*CLEARING, *LIMIT)),),
    full=GRID,
    quick=GRID,
    claims=fine.CLAIMS,
    notes="Each search ends after 20 million nodes, or at 36 plies.",
)
