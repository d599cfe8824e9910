"""What of an entry saves nodes in the middle game, its move or its score: table C.15."""

from engine.lab.experiments.axes import NO_TABLE, STAMPING, USES, sizes
from engine.lab.experiments.claims import entry_parts
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="move-against-score-middle-game",
    title="Move against score in the middle game",
    source="Breuker 1998, section 2.7.2, table C.15, figure 2.13",
    question="Does an entry save more nodes by its move or by its score, and by which scores?",
    columns=(NO_TABLE, *USES),
    series=(Series("with time stamping", STAMPING, {8: "c15-move-vs-score-mg18-8ply-knodes"}),),
    full=Grid("Kasparov-Short", (8,), sizes("8K", "256K")),
    quick=Grid("Kasparov-Short", (6,), sizes("1K", "32K")),
    claims=entry_parts.MIDDLE_GAME,
)
