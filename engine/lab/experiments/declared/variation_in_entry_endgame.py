"""Several moves of the principal variation in an entry in the endgame: table C.18."""

from engine.lab.experiments.axes import LINES, STAMPING, sizes
from engine.lab.experiments.claims import entry_parts
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="variation-in-entry-endgame",
    title="Principal variation of several plies in an entry, in the endgame",
    source="Breuker 1998, section 2.7.3, table C.18, figure 2.16",
    question="Does it pay to store up to five moves of the best line instead of one?",
    columns=LINES,
    series=(Series("with time stamping", STAMPING, {10: "c18-nply-pv-eg21-10ply-knodes"}),),
    full=Grid("Rabinovich-Romanovsky", (10,), sizes("8K", "256K")),
    quick=Grid("Rabinovich-Romanovsky", (8,), sizes("1K", "32K")),
    claims=entry_parts.ENDGAME_LINES,
)
