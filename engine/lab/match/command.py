"""`sesame match`: play matches, resume them, and report what their databases hold."""

import argparse
import os
import shlex
import sys
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    prepare_output,
    report_error,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write, written_whole
from engine.lab.common.processes import ignoring_interrupts
from engine.lab.match.arguments import parser
from engine.lab.match.cluster import DaskPool
from engine.lab.match.display import display_of, show
from engine.lab.match.pgn import write_games
from engine.lab.match.planning import plan_of
from engine.lab.match.pools import LocalPool, Pool
from engine.lab.match.records import MatchError, Settings
from engine.lab.match.resuming import PLANNING, check_players, check_resumed, given, with_rounds
from engine.lab.match.run import Ending, Run
from engine.lab.match.store import Store
from engine.lab.match.table import sections
from engine.lab.match.tally import Tally

complain = partial(report_error, "sesame match")


def main(words: list[str]) -> int:
    """Do what the command line says.

    Parameters
    ----------
    words
        What follows `sesame match`.

    Returns
    -------
    int
        0 played or shown; 1 stopped by a fault; 2 asked wrongly; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = parser().read(words)
        check_words(arguments)
        store = prepared(arguments, words)
    except (LaboratoryError, OSError) as mistake:
        return complain(told(mistake), USAGE_ERROR)
    except KeyboardInterrupt:
        return complain("Interrupted; nothing was played.", INTERRUPTED)
    try:
        return obey(store, arguments)
    finally:
        with ignoring_interrupts():
            store.close()


def obey(store: Store, arguments: argparse.Namespace) -> int:
    """Do it; whatever comes in between, say what is stored."""
    reads = arguments.report or arguments.export
    try:
        return work_with(store, arguments)
    except KeyboardInterrupt:
        with ignoring_interrupts():
            return complain(how_to_go_on("Interrupted", store), INTERRUPTED)
    except LaboratoryError as fault:
        return complain(str(fault), FAILED)
    except OSError as fault:
        abandon_output()
        if reads and isinstance(fault, BrokenPipeError):
            return FAILED  # whoever reads has had enough, as `head` has
        stop = told(fault)
        return complain(stop if reads else how_to_go_on(stop.rstrip("."), store), FAILED)


def work_with(store: Store, arguments: argparse.Namespace) -> int:
    """Report, export or play."""
    if arguments.export:
        return export(store, arguments.pgn)
    return report(store) if arguments.report else play(store, arguments)


def abandon_output() -> None:
    """Drop what cannot be written; else the end of the process would try again, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def told(fault: Exception) -> str:
    """Write what went wrong as a sentence."""
    if isinstance(fault, OSError) and fault.strerror:
        place = f"{fault.filename}: " if fault.filename else ""
        return f"{place}{fault.strerror}."
    return str(fault)


def check_words(arguments: argparse.Namespace) -> None:
    """Refuse words that would be of no use, and outputs that could not be written."""
    reader = "--report" if arguments.report else "--export" if arguments.export else ""
    useless = given(arguments, (*PLANNING, "concurrency", "scheduler")) if reader else []
    if useless:
        raise MatchError(
            f"{reader} only reads {arguments.database}; leave {', '.join(useless)} out."
        )
    if arguments.report and arguments.pgn:
        raise MatchError("--report writes no games; --export --pgn FILE does.")
    refusal = reason_not_to_write(arguments.pgn) if arguments.pgn else ""
    if refusal:
        raise MatchError(refusal)


def prepared(arguments: argparse.Namespace, words: list[str]) -> Store:
    """Open the database that the command line names, or begin a match in it."""
    path = arguments.database
    if arguments.report or arguments.export:
        return Store.open(path)
    if arguments.resume:
        store = Store.open(path)
        try:
            store.claim()
            check_resumed(arguments, store.plan, path)
            plan = with_rounds(arguments, store, warn)
            if len(plan.tasks) > len(store.played()):
                check_players(store, warn)
            if plan is not store.plan:
                store.change(plan)
        except BaseException:
            store.close()
            raise
        return store
    if path.is_file() and path.stat().st_size:
        raise MatchError(begun_already(path))
    refusal = reason_not_to_write(path)
    if refusal:
        raise MatchError(refusal)
    store = Store.create(path, plan_of(arguments, words, warn))
    store.claim()
    return store


def begun_already(path: Path) -> str:
    """Say what is in the database of a match that was to be begun."""
    with closing(Store.open(path)) as store:
        played, planned = len(store.played()), len(store.plan.tasks)
    return (
        f"{path} holds a match already, {played} of {planned} games played. Add --resume to go "
        "on, --report to see it, or name another file with --database."
    )


def play(store: Store, arguments: argparse.Namespace) -> int:
    """Play what is missing, and show the result."""
    settings = store.plan.settings
    if arguments.concurrency:
        settings = replace(settings, concurrency=arguments.concurrency)
    with display_of(store.plan) as display:
        ending = Run(store, pool_for(settings, arguments.scheduler), display.watch).play()
    report(store)
    if arguments.pgn:
        export(store, arguments.pgn)
    if ending is Ending.INTERRUPTED:
        return complain(how_to_go_on("Interrupted", store), INTERRUPTED)
    return DONE


def pool_for(settings: Settings, scheduler: str | None) -> Pool:
    """Choose where the games are played."""
    return DaskPool(settings, scheduler) if scheduler else LocalPool(settings)


def how_to_go_on(stop: str, store: Store) -> str:
    """Say why no more is played, what is stored and how the rest is played."""
    stored, planned = len(store.played()), len(store.plan.tasks)
    aim, word = ("To see them", "--report") if stored == planned else ("To go on", "--resume")
    return (
        f"{stop}; {stored} of {planned} games are stored. "
        f"{aim}: sesame match {word} --database {shlex.quote(str(store.path))}"
    )


def report(store: Store) -> int:
    """Show what the database holds."""
    sides = (side.name for side in store.plan.settings.sides)
    show(sections(store.plan, Tally(sides, store.games())))
    return DONE


def export(store: Store, path: Path | None) -> int:
    """Write the games of the database."""
    with written_whole(path) if path else nullcontext(sys.stdout) as output:
        number = write_games(store.games(), store.plan.settings, output)
        output.flush()
    if path:
        print(f"{number} games written to {path}.", file=sys.stderr)
    return DONE


def warn(sentence: str) -> None:
    """Tell the user of something that is left out."""
    print(f"sesame match: {sentence}", file=sys.stderr)
