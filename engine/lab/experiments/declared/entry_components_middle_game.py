"""Optional components of an entry in the middle game: section 2.2, which measures none of them."""

from engine.lab.experiments.axes import COMPONENTS, STAMPING, sizes
from engine.lab.experiments.claims import components
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="entry-components-middle-game",
    title="Optional components of an entry, in the middle game",
    source="Breuker 1998, section 2.2 (no printed table)",
    question="Does it pay to keep more in an entry than the traditional five fields?",
    columns=COMPONENTS,
    series=(Series("with time stamping", STAMPING),),
    full=Grid("Kasparov-Short", (8,), sizes("8K", "256K")),
    quick=Grid("Kasparov-Short", (6,), sizes("1K", "32K")),
    claims=components.CLAIMS,
    notes="The component extension is missing: AliBaba extends nothing.",
)
