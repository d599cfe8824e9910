"""`sesame selfplay`: play games of Sesame against itself and keep their quiet positions."""

import argparse
import hashlib
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from engine.evaluation.tapered_weights import WEIGHTS_FILE
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
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.own_engine import own_options
from engine.lab.common.progress import news_of
from engine.lab.common.sources import HASH_DIGITS, sesame_source
from engine.lab.selfplay.archive import Archive
from engine.lab.selfplay.recipe import SelfplayError, SelfplayRecipe
from engine.lab.selfplay.run import playing
from engine.version import NAME, version

complain = partial(report_error, "sesame selfplay")
GAMES_BETWEEN_NEWS = 100

DESCRIPTION = """\
Play games of Sesame against itself and keep their quiet positions, 32 bytes each, for
`sesame tune`. The same words and the same engine make the same file, whatever the number of
processes; a run that was interrupted or killed is taken up by saying the same again, and a
larger number of games makes the file longer."""


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Read the words of the command line."""
    parser = CommandParser(
        prog="sesame selfplay",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="grows by games")
    default = SelfplayRecipe()
    rows = (
        ("games", 1, 1000, "games that the file shall have"),
        ("nodes", 1, default.nodes, "nodes searched for every move"),
        ("plies", 0, default.plies, "random half-moves at the beginning, or one more"),
        ("balance", 0, default.balance, "centipawns that a beginning may be away from 0"),
        ("first-ply", 0, default.first_ply, "half-moves before the first position that is kept"),
        ("limit", 0, default.limit, "centipawns; beyond it a position is not kept"),
        ("concurrency", 1, 1, "games played at the same time"),
    )
    parser.add_numbers(rows)
    parser.add_argument(
        "--seed",
        type=whole(-LARGEST_NUMBER),
        default=default.seed,
        metavar="N",
        help="of the random numbers",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="of the engine"
    )
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Play the games that the command line asks for.

    Parameters
    ----------
    words
        What follows `sesame selfplay`.

    Returns
    -------
    int
        0 done; 1 stopped by a fault; 2 asked wrongly; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
        recipe = recipe_of(arguments)
        archive = Archive(arguments.output, head_of(recipe))
    except LaboratoryError as mistake:
        return complain(str(mistake), USAGE_ERROR)
    except OSError as failure:
        return complain(f"{arguments.output} cannot be used: {failure.strerror}", FAILED)
    if archive.cut:
        complain(f"an unfinished game of {archive.cut} bytes was cut off", FAILED)
    try:
        play(recipe, archive, arguments.games, arguments.concurrency)
    except KeyboardInterrupt:
        return complain(f"interrupted; {told(archive)}. The same words go on", INTERRUPTED)
    except (BrokenProcessPool, SelfplayError, OSError) as fault:
        return complain(f"{sentence_on(fault)}; {told(archive)}", FAILED)
    print(told(archive))
    return DONE


def sentence_on(fault: Exception) -> str:
    """Say what stopped the games."""
    if isinstance(fault, BrokenProcessPool):
        return "a playing process died, and the same words go on"
    if isinstance(fault, OSError):
        return f"a game could not be written: {fault.strerror}"
    return str(fault)


def recipe_of(arguments: argparse.Namespace) -> SelfplayRecipe:
    """Take from the arguments what decides the games."""
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
    """Write down how the games are played and by which engine."""
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
    """Write the command that plays these games, but for their number and the file."""
    words = [
        f"--{name.replace('_', '-')} {value}"
        for name, value in asdict(recipe).items()
        if name != "options"
    ]
    words += [f'--option "{name}={value}"' for name, value in recipe.options]
    return " ".join(["sesame selfplay", *words])


def play(recipe: SelfplayRecipe, archive: Archive, games: int, processes: int) -> None:
    """Add games to the archive until it has as many."""
    if archive.games >= games:
        return
    with (
        playing(recipe, archive.games + 1, games, processes) as finished,
        news_of(
            "games", games, lambda: archive.games, lambda: told(archive), GAMES_BETWEEN_NEWS
        ) as report,
    ):
        for played in finished:
            archive.add(played)
            report()


def told(archive: Archive) -> str:
    """Say what stands in an archive."""
    black, drawn, white = archive.results
    return (
        f"{archive.games} games in {archive.path}: {archive.positions} positions, "
        f"{archive.repeated} repeated ones left out; White won {white}, Black {black}, "
        f"drawn {drawn}"
    )
