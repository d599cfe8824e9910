"""`sesame book`: make an opening book from games."""

import argparse
from collections import Counter
from functools import partial
from pathlib import Path

from engine.lab.book.count import BookRecipe, counted
from engine.lab.book.polyglot import Weights, add_book, content_of
from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    CommandParser,
    report_error,
    whole,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import write_bytes
from engine.lab.games.read import read_games

fail = partial(report_error, "sesame book")
ENTRY_BYTES = 16
HIGHEST_PERCENT = 100


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = CommandParser(
        prog="sesame book",
        description="Make an opening book in PolyGlot format. The weight of a move is two "
        "for a win and one for a draw.",
    )
    parser.add_argument(
        "games", nargs="*", type=Path, metavar="FILE", help="databases of sesame match, or PGN"
    )
    parser.add_output("the book", replaces=False)
    add_numbers(parser)
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME",
        help="only count moves of this player; may be repeated",
    )
    parser.add_argument(
        "--with-openings",
        action="store_true",
        help="also count the moves of the openings of a match",
    )
    parser.add_argument(
        "--merge",
        action="append",
        default=[],
        type=Path,
        metavar="BOOK",
        help="add the weights of another book; may be repeated",
    )
    arguments = parser.read(words)
    if not arguments.games and not arguments.merge:
        parser.error("name games or books")
    return arguments


def add_numbers(parser: argparse.ArgumentParser) -> None:
    """Add the options that select moves."""
    recipe = BookRecipe()
    numbers = (
        ("plies", recipe.plies, 1, 1000, "plies of a game that count"),
        ("games", recipe.games, 1, 1_000_000, "games that a move must have"),
        ("percent", recipe.percent, 0, HIGHEST_PERCENT, "score that a move must have"),
    )
    for name, default, least, most, meaning in numbers:
        parser.add_argument(
            f"--{name}",
            dest=f"least_{name}",
            type=whole(least, most),
            default=default,
            metavar="N",
            help=f"{meaning} (default: %(default)s)",
        )


def main(words: list[str]) -> int:
    """Run `sesame book`.

    Parameters
    ----------
    words
        The arguments after `sesame book`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    try:
        return make(arguments)
    except KeyboardInterrupt:
        return fail("interrupted; nothing was written", INTERRUPTED)
    except (LaboratoryError, OSError) as failure:
        return fail(f"{failure} Nothing was written.", FAILED)


def make(arguments: argparse.Namespace) -> int:
    """Make the book; returns the exit status."""
    recipe = BookRecipe(
        arguments.least_plies,
        arguments.least_games,
        arguments.least_percent,
        frozenset(arguments.player),
        arguments.with_openings,
    )
    skipped: Counter[str] = Counter()
    counting = counted(read_games(arguments.games, skipped), recipe)
    weights: Weights = counting.weights()
    for reason, number in sorted(skipped.items()):
        fail(f"{number} games skipped: {reason}", FAILED)
    merged = sum(add_book(weights, path) for path in arguments.merge)
    content = content_of(weights)
    if not content:
        return fail(f"no move of {counting.games} games was selected; nothing was written", FAILED)
    write_bytes(arguments.output, content)
    also = f" and {merged} entries of other books" if merged else ""
    answered = sum(any(moves.values()) for moves in weights.values())
    print(
        f"{len(content) // ENTRY_BYTES} moves in {answered} positions written to "
        f"{arguments.output}, from {counting.games} games{also}"
    )
    return DONE
