"""The size of the second level of pn²: table F.2, figures 4.4 to 4.6."""

from engine.lab.experiments.axes import TWO_LEVELS
from engine.lab.experiments.claims import proof_curves, proof_levels
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

QUICK = (
    *("75000, 7500", "75000, 15000", "75000, 45000", "75000, 240000", "300000, 40000"),
    *("450000, 15000", "450000, 45000", "600000, 15000", "600000, 80000", "600000, 240000"),
    "750000, 37500",
)


def row(label: str) -> Variant:
    """Make the row of a pair of a and b."""
    a, b = label.split(", ")
    return Variant(label, (("a", a), ("b", b)))


ROWS = tuple(map(row, proof_curves.PAIRS.values()))

EXPERIMENT = Experiment(
    name="proof-second-level",
    title="The size of the second level of pn²",
    source="Breuker 1998, chapter 4, table F.2, figures 4.4 to 4.6",
    question="How large should a second level be, f(x) = 1 / (1 + exp((a - x) / b)) of the first?",
    columns=(
        Variant("solved", counter="solved"),
        Variant("first_level", counter="first_level"),
        Variant("second_level", counter="second_level"),
        Variant("total", counter="solved_nodes"),
        Variant("most_in_memory", counter="most_in_memory"),
    ),
    series=(Series("for all problems", TWO_LEVELS, {1: proof_curves.PRINTED}),),
    full=Grid("mate problems", (1,), ROWS),
    quick=Grid("mate problems", (1,), tuple(map(row, QUICK))),
    claims=(*proof_levels.SIZES, *proof_curves.CLAIMS),
    rows_are="a, b",
    has_depths=False,
    is_exact=True,
    curves=proof_curves.CURVES,
    notes="Printed are sums over 108 problems, ours over the 95 of them whose positions are known. "
    "A pair of a and b that does not solve everything is left out of the figures.",
)
