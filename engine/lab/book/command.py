"""`sesame book`: make an opening book of games that were played."""

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

complain = partial(report_error, "sesame book")
ENTRY_BYTES = 16
HIGHEST_PERCENT = 100


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Read the words of the command line."""
    parser = CommandParser(
        prog="sesame book",
        description="Make an opening book in the format of PolyGlot. A move weighs what its player "
        "made of the games in which it was played: two for a win, one for a draw.",
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
        help="count this player's moves only; may be repeated",
    )
    parser.add_argument(
        "--with-openings",
        action="store_true",
        help="count also the moves that a match gave its players",
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
        parser.error("name games or books to make a book of")
    return arguments


def add_numbers(parser: argparse.ArgumentParser) -> None:
    """Declare the limits of what goes into a book."""
    recipe = BookRecipe()
    numbers = (
        ("plies", recipe.plies, 1, 1000, "half-moves of a game that count"),
        ("games", recipe.games, 1, 1_000_000, "games that a move needs"),
        ("percent", recipe.percent, 0, HIGHEST_PERCENT, "of the points that a move must bring"),
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
    """Make the book that the command line asks for.

    Parameters
    ----------
    words
        What follows `sesame book`.

    Returns
    -------
    int
        0 done; 1 not done; 2 asked wrongly; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
    except LaboratoryError as mistake:
        return complain(str(mistake), USAGE_ERROR)
    try:
        return make(arguments)
    except KeyboardInterrupt:
        return complain("interrupted; nothing was written", INTERRUPTED)
    except (LaboratoryError, OSError) as failure:
        return complain(f"{failure} Nothing was written.", FAILED)


def make(arguments: argparse.Namespace) -> int:
    """Count, merge and write; returns the exit status."""
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
        complain(f"{number} games skipped: {reason}", FAILED)
    merged = sum(add_book(weights, path) for path in arguments.merge)
    content = content_of(weights)
    if not content:
        return complain(f"none of {counting.games} games gave a move; nothing was written", FAILED)
    write_bytes(arguments.output, content)
    also = f" and {merged} entries of other books" if merged else ""
    answered = sum(any(moves.values()) for moves in weights.values())
    print(
        f"{len(content) // ENTRY_BYTES} moves in {answered} positions written to "
        f"{arguments.output}, from {counting.games} games{also}"
    )
    return DONE
