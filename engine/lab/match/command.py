"""`sesame match`: play matches, resume them, and report what their databases hold."""

import argparse
import os
import sys
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

from engine.lab.match.arguments import parser
from engine.lab.match.display import display_of, show
from engine.lab.match.pgn import write_games
from engine.lab.match.planning import check_resumed, plan_of, with_checked_sides
from engine.lab.match.pools import DaskPool, LocalPool, Pool
from engine.lab.match.records import MatchError
from engine.lab.match.run import Ending, Run
from engine.lab.match.store import Store
from engine.lab.match.table import sections
from engine.lab.match.tally import Tally

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


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
    try:
        arguments = parser().parse_args(words)
        store = prepared(arguments, words)
    except MatchError as mistake:
        return complain(str(mistake), WRONG)
    except KeyboardInterrupt:
        return complain("Interrupted before the first game.", INTERRUPTED)
    with closing(store):
        try:
            return work_with(store, arguments)
        except BrokenPipeError:  # whoever read our output has had enough, as `head` has
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return FAILED
        except KeyboardInterrupt:
            return complain(how_to_go_on(store), INTERRUPTED)
        except (MatchError, OSError) as fault:
            return complain(str(fault), FAILED)


def work_with(store: Store, arguments: argparse.Namespace) -> int:
    """Report, export or play."""
    if arguments.export:
        return export(store, arguments.pgn)
    if arguments.report:
        report(store)
        return DONE
    return play(store, arguments)


def prepared(arguments: argparse.Namespace, words: list[str]) -> Store:
    """Open the database that the command line names, or begin a match in it."""
    path = arguments.database
    if arguments.report or arguments.export:
        return Store.open(path)
    if arguments.pgn and not arguments.pgn.parent.is_dir():
        raise MatchError(f"There is no folder {arguments.pgn.parent} for {arguments.pgn.name}.")
    if arguments.resume:
        store = Store.open(path)
        try:
            check_resumed(arguments, store.plan, path)
            if store.missing():
                with_checked_sides(store.plan.settings, False, warn)
        except BaseException:
            store.close()
            raise
        return store
    if path.is_file() and path.stat().st_size:
        raise MatchError(begun_already(path))
    return Store.create(path, plan_of(arguments, words, warn))


def begun_already(path: Path) -> str:
    """Say what is in the database of a match that was to be begun."""
    store = Store.open(path)
    played, planned = len(store.played()), len(store.plan.tasks)
    store.close()
    return (
        f"{path} holds a match already, {played} of {planned} games played. Add --resume to go "
        "on, --report to see it, or name another file with --database."
    )


def play(store: Store, arguments: argparse.Namespace) -> int:
    """Play what is missing, and show the result."""
    settings = store.plan.settings
    if arguments.concurrency:
        settings = replace(settings, concurrency=arguments.concurrency)
    pool: Pool
    if arguments.scheduler:
        pool = DaskPool(settings, arguments.scheduler)
    else:
        pool = LocalPool(settings)
    with display_of(store.plan) as display:
        ending = Run(store, pool, display.watch).play()
    report(store)
    if arguments.pgn:
        export(store, arguments.pgn)
    if ending is Ending.INTERRUPTED:
        return complain(how_to_go_on(store), INTERRUPTED)
    return DONE


def how_to_go_on(store: Store) -> str:
    """Say what is stored and how the rest is played."""
    return (
        f"Interrupted; {len(store.played())} of {len(store.plan.tasks)} games are stored. "
        f"To go on: sesame match --resume --database {store.path}"
    )


def report(store: Store) -> None:
    """Show what the database holds."""
    sides = (side.name for side in store.plan.settings.sides)
    show(sections(store.plan, Tally(sides, store.games())))


def export(store: Store, path: Path | None) -> int:
    """Write the games of the database."""
    with path.open("w", encoding="utf-8") if path else nullcontext(sys.stdout) as output:
        number = write_games(store.games(), store.plan.settings, output)
    if path:
        print(f"{number} games written to {path}.", file=sys.stderr)
    return DONE


def warn(sentence: str) -> None:
    """Tell the user of something that is left out."""
    print(f"sesame match: {sentence}", file=sys.stderr)


def complain(sentence: str, status: int) -> int:
    """Tell the user what went wrong and return the exit status."""
    warn(sentence)
    return status
