"""`sesame selfplay`: play games of Sesame against itself and store their quiet positions."""

import argparse
import hashlib
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from engine.evaluation.tapered.weights import WEIGHTS_FILE
from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    LARGEST_NUMBER,
    USAGE_ERROR,
    CommandParser,
    report_error,
    whole,
)
from engine.lab.common.compiling import compile_core
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.own_engine import own_options
from engine.lab.common.progress import progress_of
from engine.lab.common.sources import HASH_DIGITS, sesame_source
from engine.lab.selfplay.archive import Archive
from engine.lab.selfplay.recipe import SelfplayError, SelfplayRecipe
from engine.lab.selfplay.run import playing
from engine.process.version import NAME, version

fail = partial(report_error, "sesame selfplay")
GAMES_BETWEEN_NEWS = 100

DESCRIPTION = """\
Play games of Sesame against itself and store their quiet positions, 32 bytes each, for
`sesame tune`. The same arguments and engine make the same file, with any number of processes.
Repeat the command to resume a run that was interrupted or killed; a larger number of games
extends the file."""


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = CommandParser(
        prog="sesame selfplay",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="archive to which games are appended",
    )
    default = SelfplayRecipe()
    rows = (
        ("games", 1, 1000, "total number of games in the file"),
        ("nodes", 1, default.nodes, "nodes per move"),
        ("plies", 0, default.plies, "random plies at the beginning, or one more"),
        (
            "balance",
            0,
            default.balance,
            "largest distance of a beginning's score from 0, in centipawns",
        ),
        ("first-ply", 0, default.first_ply, "plies before the first position that is stored"),
        ("limit", 0, default.limit, "largest score of a position that is stored, in centipawns"),
        ("concurrency", 1, 1, "games played at the same time"),
    )
    parser.add_numbers(rows)
    parser.add_argument(
        "--seed",
        type=whole(-LARGEST_NUMBER),
        default=default.seed,
        metavar="N",
        help="seed of the random numbers",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the engine; repeat it for every option",
    )
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Run `sesame selfplay`.

    Parameters
    ----------
    words
        The arguments after `sesame selfplay`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
        recipe = recipe_of(arguments)
        archive = Archive(arguments.output, head_of(recipe))
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    except OSError as failure:
        return fail(f"{arguments.output} cannot be used: {failure.strerror}.", FAILED)
    if archive.cut:
        fail(f"An incomplete game of {archive.cut} bytes was removed.", FAILED)
    try:
        compile_core(recipe.options)
        play(recipe, archive, arguments.games, arguments.concurrency)
    except KeyboardInterrupt:
        return fail(
            f"Interrupted; {contents_text(archive)}. Repeat the command to continue.", INTERRUPTED
        )
    except (BrokenProcessPool, SelfplayError, OSError) as fault:
        return fail(f"{reason_of(fault)}; {contents_text(archive)}.", FAILED)
    print(contents_text(archive))
    return DONE


def reason_of(fault: Exception) -> str:
    """Say why the games stopped."""
    if isinstance(fault, BrokenProcessPool):
        return "A process died; repeat the command to continue"
    if isinstance(fault, OSError):
        return f"A game could not be written: {fault.strerror}"
    return str(fault)


def recipe_of(arguments: argparse.Namespace) -> SelfplayRecipe:
    """Return the recipe of the games."""
    return SelfplayRecipe(
        nodes=arguments.nodes,
        plies=arguments.plies,
        seed=arguments.seed,
        balance=arguments.balance,
        first_ply=arguments.first_ply,
        limit=arguments.limit,
        options=own_options(arguments.option),
    )


def head_of(recipe: SelfplayRecipe) -> dict[str, Any]:
    """Describe how the games are played, and by which engine."""
    facts = asdict(recipe) | {"options": [list(option) for option in recipe.options]}
    weights = hashlib.sha256(WEIGHTS_FILE.read_bytes()).hexdigest()[:HASH_DIGITS]
    return {
        "command": command_of(recipe),
        **facts,
        "engine": f"{NAME} {version()}",
        "source": sesame_source(),
        "weights": weights,
    }


def command_of(recipe: SelfplayRecipe) -> str:
    """Write the command that plays these games, without their number and the file."""
    words = [
        f"--{name.replace('_', '-')} {value}"
        for name, value in asdict(recipe).items()
        if name != "options"
    ]
    words += [f'--option "{name}={value}"' for name, value in recipe.options]
    return " ".join(["sesame selfplay", *words])


def play(recipe: SelfplayRecipe, archive: Archive, games: int, processes: int) -> None:
    """Add games to the archive until it has the requested number."""
    if archive.games >= games:
        return
    with (
        playing(recipe, archive.games + 1, games, processes) as finished,
        progress_of(
            "games",
            games,
            lambda: archive.games,
            lambda: contents_text(archive),
            GAMES_BETWEEN_NEWS,
        ) as report,
    ):
        for played in finished:
            archive.add(played)
            report()


def contents_text(archive: Archive) -> str:
    """Summarise an archive."""
    black, drawn, white = archive.results
    return (
        f"{archive.games} games in {archive.path}: {archive.positions} positions, "
        f"{archive.repeated} duplicates skipped; {white} won by White, {black} by Black, "
        f"{drawn} drawn"
    )
