"""The command lines of the laboratory: one sentence for a usage error, numbers, output files."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write
from engine.process.texts import quoted, system_reason

DONE, FAILED, USAGE_ERROR, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses of a command."""
LARGEST_NUMBER = 999_999_999_999
"""Beyond any use of a whole number here, and within 64 bits, as databases and clocks want it."""


class CommandParser(argparse.ArgumentParser):
    """A parser that raises an error instead of ending the program."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self._replaces = True

    def add_numbers(self, rows: Iterable[tuple[str, int, int, str]]) -> None:
        """Add options that take whole numbers: name, least value, default and meaning of each."""
        for name, least, default, meaning in rows:
            self.add_argument(
                f"--{name}",
                type=whole(least),
                default=default,
                metavar="N",
                help=f"{meaning} (default: %(default)s)",
            )

    def add_output(self, meaning: str, required: bool = True, replaces: bool = True) -> None:
        """Add --output, a file that must be possible to write before the work begins.

        Parameters
        ----------
        meaning
            For the help.
        required
            Whether it must be given.
        replaces
            Whether a file that exists is replaced; otherwise only with --overwrite.
        """
        self.add_argument("--output", type=Path, required=required, metavar="FILE", help=meaning)
        self._replaces = replaces
        if not replaces:
            self.add_argument("--overwrite", action="store_true", help="replace an existing file")

    def read(self, words: list[str]) -> argparse.Namespace:
        """Parse a command line.

        Raises
        ------
        LaboratoryError
            For the first usage error, or if the output could not be written.
        """
        arguments = self.parse_args(words)
        if getattr(arguments, "output", None):
            overwrite = self._replaces or arguments.overwrite
            reason = reason_not_to_write(arguments.output, overwrite)
            if reason:
                raise LaboratoryError(reason)
        return arguments

    def error(self, message: str) -> NoReturn:
        """Raise a usage error."""
        raise LaboratoryError(f"{message[:1].upper()}{message[1:]} (see {self.prog} --help).")


def whole(least: int, most: int = LARGEST_NUMBER) -> Callable[[str], int]:
    """Make a type of argument: a whole number from `least` to `most`, both included."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        if number > most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is more than {most}")
        return number

    return read


def report_error(program: str, sentence: str, status: int) -> int:
    """Print an error or a warning and return the exit status."""
    print(f"{program}: {sentence}", file=sys.stderr)
    return status


def status_of(
    work: Callable[[], int],
    fail: Callable[[str, int], int],
    interrupted: str = "Interrupted.",
    failures: tuple[type[Exception], ...] = (LaboratoryError,),
) -> int:
    """Run a command and return its exit status; what stops it is reported in a sentence.

    Parameters
    ----------
    work
        Returns the status where nothing stops it.
    fail
        Reports a sentence and returns a status.
    interrupted
        What to say after Ctrl-C.
    failures
        Whose messages are sentences for the user.
    """
    try:
        return work()
    except failures as failure:
        return fail(str(failure), FAILED)
    except KeyboardInterrupt:
        return fail(interrupted, INTERRUPTED)
    except BrokenPipeError:
        raise
    except OSError as failure:
        what = failure.filename or "The output"
        return fail(f"{what} could not be written: {system_reason(failure)}.", FAILED)


def prepare_output() -> None:
    """Replace characters that the terminal cannot show, and a standard output that is missing."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def scheduler_address(text: str) -> str:
    """Read the address of a Dask scheduler, for argparse: an empty one would mean this machine."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the address of a scheduler is empty")
    return text.strip()
