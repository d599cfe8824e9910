"""Several moves of the principal variation in an entry in the middle game: table C.17."""

from engine.lab.experiments.axes import LINES, STAMPING, sizes
from engine.lab.experiments.claims import entry_parts
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="variation-in-entry-middle-game",
    title="Principal variation of several plies in an entry, in the middle game",
    source="Breuker 1998, section 2.7.3, table C.17, figure 2.15",
    question="Does it pay to store up to five moves of the best line instead of one?",
    columns=LINES,
    series=(Series("with time stamping", STAMPING, {8: "c17-nply-pv-mg18-8ply-knodes"}),),
    full=Grid("Kasparov-Short", (8,), sizes("8K", "256K")),
    quick=Grid("Kasparov-Short", (6,), sizes("1K", "32K")),
    claims=entry_parts.MIDDLE_GAME_LINES,
)
