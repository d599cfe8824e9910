"""Games of multi-cut against the search without it: table 5.4."""

from engine.lab.experiments.cells import FIRST, SUM
from engine.lab.experiments.claims import multi_cut_match
from engine.lab.experiments.declaration import Experiment, Grid, Kind, Options, Series, Variant
from engine.lab.experiments.selective_axes import NO_NULL_MOVE

NODES_A_MINUTE = 4000
MINUTES = (5, 15, 25, 60)
SIDES: Options = (("Search", "Selective"), (f"{FIRST}Multi Cut", "true"))
TOTAL = Variant(multi_cut_match.TOTAL, SUM)


def limit(minutes: int) -> Variant:
    """Return a row: nodes of a move in proportion to the minutes of the thesis for 40 moves."""
    return Variant(str(minutes), (("Nodes", str(NODES_A_MINUTE * minutes)),))


EXPERIMENT = Experiment(
    name="multi-cut-match",
    title="Games of multi-cut against the search without it",
    source="Björnsson 2002, section 5.3, table 5.4",
    question="What is multi-cut worth in games?",
    columns=tuple(map(Variant, multi_cut_match.COLUMNS)),
    series=(
        Series(multi_cut_match.WITH, SIDES, {1: "t5-4-multi-cut-match"}),
        Series(multi_cut_match.WITHOUT, (*SIDES, *NO_NULL_MOVE)),
    ),
    full=Grid("40 openings", (1,), (*map(limit, MINUTES), TOTAL), Kind.MATCHES),
    quick=Grid("40 openings", (1,), (limit(MINUTES[0]), TOTAL), Kind.MATCHES),
    claims=multi_cut_match.CLAIMS,
    rows_are="minutes for 40 moves in the thesis",
    counter="score of multi-cut",
    has_depths=False,
    measure=multi_cut_match.number,
    drawn=(),
    notes="Instead of the clock a move has 4,000 nodes for each minute of the thesis: the games "
    "can be repeated. The openings are Sesame's own, those of the thesis are lost; games are "
    "adjudicated as in `sesame match`. The interval is the 95 % one of pairs of games. "
    "`--seeds N` plays N times as many.",
)
