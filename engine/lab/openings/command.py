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
from engine.lab.common.compiling import compile_core
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import write_lines
from engine.lab.common.own_engine import own_options
from engine.lab.common.progress import progress_of
from engine.lab.openings.generate import ACCEPTED, Generation, OpeningsRecipe
from engine.lab.openings.judge import judging
from engine.lab.openings.write import engine_text, epd_lines, fates_text, head

fail = partial(report_error, "sesame openings")
OPENINGS_BETWEEN_NEWS = 200


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line.

    Raises
    ------
    LaboratoryError
        For the first usage error.
    """
    parser = CommandParser(
        prog="sesame openings",
        description="Make openings: random legal moves from the start position, accepted if our "
        "search finds them balanced. The same arguments and engine make the same file.",
    )
    default = OpeningsRecipe(count=2000)
    rows = (
        ("count", 1, default.count, "number of openings"),
        ("plies", 1, default.plies, "plies of an opening"),
        ("nodes", 1, default.nodes, "nodes searched to evaluate one"),
        ("limit", 0, default.limit, "largest distance of the score from 0, in centipawns"),
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
        metavar="TEXT",
        help='"OPTION=VALUE" of the engine that evaluates; repeat it for every option',
    )
    parser.add_output("EPD file", replaces=False)
    parser.add_argument(
        "--concurrency", type=whole(1), default=1, metavar="N", help="number of searching processes"
    )
    return parser.read(words)


def main(words: list[str]) -> int:
    """Run `sesame openings`.

    Parameters
    ----------
    words
        The arguments after `sesame openings`.

    Returns
    -------
    int
        0 success; 1 error, or fewer openings than requested; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
        options = own_options(arguments.option)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    numbers = (arguments.count, arguments.plies, arguments.nodes, arguments.limit)
    recipe = OpeningsRecipe(*numbers, arguments.seed, options)
    try:
        return make(recipe, arguments.output, arguments.concurrency)
    except KeyboardInterrupt:
        return fail("Interrupted; nothing was written.", INTERRUPTED)
    except BrokenProcessPool:
        return fail("A searching process died; nothing was written.", FAILED)
    except OSError as failure:
        return fail(f"{arguments.output} could not be written: {failure.strerror}.", FAILED)


def make(recipe: OpeningsRecipe, output: Path, processes: int) -> int:
    """Generate openings and write them; returns the exit status."""
    compile_core(recipe.options)
    generation = Generation(recipe)

    def accepted() -> int:
        return generation.fates[ACCEPTED]

    def line() -> str:
        return f"{accepted()} of {recipe.count} openings"

    engine = engine_text()  # before the work begins, since sources may be edited meanwhile
    with (
        judging(recipe.nodes, min(processes, recipe.count), recipe.options) as judge_all,
        progress_of("openings", recipe.count, accepted, line, OPENINGS_BETWEEN_NEWS) as report,
    ):
        lines = generation.run(judge_all, lambda fate: report() if fate == ACCEPTED else None)
    fates = fates_text(generation)
    if not lines:
        return fail(f"No opening was found, {fates}; nothing was written.", FAILED)
    write_lines(output, chain(head(recipe, output, engine, generation), epd_lines(lines)))
    print(f"{len(lines)} openings written to {output}; {fates}")
    if len(lines) < recipe.count:
        return fail(f"{recipe.count} were requested; there are no more.", FAILED)
    return DONE
