"""Learning extension weights by searching again with each weight changed: figure 7.2."""

from engine.lab.experiments.claims import learners as claims
from engine.lab.experiments.declaration import Experiment, Grid, Kind, Series
from engine.lab.experiments.keyed_suites import MATES_WITH_MOVES
from engine.lab.experiments.learners import OfflineCourse, SuiteCourse
from engine.lab.experiments.selective_axes import OF_LEARNERS

EXPERIMENT = Experiment(
    name="learn-offline",
    title="Learning from a suite by searching again",
    source="Björnsson 2002, chapter 7, figure 7.2",
    question="Does a learner that knows nothing of the search come to the same weights?",
    columns=claims.SUITE_COLUMNS,
    series=(
        Series(claims.OFFLINE, OF_LEARNERS, {1: "learnoffline-ecm"}, course=OfflineCourse()),
        Series(claims.FROM_A_SUITE, OF_LEARNERS, {1: "learnsuite-ecm"}, course=SuiteCourse()),
    ),
    full=Grid(MATES_WITH_MOVES, (1,), claims.iterations(12, 500_000), Kind.LEARNER),
    quick=Grid(MATES_WITH_MOVES, (1,), claims.iterations(6, 20_000), Kind.LEARNER),
    claims=claims.OFFLINE_CLAIMS,
    rows_are="iteration",
    counter="weights in plies, nodes and problems solved in percent",
    has_depths=False,
    measure=claims.number,
    drawn=claims.SUITE_PLOTS,
    notes="Each iteration searches all problems five times: with the weights, and with each of "
    "them a tenth of a ply heavier. The learner of chapter 6 learns beside it from the same "
    "problems. `--positions FILE.epd` takes a suite with `bm`.",
)
