"""`sesame match`: play matches, resume them, and report their results."""

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

fail = partial(report_error, "sesame match")


def main(words: list[str]) -> int:
    """Run `sesame match`.

    Parameters
    ----------
    words
        The arguments after `sesame match`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = parser().read(words)
        check_arguments(arguments)
        store = open_store(arguments, words)
    except (LaboratoryError, OSError) as mistake:
        return fail(sentence_of(mistake), USAGE_ERROR)
    except KeyboardInterrupt:
        return fail("Interrupted; nothing was played.", INTERRUPTED)
    try:
        return run(store, arguments)
    finally:
        with ignoring_interrupts():
            store.close()


def run(store: Store, arguments: argparse.Namespace) -> int:
    """Report, export or play, and say after an error how the match can be resumed."""
    reads = arguments.report or arguments.export
    try:
        return work_with(store, arguments)
    except KeyboardInterrupt:
        with ignoring_interrupts():
            return fail(how_to_resume("Interrupted", store), INTERRUPTED)
    except LaboratoryError as fault:
        return fail(str(fault), FAILED)
    except OSError as fault:
        discard_output()
        if reads and isinstance(fault, BrokenPipeError):
            return FAILED  # the reader has closed the pipe, as `head` does
        stop = sentence_of(fault)
        return fail(stop if reads else how_to_resume(stop.rstrip("."), store), FAILED)


def work_with(store: Store, arguments: argparse.Namespace) -> int:
    """Do what the arguments ask for."""
    if arguments.export:
        return export(store, arguments.pgn)
    if not arguments.report:
        return play(store, arguments)
    if arguments.html:
        write_html(store, arguments.html)
    return report(store)


def discard_output() -> None:
    """Discard what cannot be written; Python would try again when the process ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def sentence_of(fault: Exception) -> str:
    """Write an error as a sentence."""
    if isinstance(fault, OSError) and fault.strerror:
        place = f"{fault.filename}: " if fault.filename else ""
        return f"{place}{fault.strerror}."
    return str(fault)


def check_arguments(arguments: argparse.Namespace) -> None:
    """Refuse arguments that would have no effect, and outputs that cannot be written."""
    reader = "--report" if arguments.report else "--export" if arguments.export else ""
    useless = given(arguments, (*PLANNING, "concurrency", "scheduler")) if reader else []
    if useless:
        raise MatchError(f"{reader} only reads {arguments.database}; remove {', '.join(useless)}.")
    if arguments.report and arguments.pgn:
        raise MatchError("--report does not write games; use --export --pgn FILE.")
    if arguments.html and not arguments.report:
        raise MatchError("--html writes a page of the results; add --report.")
    for path in (arguments.pgn, arguments.html):
        refusal = reason_not_to_write(path) if path else ""
        if refusal:
            raise MatchError(refusal)


def open_store(arguments: argparse.Namespace, words: list[str]) -> Store:
    """Open the database, or begin a match in it."""
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
        raise MatchError(existing_match(path))
    refusal = reason_not_to_write(path)
    if refusal:
        raise MatchError(refusal)
    store = Store.create(path, plan_of(arguments, words, warn))
    store.claim()
    return store


def existing_match(path: Path) -> str:
    """Say that the database holds a match."""
    with closing(Store.open(path)) as store:
        played, planned = len(store.played()), len(store.plan.tasks)
    return (
        f"{path} already holds a match, {played} of {planned} games played. Add --resume to "
        "continue it or --report to see it, or name another file with --database."
    )


def play(store: Store, arguments: argparse.Namespace) -> int:
    """Play the missing games and show the results."""
    settings = store.plan.settings
    if arguments.concurrency:
        settings = replace(settings, concurrency=arguments.concurrency)
    with display_of(store.plan) as display:
        ending = Run(store, pool_for(settings, arguments.scheduler), display.watch).play()
    report(store)
    if arguments.pgn:
        export(store, arguments.pgn)
    if ending is Ending.INTERRUPTED:
        return fail(how_to_resume("Interrupted", store), INTERRUPTED)
    return DONE


def pool_for(settings: Settings, scheduler: str | None) -> Pool:
    """Choose where the games are played."""
    return DaskPool(settings, scheduler) if scheduler else LocalPool(settings)


def how_to_resume(stop: str, store: Store) -> str:
    """Say why the match stopped, what is stored and how to resume it."""
    stored, planned = len(store.played()), len(store.plan.tasks)
    aim, word = ("To see them", "--report") if stored == planned else ("To continue", "--resume")
    return (
        f"{stop}; {stored} of {planned} games are stored. "
        f"{aim}: sesame match {word} --database {shlex.quote(str(store.path))}"
    )


def report(store: Store) -> int:
    """Show the results in the database."""
    sides = (side.name for side in store.plan.settings.sides)
    show(sections(store.plan, Tally(sides, store.games())))
    return DONE


def write_html(store: Store, path: Path) -> None:
    """Write the results as a page."""
    # Matplotlib takes a while to load, which no match needs.
    from engine.lab.match.report.page import page_of
    from engine.lab.page.writing import write_page

    write_page(page_of(store.plan, store.games()), path)
    print(f"The report was written to {path}.", file=sys.stderr)


def export(store: Store, path: Path | None) -> int:
    """Write the games of the database."""
    with written_whole(path) if path else nullcontext(sys.stdout) as output:
        number = write_games(store.games(), store.plan.settings, output)
        output.flush()
    if path:
        print(f"{number} games written to {path}.", file=sys.stderr)
    return DONE


def warn(sentence: str) -> None:
    """Print a warning."""
    print(f"sesame match: {sentence}", file=sys.stderr)
