"""What of an entry saves nodes in the endgame, its move or its score: table C.16."""

from engine.lab.experiments.axes import NO_TABLE, STAMPING, USES, sizes
from engine.lab.experiments.claims import entry_parts
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="move-against-score-endgame",
    title="Move against score in the endgame",
    source="Breuker 1998, section 2.7.2, table C.16, figure 2.14",
    question="Does an entry save more nodes by its move or by its score, and by which scores?",
    columns=(NO_TABLE, *USES),
    series=(Series("with time stamping", STAMPING, {10: "c16-move-vs-score-eg21-10ply-knodes"}),),
    full=Grid("Rabinovich-Romanovsky", (10,), sizes("8K", "256K")),
    quick=Grid("Rabinovich-Romanovsky", (8,), sizes("1K", "32K")),
    claims=entry_parts.ENDGAME,
)
