"""df-pn, which is younger than the sources, against BTA and pn² on their problems."""

from engine.lab.experiments.axes import PROBLEMS
from engine.lab.experiments.claims import proof_depth_first
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant

GRID = Grid("mate problems one by one", (1,), PROBLEMS)

EXPERIMENT = Experiment(
    name="proof-depth-first",
    title="Depth-first proof-number search",
    source="Nagai 2002; not in the thesis",
    question="Does a search that keeps a table of 16 MiB, or of 1 MiB, instead of a tree solve "
    "more, and with fewer nodes?",
    columns=(
        Variant(
            proof_depth_first.BTA,
            (("Form", "bta"), ("Nodes", str(proof_depth_first.NODES_OF_BTA)), ("Slots", "700000")),
        ),
        Variant(
            proof_depth_first.PN2,
            (
                *(("Form", "pn2"), ("Nodes", "20000000"), ("Slots", "300320")),
                *(("a", "600000"), ("b", "80000")),
            ),
        ),
        *(
            Variant(name, (("Form", "dfpn"), ("Nodes", "20000000"), ("Table MiB", mib)))
            for name, mib in ((proof_depth_first.DFPN, "16"), (proof_depth_first.SMALL, "1"))
        ),
    ),
    series=(Series("to the proof", ()),),
    full=GRID,
    quick=GRID,
    claims=proof_depth_first.CLAIMS,
    rows_are="problem",
    has_depths=False,
    only_solved=True,
    is_exact=True,
    notes="BTA stops at half a million positions, the others at 20 million nodes; those of pn² and "
    "df-pn include what was searched again.",
)
