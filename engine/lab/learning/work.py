"""From a plan to its result: tasks are done by a pool, stored, and added up."""

from collections.abc import Callable

from engine.lab.common.json_form import to_json
from engine.lab.common.scheduling import TaskPool, run
from engine.lab.learning.offline import Iteration, Measured, learn
from engine.lab.learning.pairs import Pair, Played
from engine.lab.learning.parameters import Setting, as_options
from engine.lab.learning.plan import MatchPlan, OfflinePlan, named
from engine.lab.learning.searching import Found, Search
from engine.lab.learning.spsa import Step, Trial, tune
from engine.lab.learning.store import LearnStore, Results

Finished = Callable[[bool], None]
"""Called for each task: whether its result was stored before."""


def learn_offline(
    plan: OfflinePlan,
    store: LearnStore,
    pool: TaskPool[Search, Found],
    finished: Finished,
    told: Callable[[Iteration], None],
) -> list[Iteration]:
    """Learn from a suite.

    Parameters
    ----------
    plan
        What is learned.
    store
        Where every search is stored.
    pool
        Who searches.
    finished
        Called after each search.
    told
        Called with each iteration.
    """
    key, text = named(plan)
    store.begin(key, text)
    results: Results[Search, Found] = Results(store, Found)
    source = plan.subject.source

    def measure(settings: list[Setting]) -> list[Measured]:
        searches = {setting: searches_of(plan, setting) for setting in settings}
        tasks = list(dict.fromkeys(task for some in searches.values() for task in some))
        run(tasks, results, source, pool, lambda task, found: finished(found is None))
        return [added_up(plan, results.found(searches[one], source)) for one in settings]

    def note(iteration: Iteration) -> None:
        store.note(key, iteration.number, to_json(iteration))
        told(iteration)

    return learn(plan.subject.parameters, plan.schedule, measure, note)


def searches_of(plan: OfflinePlan, setting: Setting) -> list[Search]:
    """List the searches of a suite under one setting."""
    subject, options = plan.subject, plan.subject.options_with(setting)
    return [
        Search(
            subject.program,
            options,
            problem.fen,
            problem.moves,
            plan.nodes,
            plan.stable,
            plan.patience_seconds,
        )
        for problem in plan.problems
    ]


def added_up(plan: OfflinePlan, found: list[Found]) -> Measured:
    """Return the cost of a suite; what is not solved costs the limit."""
    nodes, solved = sum(one.nodes for one in found), sum(one.solved for one in found)
    cost = nodes if plan.cost == "nodes" else len(found) - solved
    return Measured(float(cost), nodes, solved)


def tune_by_matches(
    plan: MatchPlan,
    store: LearnStore,
    pool: TaskPool[Pair, Played],
    finished: Finished,
    told: Callable[[Step], None],
) -> list[Step]:
    """Learn by matches.

    Parameters
    ----------
    plan
        What is learned.
    store
        Where every pair is stored.
    pool
        Who plays.
    finished
        Called after each pair.
    told
        Called after each iteration.
    """
    key, text = named(plan)
    store.begin(key, text)
    results: Results[Pair, Played] = Results(store, Played)
    source = plan.subject.source

    def play(trial: Trial) -> tuple[float, int]:
        tasks = pairs_of(plan, key, trial)
        run(tasks, results, source, pool, lambda task, played: finished(played is None))
        # What is stored counts: another run may have been faster.
        points = [one for played in results.found(tasks, source) for one in played.points]
        return sum(2 * one - 1 for one in points) / len(points), len(points)

    def note(step: Step) -> None:
        store.note(key, step.trial.number, to_json(step))
        told(step)

    return tune(plan.subject.parameters, plan.course, play, note)


def pairs_of(plan: MatchPlan, key: str, trial: Trial) -> list[Pair]:
    """List the pairs of an iteration; openings follow one another through all iterations."""
    parameters, openings = plan.subject.parameters, plan.openings
    plus, minus = (as_options(parameters, one) for one in (trial.plus, trial.minus))
    before = trial.number * plan.pairs
    return [
        Pair(
            key,
            trial.number,
            number,
            plan.settings,
            plus,
            minus,
            openings[(before + number - 1) % len(openings)],
        )
        for number in range(1, plan.pairs + 1)
    ]
