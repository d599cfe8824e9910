"""`sesame openings`: make a file of balanced openings."""

import argparse
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain
from pathlib import Path

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    LARGEST_NUMBER,
    USAGE_ERROR,
    CommandParser,
    prepare_output,
    report_error,
    whole,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import write_lines
from engine.lab.common.own_engine import own_options
from engine.lab.common.progress import news_of
from engine.lab.openings.generate import ACCEPTED, Generation, OpeningsRecipe
from engine.lab.openings.judge import judging
from engine.lab.openings.write import engine_told, epd_lines, fates_told, head

complain = partial(report_error, "sesame openings")
OPENINGS_BETWEEN_NEWS = 200


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Read the words of the command line.

    Raises
    ------
    LaboratoryError
        With a sentence about a wrong one.
    """
    parser = CommandParser(
        prog="sesame openings",
        description="Make openings: random legal moves from the start position, kept when our "
        "own search finds them even. The same words and the same engine make the same file.",
    )
    default = OpeningsRecipe(count=2000)
    rows = (
        ("count", 1, default.count, "openings wanted"),
        ("plies", 1, default.plies, "half-moves of each"),
        ("nodes", 1, default.nodes, "nodes searched to judge one"),
        ("limit", 0, default.limit, "centipawns that the score may be away from 0"),
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
        "--option",
        action="append",
        default=[],
        metavar="TEXT",
        help='"OPTION=VALUE" of the engine that judges; give it once for every option',
    )
    parser.add_output("EPD file", replaces=False)
    parser.add_argument(
        "--concurrency", type=whole(1), default=1, metavar="N", help="processes that search"
    )
    return parser.read(words)


def main(words: list[str]) -> int:
    """Make the file that the command line asks for.

    Parameters
    ----------
    words
        What follows `sesame openings`.

    Returns
    -------
    int
        0 done; 1 not done, or with fewer openings than wanted; 2 asked wrongly; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
        options = own_options(arguments.option)
    except LaboratoryError as mistake:
        return complain(str(mistake), USAGE_ERROR)
    numbers = (arguments.count, arguments.plies, arguments.nodes, arguments.limit)
    recipe = OpeningsRecipe(*numbers, arguments.seed, options)
    try:
        return make(recipe, arguments.output, arguments.concurrency)
    except KeyboardInterrupt:
        return complain("Interrupted; nothing was written.", INTERRUPTED)
    except BrokenProcessPool:
        return complain("A searching process died; nothing was written.", FAILED)
    except OSError as failure:
        return complain(f"{arguments.output} cannot be written: {failure.strerror}.", FAILED)


def make(recipe: OpeningsRecipe, output: Path, processes: int) -> int:
    """Generate openings and write them; returns the exit status."""
    generation = Generation(recipe)

    def accepted() -> int:
        return generation.fates[ACCEPTED]

    def told() -> str:
        return f"{accepted()} of {recipe.count} openings"

    engine = engine_told()  # before the work begins: sources may be edited meanwhile
    with (
        judging(recipe.nodes, min(processes, recipe.count), recipe.options) as judge_all,
        news_of("openings", recipe.count, accepted, told, OPENINGS_BETWEEN_NEWS) as report,
    ):
        lines = generation.run(judge_all, lambda fate: report() if fate == ACCEPTED else None)
    fates = fates_told(generation)
    if not lines:
        return complain(f"No opening found, {fates}; nothing was written.", FAILED)
    write_lines(output, chain(head(recipe, output, engine, generation), epd_lines(lines)))
    print(f"{len(lines)} openings written to {output}; {fates}")
    if len(lines) < recipe.count:
        return complain(f"{recipe.count} were wanted; there are no more.", FAILED)
    return DONE
