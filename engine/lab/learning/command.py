"""`sesame learn`: learn the values of numeric options."""

import argparse
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    prepare_output,
    report_error,
)
from engine.lab.common.compiling import compile_core
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import write_lines
from engine.lab.common.scheduling import local_tasks
from engine.lab.learning.arguments import parser
from engine.lab.learning.engines import begin_process, release
from engine.lab.learning.offline import Iteration
from engine.lab.learning.pairs import play_pair
from engine.lab.learning.plan import OfflinePlan, Plan
from engine.lab.learning.planning import plan_of
from engine.lab.learning.progress import TaskProgress
from engine.lab.learning.results import (
    Learned,
    csv_of,
    json_of,
    of_iterations,
    of_steps,
    setoption_lines,
    table_of,
)
from engine.lab.learning.searching import compute
from engine.lab.learning.spsa import Step
from engine.lab.learning.store import LearnStore
from engine.lab.learning.work import learn_offline, tune_by_matches
from engine.process.texts import system_reason

fail = partial(report_error, "sesame learn")
GO_ON = "what is finished is stored, and the same command continues"


def main(words: list[str]) -> int:
    """Run `sesame learn`.

    Parameters
    ----------
    words
        The arguments after `sesame learn`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = parser().read(words)
        plan = plan_of(arguments, warn)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    except KeyboardInterrupt:
        return fail("Interrupted; nothing was begun.", INTERRUPTED)
    try:
        return guarded(plan, arguments)
    except KeyboardInterrupt:
        return fail(f"Interrupted; {GO_ON}.", INTERRUPTED)


def guarded(plan: Plan, arguments: argparse.Namespace) -> int:
    """Learn; whatever stops it is said in one sentence."""
    try:
        return learn(plan, arguments)
    except BrokenProcessPool:
        return fail(f"A process that computes has died; {GO_ON}.", FAILED)
    except ConnectionError as failure:
        return fail(f"{str(failure).rstrip('.')}; {GO_ON}.", FAILED)
    except LaboratoryError as failure:
        return fail(str(failure), FAILED)
    except OSError as failure:
        what = failure.filename or "The output"
        return fail(f"{what} cannot be used: {system_reason(failure)}.", FAILED)


def learn(plan: Plan, arguments: argparse.Namespace) -> int:
    """Learn, print the values, and write the files."""
    if not plan.subject.program:
        compile_core(plan.subject.options)
    store = LearnStore(arguments.database)
    try:
        learned, end = learned_from(plan, store, arguments)
    finally:
        store.close()
    print("\n".join((*table_of(learned), "", *setoption_lines(learned))))
    print(end, file=sys.stderr)
    write_files(learned, arguments)
    return DONE


def learned_from(
    plan: Plan, store: LearnStore, arguments: argparse.Namespace
) -> tuple[Learned, str]:
    """Do what is missing of a plan; returns its result, and a sentence about the work."""
    if isinstance(plan, OfflinePlan):
        parameters = len(plan.subject.parameters)
        most = len(plan.problems) * (plan.schedule.iterations * (parameters + 1) + 1)
        progress = TaskProgress("searches", most)

        def tell(one: Iteration) -> None:
            progress.state = f"{one.base.nodes:,} nodes, {one.base.solved} solved at {one.setting}"

        with progress.shown() as finished, workers(compute, arguments) as pool:
            iterations = learn_offline(plan, store, pool, finished, tell)
        return of_iterations(plan, iterations), progress.end()
    progress = TaskProgress("pairs", plan.course.iterations * plan.pairs)

    def tell_step(one: Step) -> None:
        progress.state = ", ".join(f"{value:.1f}" for value in one.moved)

    with progress.shown() as finished, workers(play_pair, arguments) as pool:
        steps = tune_by_matches(plan, store, pool, finished, tell_step)
    return of_steps(plan, steps), progress.end()


def workers(work: Any, arguments: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return the pool that computes."""
    if arguments.scheduler:
        from engine.lab.common.dask_tasks import cluster_tasks

        return cluster_tasks(work, arguments.scheduler, release)
    return local_tasks(work, arguments.concurrency, begin_process)


def write_files(learned: Learned, arguments: argparse.Namespace) -> None:
    """Write what was asked for."""
    if arguments.csv:
        write_lines(arguments.csv, csv_of(learned).splitlines())
    if arguments.json:
        write_lines(arguments.json, [json_of(learned)])
    if arguments.plot:
        # Matplotlib takes a while to load.
        from engine.lab.learning.plot import write_plot

        write_plot(learned, arguments.plot)


def warn(sentence: str) -> None:
    """Print a warning."""
    print(f"sesame learn: {sentence}", file=sys.stderr)
