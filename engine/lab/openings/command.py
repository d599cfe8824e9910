"""`sesame openings`: make a file of balanced openings."""

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.lab.openings.generate import ACCEPTED, Generation, Recipe
from engine.lab.openings.judge import judging
from engine.lab.openings.write import engine_told, epd_lines, fates_told, head, write_whole

DONE, FAILED, INTERRUPTED = 0, 1, 130
LINES_BETWEEN_NEWS = 200
"""Openings from one line of news to the next, where there is no terminal for a bar."""


def number_from(least: int) -> Callable[[str], int]:
    """Make a reader of whole numbers that refuses small ones."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text}' is no whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        return number

    return read


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Read the words of the command line; wrong ones end the program with a sentence."""
    parser = argparse.ArgumentParser(
        prog="sesame openings",
        description="Make openings: random legal moves from the start position, kept when our "
        "own search finds them even. The same words and the same engine make the same file.",
    )
    default = Recipe(count=2000)
    rows = (
        ("count", 1, "openings wanted"),
        ("plies", 1, "half-moves of each"),
        ("nodes", 1, "nodes searched to judge one"),
        ("limit", 0, "centipawns that the score may be away from 0"),
    )
    for name, least, meaning in rows:
        parser.add_argument(
            f"--{name}",
            type=number_from(least),
            default=getattr(default, name),
            metavar="N",
            help=f"{meaning} (default: %(default)s)",
        )
    parser.add_argument(
        "--seed", type=int, default=default.seed, metavar="N", help="of the random numbers"
    )
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="EPD file")
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    parser.add_argument(
        "--processes", type=number_from(1), default=1, metavar="N", help="searching at a time"
    )
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Make the file that the command line asks for.

    Parameters
    ----------
    words
        What follows `sesame openings`.

    Returns
    -------
    int
        0 done; 1 not done, or with fewer openings than wanted; 130 interrupted.
    """
    arguments = arguments_of(words)
    refusal = reason_not_to_write(arguments.output, arguments.overwrite)
    if refusal:
        return complain(refusal, FAILED)
    recipe = Recipe(
        arguments.count, arguments.plies, arguments.nodes, arguments.limit, arguments.seed
    )
    try:
        return make(recipe, arguments.output, arguments.processes)
    except KeyboardInterrupt:
        return complain("interrupted; nothing was written", INTERRUPTED)
    except BrokenProcessPool:
        return complain("a searching process died; nothing was written", FAILED)
    except OSError as failure:
        return complain(f"cannot write {arguments.output}: {failure.strerror}", FAILED)


def make(recipe: Recipe, output: Path, processes: int) -> int:
    """Generate openings and write them; returns the exit status."""
    generation = Generation(recipe)
    engine = engine_told()  # before the work begins: sources may be edited meanwhile
    with (
        judging(recipe.nodes, processes) as judge_all,
        news_of(generation, recipe.count) as report,
    ):
        lines = generation.run(judge_all, report)
    told = fates_told(generation)
    if not lines:
        return complain(f"no opening found, {told}; nothing was written", FAILED)
    write_whole(output, chain(head(recipe, output, engine, generation), epd_lines(lines)))
    print(f"{len(lines)} openings written to {output}; {told}")
    if len(lines) < recipe.count:
        return complain(f"{recipe.count} were wanted, there are no more", FAILED)
    return DONE


def reason_not_to_write(output: Path, overwrite: bool) -> str:
    """Say why the output cannot be written, before hours are spent on it; empty if it can."""
    if output.is_dir():
        return f"{output} is a folder"
    if output.exists() and not overwrite:
        return f"{output} exists; --overwrite replaces it"
    if not output.parent.is_dir():
        return f"there is no folder {output.parent}"
    return ""


def complain(sentence: str, status: int) -> int:
    """Tell the user what went wrong and return the exit status."""
    print(f"sesame openings: {sentence}", file=sys.stderr)
    return status


@contextmanager
def news_of(generation: Generation, count: int) -> Iterator[Callable[[str], None]]:
    """Show how far it is: a bar on a terminal, now and then a line elsewhere."""

    def tell(fate: str) -> None:
        accepted = generation.fates[ACCEPTED]
        if fate == ACCEPTED and accepted % LINES_BETWEEN_NEWS == 0:
            print(f"{accepted} of {count} openings", file=sys.stderr, flush=True)

    console = Console(stderr=True)
    if not console.is_terminal:
        yield tell
        return
    columns = (TextColumn("openings"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("openings", total=count)
        yield lambda fate: progress.update(bar, completed=generation.fates[ACCEPTED])
