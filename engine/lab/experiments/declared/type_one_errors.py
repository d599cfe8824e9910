"""Type-1 errors with short hash values."""

from engine.lab.experiments.axes import CLEARING, sizes
from engine.lab.experiments.claims import errors
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

EXPERIMENT = Experiment(
    name="type-1-errors",
    title="Type-1 errors by the number of bits of the hash value",
    source="Breuker 1998, chapter 2",
    question="How often is a position taken for another, and how often does the table move tell?",
    columns=tuple(
        Variant(f"{bits} bits", (("Hash Bits", str(bits)),)) for bits in range(18, 33, 2)
    ),
    series=(Series("without time stamping", CLEARING),),
    full=Grid("middle game", (6,), sizes("64K", "64K")),
    quick=Grid("Kasparov-Short", (5,), sizes("16K", "16K")),
    claims=errors.TYPE_ONE,
    counter="mistaken",
    notes="The whole hash value is stored beside, so that every error is known.",
)
