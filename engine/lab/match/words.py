"""Words on the command line: one sentence for a mistake, whole numbers, an output for the answer.

Used by `sesame match` and `sesame openings`.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from engine.lab.match.records import MatchError
from engine.texts import quoted

MOST = 999_999_999_999
"""Beyond any use of a whole number here, and within 64 bits, as databases and clocks want it."""


class Words(argparse.ArgumentParser):
    """A parser that raises its sentence instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        """Raise the sentence."""
        raise MatchError(f"{message[:1].upper()}{message[1:]} (see {self.prog} --help).")


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


def ready_output() -> None:
    """Let no letter that a terminal does not know end a match, nor an output that is not there."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
