"""`sesame tree`: browse a logged search tree in the terminal, or write it as a page."""

import argparse
import sys
from functools import partial
from pathlib import Path

from rich.console import Console

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    USAGE_ERROR,
    CommandParser,
    prepare_output,
    report_error,
    status_of,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write
from engine.lab.tree.commands import SUMMARIES, Commands
from engine.lab.tree.reading import TreeFile

fail = partial(report_error, "sesame tree")
NODES_OF_A_PAGE = 200_000


def main(words: list[str]) -> int:
    """Run `sesame tree`.

    Parameters
    ----------
    words
        The arguments after `sesame tree`.

    Returns
    -------
    int
        0 done; 1 the file cannot be read, or a command failed; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    return status_of(lambda: run(arguments), fail)


def run(arguments: argparse.Namespace) -> int:
    """Write the page, or browse."""
    tree = TreeFile(arguments.file)
    if arguments.html:
        return write_page(tree, arguments)
    return browse(tree, arguments.command)


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line.

    Raises
    ------
    LaboratoryError
        For the first usage error.
    """
    parser = CommandParser(
        prog="sesame tree",
        description="Browse a search tree that the option Tree Log has written.",
        epilog="commands: " + "; ".join(f"{name}: {what}" for name, what in SUMMARIES.items()),
    )
    parser.add_argument("file", type=Path, help="a file of Tree Log, such as trees-001-09.tree")
    parser.add_argument(
        "command",
        nargs="*",
        help='commands, each as one argument, such as "cd e4/e5" ls; without any they are read '
        "from the terminal or from standard input",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page that opens anywhere"
    )
    rows = (
        ("nodes", 1, NODES_OF_A_PAGE, "nodes of the page; of a larger tree the largest subtrees"),
    )
    parser.add_numbers(rows)
    arguments = parser.read(words)
    if arguments.html:
        reason = reason_not_to_write(arguments.html)
        if reason:
            raise LaboratoryError(reason)
        if arguments.command:
            raise LaboratoryError("Commands are for the terminal; --html takes none.")
    return arguments


def write_page(tree: TreeFile, arguments: argparse.Namespace) -> int:
    """Write the page, and say how much of the tree is on it."""
    # The terminal needs neither Jinja nor the drawings.
    from engine.lab.page.tree import write_tree_page
    from engine.lab.tree.page import page_of

    page = page_of(tree, arguments.nodes)
    write_tree_page(page, arguments.html)
    shown, total = len(page.tree.sizes), len(tree.nodes)
    part = "" if shown == total else f" of {total:,}, the largest subtrees"
    print(f"{arguments.html}: {shown:,} nodes{part}.")
    return DONE


def browse(tree: TreeFile, given: list[str]) -> int:
    """Run commands: those given, or those that are read."""
    commands = Commands(tree, Console(highlight=False))
    if not given and sys.stdin is not None and sys.stdin.isatty():
        return converse(commands)
    status = DONE
    for line in given or sys.stdin or ():
        try:
            if not commands.obey(line):
                break
        except LaboratoryError as mistake:
            status = fail(str(mistake), FAILED)
    return status


def converse(commands: Commands) -> int:
    """Read commands from the terminal until the end of the input."""
    try:
        import readline  # noqa: F401, lines can be edited and called back
    except ImportError:
        pass  # not on every system
    while True:
        try:
            if not commands.obey(input(commands.prompt)):
                return DONE
        except EOFError:
            print()
            return DONE
        except LaboratoryError as mistake:
            print(mistake)
