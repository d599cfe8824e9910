"""What null move and multi-cut save, and how often they err: Björnsson 2002, chapter 3."""

from engine.lab.experiments.claims import pruning
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.selective_axes import NO_NULL_MOVE, SELECTIVE

MULTI_CUT = (("Multi Cut", "true"),)
AUDITED = (*SELECTIVE, ("Prune Audit", str(pruning.EVERY)))
ROWS = tuple(map(Variant, pruning.ROWS))

EXPERIMENT = Experiment(
    name="prune-ablation",
    title="Errors of null move and multi-cut",
    source="Björnsson 2002, chapter 3, which asks and measures none",
    question="How often does a rule prune wrongly, and does the error reach the root?",
    columns=(
        Variant(pruning.NONE, NO_NULL_MOVE),
        Variant(pruning.NULL_MOVE),
        Variant(pruning.MULTI_CUT, (*NO_NULL_MOVE, *MULTI_CUT)),
        Variant("both", MULTI_CUT),
    ),
    series=(Series(pruning.SERIES, AUDITED),),
    full=Grid("middle game", (8,), ROWS),
    quick=Grid("Kasparov-Short", (6,), ROWS),
    claims=pruning.CLAIMS,
    rows_are="what is counted",
    counter="percent",
    measure=pruning.percent,
    notes="Every pruned node is searched in full (Prune Audit, X45), and errors are followed "
    "upwards (X53); that leaves no trace, and its nodes are not counted. Moves and nodes are "
    "compared with the search that prunes nothing.",
)
