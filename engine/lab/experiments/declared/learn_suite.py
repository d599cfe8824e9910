"""Learning extension weights from a suite, by the counters of one search a problem: figure 6.4."""

from engine.lab.experiments.claims import learners as claims
from engine.lab.experiments.declaration import Experiment, Grid, Kind, Series
from engine.lab.experiments.keyed_suites import MATES_WITH_MOVES
from engine.lab.experiments.learners import SuiteCourse
from engine.lab.experiments.selective_axes import OF_LEARNERS

EXPERIMENT = Experiment(
    name="learn-suite",
    title="Learning from a suite with counters",
    source="Björnsson 2002, sections 6.4 and 6.5.1, figure 6.4",
    question="Which weights find the solutions with the fewest nodes?",
    columns=claims.SUITE_COLUMNS,
    series=(Series(claims.FROM_A_SUITE, OF_LEARNERS, {1: "learnsuite-ecm"}, course=SuiteCourse()),),
    full=Grid(MATES_WITH_MOVES, (1,), claims.iterations(20, 500_000), Kind.LEARNER),
    quick=Grid(MATES_WITH_MOVES, (1,), claims.iterations(8, 20_000), Kind.LEARNER),
    claims=claims.SUITE,
    rows_are="iteration",
    counter="weights in plies, nodes and problems solved in percent",
    has_depths=False,
    measure=claims.number,
    drawn=claims.SUITE_PLOTS,
    notes="The thesis has 879 positions of the Encyclopedia of Chess Middlegames with 500,000 "
    "nodes each; `--positions ecm.epd` takes them. Nodes are in percent of the first iteration's, "
    "where an unsolved problem counts the limit; the printed weights are those at the end, of "
    "which only the first and the last iteration are known.",
)
