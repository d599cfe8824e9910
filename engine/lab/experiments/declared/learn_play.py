"""Learning extension weights from games: table 6.1."""

from engine.lab.experiments.claims import learners as claims
from engine.lab.experiments.declaration import Experiment, Grid, Kind, Series
from engine.lab.experiments.learners import GamesCourse
from engine.lab.experiments.selective_axes import OF_LEARNERS

COURSE = GamesCourse()
GAMES = 2 * COURSE.openings
"""Of an iteration."""

EXPERIMENT = Experiment(
    name="learn-play",
    title="Learning from games",
    source="Björnsson 2002, section 6.5.2, table 6.1",
    question="Which weights would have seen earlier what went wrong in a game?",
    columns=claims.GAME_COLUMNS,
    series=(Series(claims.FROM_GAMES, OF_LEARNERS, {1: "t6-1-learned-weights"}, course=COURSE),),
    full=Grid("50 openings", (1,), claims.iterations(100 // GAMES, 50_000, GAMES), Kind.LEARNER),
    quick=Grid("10 openings", (1,), claims.iterations(20 // GAMES, 5_000, GAMES), Kind.LEARNER),
    claims=claims.GAMES,
    rows_are="games before",
    counter="weights in plies, critical positions",
    has_depths=False,
    measure=claims.number,
    drawn=claims.GAME_PLOTS,
    notes="The thesis plays 100 games of five minutes; here a move has a fixed number of nodes, "
    "and the opponent is the same search with Sesame's usual weights. Four games are played at the "
    "same time, each opening with both colours; then each critical position moves the weights of "
    "its phase by a step.",
)
