"""`sesame script`: execute a script in the command language of AliBaba+ (Lazar 1995)."""

import argparse
import sys
from functools import partial
from pathlib import Path

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    CommandParser,
    prepare_output,
    report_error,
)
from engine.lab.common.compiling import compile_core
from engine.lab.common.errors import LaboratoryError
from engine.lab.script.folder import Folder
from engine.lab.script.reading import Reader, Statement
from engine.lab.script.running import run
from engine.lab.script.state import State
from engine.process.texts import reason, sentence

fail = partial(report_error, "sesame script")


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line.

    Raises
    ------
    LaboratoryError
        For the first usage error.
    """
    parser = CommandParser(
        prog="sesame script",
        description="Execute a script in the command language of AliBaba+ (Lazar 1995), with the "
        "search AliBaba and one thread; docs/scripts.md describes it. The whole script is read "
        "before anything is executed.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the script")
    parser.add_argument(
        "--outside",
        action="store_true",
        help="let it read and write files outside its own folder",
    )
    parser.add_argument("--check", action="store_true", help="read it only, and report a mistake")
    return parser.read(words)


def main(words: list[str]) -> int:
    """Run `sesame script`.

    Parameters
    ----------
    words
        The arguments after `sesame script`.

    Returns
    -------
    int
        0 success; 1 a command failed; 2 usage error or a mistake in the script, nothing was
        executed; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
        folder = Folder(folder_of(arguments.file), arguments.outside)
        script = Reader(folder).read(arguments.file, str(arguments.file))
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    if arguments.check:
        print(f"{arguments.file}: no mistake found")
        return DONE
    return execute(script, folder)


def folder_of(file: Path) -> Path:
    """Return the folder of the script; raises LaboratoryError if no system has such a name."""
    try:
        return file.resolve().parent
    except (OSError, RuntimeError, ValueError) as failure:  # such as links in a circle
        raise LaboratoryError(f"Cannot read the script: {sentence(reason(failure))}") from None


def execute(script: tuple[Statement, ...], folder: Folder) -> int:
    """Execute a script that was read; returns the exit status."""
    try:
        compile_core((("Search", "AliBaba"),))
        run(script, State(folder, partial(print, flush=True), answer))
    except LaboratoryError as mistake:
        return fail(str(mistake), FAILED)
    except KeyboardInterrupt:
        return fail("Interrupted; files that were saved before are complete.", INTERRUPTED)
    except BrokenPipeError:
        sys.stdout = None  # nobody reads it any more
        return FAILED
    return DONE


def answer(question: str) -> str:
    """Ask on the terminal; the empty string at the end of the input."""
    try:
        return input(question) or "n"
    except EOFError:
        return ""
