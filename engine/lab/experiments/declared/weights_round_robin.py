"""A round robin of extension weights: table 6.2."""

from engine.lab.experiments.cells import FIRST, SECOND, SUM
from engine.lab.experiments.claims import weights
from engine.lab.experiments.courses import ENDING, in_hundredths
from engine.lab.experiments.declaration import Experiment, Grid, Kind, Options, Series, Variant


def plies(check: float, recapture: float, forced: float, passed: float) -> tuple[float, ...]:
    """Return weights in the order of the classes."""
    return forced, check, recapture, passed


PRINTED: dict[str, tuple[tuple[float, ...], ...]] = {
    "C_online": (plies(0.3, 0.1, 0.1, 0.47), plies(0.1, 0.1, 0.15, 0.25)),
    "C_050": (plies(0.5, 0.5, 0.5, 0.5),),
    "C_hand": (plies(0.0, 0.25, 0.25, 0.25),),
    "C_010": (plies(0.1, 0.1, 0.1, 0.1),),
    "C_ECM": (plies(0.1, 0.84, 0.68, 0.91),),
}
"""Table 6.1 and section 6.5; with weights for endings where there are any."""
LEARNED_FROM_A_SUITE = plies(0.1, 0.1, 0.1, 1.0)
LEARNED_FROM_GAMES = (plies(0.1, 0.1, 0.6, 0.1), plies(0.75, 1.0, 1.0, 0.81))
"""What the quick grids of `learn-suite` and `learn-play` came to; a test compares them with the
kept cells."""
SETS: dict[str, tuple[tuple[float, ...], ...]] = {
    **PRINTED,
    "Sesame_suite": (LEARNED_FROM_A_SUITE,),
    "Sesame_games": LEARNED_FROM_GAMES,
}


def options_of(chosen: tuple[tuple[float, ...], ...]) -> Options:
    """Return weights as options."""
    first, *ending = chosen
    options = in_hundredths(first)
    if ending:
        options |= {"Weights Per Phase": "true"} | in_hundredths(ending[0], ENDING)
    return tuple(options.items())


ALL = {name: options_of(chosen) for name, chosen in SETS.items()}
ALL["C_100"] = (("Extensions", "None"),)
ORDER = (*weights.PRINTED, "Sesame_suite", "Sesame_games")


def sides(prefix: str) -> tuple[Variant, ...]:
    """Return all sets as the first or the second side of matches, with the nodes of a move."""
    return tuple(
        Variant(name, tuple((prefix + option, value) for option, value in options))
        for name, options in ((name, ALL[name]) for name in ORDER)
    )


SERIES: Options = (("Search", "Selective"), ("Nodes", "5000"))
SUMS = (weights.SHARE, weights.ELO, weights.MARGIN)

EXPERIMENT = Experiment(
    name="weights-round-robin",
    title="Games between extension weights",
    source="Björnsson 2002, section 6.5.2, table 6.2",
    question="Which weights play best: set by hand, uniform, learned from a suite or from games?",
    columns=(*sides(SECOND), *(Variant(name, SUM) for name in SUMS)),
    series=(Series(weights.SERIES, SERIES, {1: "t6-2-weights-round-robin"}),),
    full=Grid("50 openings", (1,), sides(FIRST), Kind.MATCHES),
    quick=Grid("10 openings", (1,), sides(FIRST), Kind.MATCHES),
    claims=weights.CLAIMS,
    rows_are="weights",
    counter="score in percent",
    has_depths=False,
    measure=weights.number,
    drawn=(),
    notes="Each pairing plays its openings with both colours, at 5,000 nodes a move instead of "
    "five minutes a game; with 50 openings these are the 100 games of the thesis. C_100 is the "
    "search without extensions. Sesame_suite and Sesame_games are what the quick grids of "
    "`learn-suite` and `learn-play` learn. The last columns, which are not printed, are Elo by the "
    "games of all pairings with half its 95 % interval. In the words of the verdicts ± is the "
    "standard error of a score.",
)
