"""Claims about learners of extension weights: Björnsson 2002, sections 6.5 and 7.4."""

import json
from contextlib import suppress
from itertools import pairwise
from statistics import mean

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Drawn, Judgement, Options, Variant, Verdict
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results
from engine.search.selective.memory import CLASSES
from engine.thinking.learning.weight_file import PHASE_NAMES

FROM_A_SUITE, FROM_GAMES = "from a suite (chapter 6)", "from games"
OFFLINE = "offline (chapter 7)"
CHECK, RECAPTURE, FORCED, PASSED = "check", "recapture", "forced", "passed push"
OF_CLASS = {CHECK: "check", RECAPTURE: "recapture", FORCED: "forced", PASSED: "passed_push"}
"""Columns by the names of classes."""
IN_ENDINGS = ", ending"
NODES, SOLVED = "nodes", "solved"
POSITIONS = "critical positions"
OF_ENDINGS = f"{POSITIONS}{IN_ENDINGS}"
ENOUGH = 20
"""Critical positions of a phase: each moves a weight by about a twentieth of its range."""
END = "end"
MIDDLE, ENDING = tuple(OF_CLASS), tuple(f"{name}{IN_ENDINGS}" for name in OF_CLASS)
SUITE_COLUMNS = tuple(map(Variant, (*OF_CLASS, NODES, SOLVED)))
GAME_COLUMNS = tuple(map(Variant, (*MIDDLE, *ENDING, POSITIONS, OF_ENDINGS)))
SUITE_PLOTS = (Drawn("weight in plies", MIDDLE), Drawn("percent", (NODES, SOLVED)))
GAME_PLOTS = (Drawn("weight in plies", MIDDLE), Drawn("weight in plies, endings", ENDING))


def iterations(number: int, nodes: int, games: int = 0) -> tuple[Variant, ...]:
    """Return the rows of a learner: so many updates, and the end.

    Parameters
    ----------
    number
        Of updates.
    nodes
        Of each search.
    games
        Of an iteration, by which rows are called if there are any.
    """
    options: Options = (("Nodes", str(nodes)),)
    called = [str(place * (games or 1)) for place in range(number)]
    return tuple(Variant(name, options) for name in (*called, END))


def number(results: Results, place: Place) -> float:
    """Return a number of a learner's table: the mean over the seeds that have come so far.

    Raises
    ------
    MissingError
        If it has not been computed.
    """
    found = []
    for seed in range(1, results.seeds + 1):
        with suppress(MissingError):
            found.append(number_of_seed(results, place, seed))
    if not found:
        raise MissingError(f"{place.series.name}: iteration {place.row.label}")
    return mean(found)


def number_of_seed(results: Results, place: Place, seed: int) -> float:
    """Return a number of the learner with one seed; raises as `number`."""
    at = [row.label for row in results.grid.rows].index(place.row.label)
    run, column = results.runs[place.series.name, seed], place.column.label
    if at >= len(run.steps) or not run.steps[0].is_complete:
        raise MissingError(f"{place.series.name}: iteration {place.row.label}")
    if column in (NODES, SOLVED):
        return of_suite(results, place, at, seed)
    if column in (POSITIONS, OF_ENDINGS):
        cells = [cell for step in run.steps[:at] for cell in step.cells]
        phases = [json.loads(text)["phase"] for cell in cells for text in results.cells[cell].found]
        return len(phases) if column == POSITIONS else phases.count(PHASE_NAMES[1])
    weights = run.steps[at].state.weights
    name = column.removesuffix(IN_ENDINGS)
    return weights[column != name][CLASSES.index(OF_CLASS[name])]


def of_suite(results: Results, place: Place, at: int, seed: int) -> float:
    """Return the nodes in percent of the first iteration's, or the problems solved in percent."""
    course, steps = place.series.course, results.runs[place.series.name, seed].steps
    assert course is not None

    def total(step: int, name: str) -> int:
        cells = course.base(results.grid, place.series.options, steps[step].state, seed)
        if not all(cell in results.cells for cell in cells):
            raise MissingError(f"{place.series.name}: iteration {place.row.label}")
        return sum(results.cells[cell].counter(name, 1) for cell in cells)

    if place.column.label == NODES:
        return PERCENT * total(at, "nodes") / total(0, "nodes")
    return PERCENT * total(at, "solved") / total(at, "problems")


def ends(results: Results, series: str, *columns: str) -> list[float]:
    """Return numbers at the end of a learner; raises MissingError."""
    table = results.table(series, *results.grid.depths)
    return [table.value(END, column) for column in columns]


def nodes_fall(results: Results) -> Judgement:
    """Nodes of the suite with the learned weights."""
    (nodes,) = ends(results, FROM_A_SUITE, NODES)
    return judged(f"{nodes:.1f} % of the first iteration's", nodes <= 85, nodes < 100)


def more_is_solved(results: Results) -> Judgement:
    """Problems solved with whole plies, and with the learned weights."""
    before = results.table(FROM_A_SUITE, *results.grid.depths).value("0", SOLVED)
    (after,) = ends(results, FROM_A_SUITE, SOLVED)
    unsolved = (PERCENT - after) / (PERCENT - before)
    words = f"{before:.1f} % at first, {after:.1f} % at the end"
    return judged(f"{words}: {unsolved:.2f} of those missed", unsolved <= 0.8, after > before)


def weights_in_words(names: tuple[str, ...], weights: list[float]) -> str:
    """Write weights."""
    return ", ".join(f"{name} {weight:.2f}" for name, weight in zip(names, weights, strict=True))


def check_is_lightest(results: Results) -> Judgement:
    """Order of the weights at the end."""
    names = (CHECK, FORCED, RECAPTURE, PASSED)
    weights = ends(results, FROM_A_SUITE, *names)
    words = weights_in_words(names, weights)
    rising = all(one < other for one, other in pairwise(weights))
    return judged(words, weights[0] <= 0.15 and rising, weights[0] == min(weights))


def learners_agree(results: Results) -> Judgement:
    """Nodes at the end of both."""
    (offline,), (online,) = (ends(results, series, NODES) for series in (OFFLINE, FROM_A_SUITE))
    words = f"offline {offline:.1f} %, with counters {online:.1f} % of the first nodes"
    return judged(words, abs(offline - online) <= 3, abs(offline - online) <= 10)


def important_weights_agree(results: Results) -> Judgement:
    """Weights at the end of both learners."""
    names = (CHECK, FORCED, RECAPTURE, PASSED)
    offline, online = (ends(results, series, *names) for series in (OFFLINE, FROM_A_SUITE))
    far = [abs(one - other) for one, other in zip(offline, online, strict=True)]
    words = f"offline {weights_in_words(names, offline)}; online {weights_in_words(names, online)}"
    return judged(words, max(far[:2]) <= 0.15 and max(far[2:]) > max(far[:2]), max(far[:2]) <= 0.3)


def offline_saves(results: Results) -> Judgement:
    """Nodes of the offline learner."""
    (nodes,) = ends(results, OFFLINE, NODES)
    return judged(f"{nodes:.1f} % of the first iteration's", nodes <= 85, nodes < 100)


def few_endings(results: Results) -> str:
    """Say that too little was seen of endings; empty if it was enough, or is not known."""
    table = results.table(FROM_GAMES, *results.grid.depths)
    seen = table.numbers.get((END, OF_ENDINGS))
    if seen is None or seen.mean >= ENOUGH:
        return ""
    return f"; only {seen.mean:.0f} critical positions in endings"


def weights_of_games(results: Results) -> Judgement:
    """All eight weights against table 6.1."""
    table = results.table(FROM_GAMES, *results.grid.depths)
    names = (*MIDDLE, *ENDING)
    weights = ends(results, FROM_GAMES, *names)
    far = [
        abs(weight - table.printed[END, name]) for name, weight in zip(names, weights, strict=True)
    ]
    words = f"{weights_in_words(names, weights)}; on the mean {sum(far) / len(far):.2f} away"
    if few := few_endings(results):
        return Judgement(Verdict.NOT_TRIED, words + few)
    return judged(words, sum(far) / len(far) <= 0.15, max(weights) < 1)


def endings_extend_more(results: Results) -> Judgement:
    """Checks and passed pushes in both phases."""
    names = (CHECK, CHECK + IN_ENDINGS, PASSED, PASSED + IN_ENDINGS)
    check, check_ending, passed, passed_ending = ends(results, FROM_GAMES, *names)
    words = weights_in_words(names, [check, check_ending, passed, passed_ending])
    lower = check_ending < check, passed_ending < passed
    if few := few_endings(results):
        return Judgement(Verdict.NOT_TRIED, words + few)
    return judged(words, all(lower), any(lower))


SUITE = (
    Claim(
        "The learned weights save a quarter of the nodes.",
        "Björnsson 2002, section 6.5.1, figure 6.4: from 306 to 230 million",
        "At most 85 % of the first iteration's (same shape: fewer).",
        nodes_fall,
    ),
    Claim(
        "More problems are solved, though nodes are what is minimised.",
        "section 6.5.1: 346 and 508 of 879",
        "At least a fifth of those missed at first (same shape: more than at first).",
        more_is_solved,
    ),
    Claim(
        "The weight of checks falls to its limit; forced replies, recaptures and passed pushes "
        "follow in this order.",
        "section 6.5.1: 0.10, 0.68, 0.84, 0.91",
        "In this order, checks at most 0.15 (same shape: checks are the lightest).",
        check_is_lightest,
    ),
)
OFFLINE_CLAIMS = (
    Claim(
        "The offline learner saves a quarter of the nodes too.",
        "Björnsson 2002, section 7.4, figure 7.2: 229 million",
        "At most 85 % of the first iteration's (same shape: fewer).",
        offline_saves,
    ),
    Claim(
        "Both learners come to the same nodes.",
        "section 7.4: 229 and 230 million",
        "At most 3 percentage points apart (same shape: 10).",
        learners_agree,
    ),
    Claim(
        "The weights of checks and forced replies agree; those of recaptures and passed pushes "
        "differ, without an effect.",
        "section 7.4; the weights are only drawn",
        "The first two at most 0.15 apart, another one more (same shape: 0.3).",
        important_weights_agree,
    ),
)
GAMES = (
    Claim(
        "What was learned from 100 games: all classes are extended, most of them to a tenth or a "
        "third of a ply.",
        "Björnsson 2002, table 6.1",
        "On the mean of the eight weights at most 0.15 away (same shape: all below 1; not tried: "
        "fewer than 20 critical positions in endings).",
        weights_of_games,
    ),
    Claim(
        "In endings checks and passed pushes are extended more than in the middle game.",
        "section 6.5.2, table 6.1",
        "Both weights lower (same shape: one of them; not tried: fewer than 20 critical positions "
        "in endings).",
        endings_extend_more,
    ),
)
