"""Optional components of an entry in the endgame: section 2.2, which measures none of them."""

from engine.lab.experiments.axes import COMPONENTS, STAMPING, sizes
from engine.lab.experiments.claims import components
from engine.lab.experiments.declaration import Experiment, Grid, Series

EXPERIMENT = Experiment(
    name="entry-components-endgame",
    title="Optional components of an entry, in the endgame",
    source="Breuker 1998, section 2.2 (no printed table)",
    question="Does it pay to keep more in an entry than the traditional five fields?",
    columns=COMPONENTS,
    series=(Series("with time stamping", STAMPING),),
    full=Grid("Rabinovich-Romanovsky", (10,), sizes("8K", "256K")),
    quick=Grid("Rabinovich-Romanovsky", (8,), sizes("1K", "32K")),
    claims=components.CLAIMS,
    notes="The component extension is missing: AliBaba extends nothing.",
)
