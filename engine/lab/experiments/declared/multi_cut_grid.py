"""Multi-cut with 72 settings of its three numbers: table 5.3, figures 5.2 and 5.3."""

from engine.lab.experiments.claims import multi_cut
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.selective_axes import NO_NULL_MOVE, SELECTIVE
from engine.lab.experiments.selective_axes import multi_cut as setting
from engine.lab.experiments.suites import MATES

TRIED = (2, 4, 6, 8, 10, 12)
OFF = Variant(multi_cut.OFF)
SETTINGS = tuple(setting(r, c, e) for r in (1, 2, 3) for c in range(2, 7) for e in TRIED if e >= c)
FEW = (
    *((1, 3, 10), (2, 2, 2), (2, 2, 12), (2, 3, 4), (2, 3, 10), (2, 4, 10), (2, 6, 12)),
    (3, 3, 10),
)

EXPERIMENT = Experiment(
    name="multi-cut-grid",
    title="Multi-cut: moves tried, wanted, and how much less deep",
    source="Björnsson 2002, section 5.3, table 5.3, figures 5.2 and 5.3",
    question="How many nodes does multi-cut save, and what does it miss?",
    columns=(Variant(multi_cut.NODES), Variant(multi_cut.SOLVED)),
    series=(
        Series(multi_cut.WITH, SELECTIVE, {7: "t5-3-multi-cut-grid"}),
        Series(multi_cut.WITHOUT, (*SELECTIVE, *NO_NULL_MOVE)),
    ),
    full=Grid(MATES, (7,), (OFF, *SETTINGS)),
    quick=Grid(MATES, (5,), (OFF, *(setting(*numbers) for numbers in FEW))),
    claims=multi_cut.CLAIMS,
    rows_are="setting",
    counter="percent of those without multi-cut",
    measure=multi_cut.percent,
    notes="The thesis has 1001 mates (Reinfeld). A problem is solved if its search ends with a "
    "mate, or with the best move of the file given by `--positions`. E moves are tried (option M), "
    "R plies less deep; C are to fail high.",
)
