"""Words on the command line: one sentence for a mistake, whole numbers, an output for the answer.

Used by all commands of the laboratory.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from engine.lab.match.records import MatchError
from engine.process.texts import quoted

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses of a command."""
MOST = 999_999_999_999
"""Beyond any use of a whole number here, and within 64 bits, as databases and clocks want it."""


class Words(argparse.ArgumentParser):
    """A parser that raises its sentence instead of ending the program.

    Parameters
    ----------
    mistake
        The kind of exception that is raised; its message is the sentence.
    settings
        As of `argparse.ArgumentParser`.
    """

    def __init__(self, mistake: type[Exception] = MatchError, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self._mistake = mistake

    def add_numbers(self, rows: Iterable[tuple[str, int, int, str]]) -> None:
        """Add options that take whole numbers: name, least value, default and meaning of each."""
        for name, least, usual, meaning in rows:
            self.add_argument(
                f"--{name}",
                type=whole(least),
                default=usual,
                metavar="N",
                help=f"{meaning} (default: %(default)s)",
            )

    def error(self, message: str) -> NoReturn:
        """Raise the sentence."""
        raise self._mistake(f"{message[:1].upper()}{message[1:]} (see {self.prog} --help).")


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """Make a reader of whole numbers that refuses smaller and larger ones.

    Parameters
    ----------
    least, most
        The range; both ends belong to it.
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is no whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        if number > most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is more than {most}")
        return number

    return read


def complain_of(program: str, sentence: str, status: int) -> int:
    """Tell the user what went wrong and return the exit status."""
    print(f"{program}: {sentence}", file=sys.stderr)
    return status


def ready_output() -> None:
    """Let no letter that a terminal does not know end a match, nor an output that is not there."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
