"""What tells expected cut-nodes that cut off from those that do not: tables 5.1 and 5.2."""

from engine.lab.experiments.claims import cut_nodes
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.selective_axes import SELECTIVE

ROWS = tuple(map(Variant, cut_nodes.PREDICTORS))

EXPERIMENT = Experiment(
    name="cut-nodes",
    title="What promises a cut-off",
    source="Björnsson 2002, section 5.3, tables 5.1 and 5.2",
    question="Which count of promising moves tells whether an expected cut-node cuts off?",
    columns=tuple(map(Variant, cut_nodes.COLUMNS)),
    series=(Series(cut_nodes.NODES, (*SELECTIVE, ("Cut Stats", "true")), {7: "t5-1-cut-nodes"}),),
    full=Grid("middle game", (7,), ROWS),
    quick=Grid("three games", (7,), ROWS),
    claims=cut_nodes.CLAIMS,
    rows_are="promising moves",
    counter="moves",
    measure=cut_nodes.moves,
    notes="One of eight expected cut-nodes with four plies left is described, before a null move "
    "is tried (X46).",
)
