"""Constants and aliases of a script, defined by `#define` (Lazar 1995).

They are replaced before a line is parsed, as a C preprocessor does, so a constant may stand for any
word of a command.
"""

import re
from typing import NamedTuple

from engine.lab.script.parsing import Argument, LineError, is_of_the_language
from engine.process.texts import quoted

PIECES = re.compile(r'\s+|"[^"]*"|[="|]|[^\s"=|]+')
NAME = re.compile(r"[^\W\d]\w*")
COMMENT = "//"
DIRECTIVES = ("#define", "#undef")


class Expanded(NamedTuple):
    """A line whose constants are replaced."""

    text: str
    origins: tuple[int, ...]
    """By character of the text, and for its end: the offset in the line as it was written."""


class Constants:
    """What is defined at some place of a script.

    Attributes
    ----------
    values : dict
        By name.
    """

    def __init__(self) -> None:
        self.values: dict[str, Argument] = {}

    def define(self, name: str, value: Argument, offset: int) -> None:
        """Define a constant or give it another value.

        Raises
        ------
        LineError
            If it cannot be a name, or is a word of the language.
        """
        if not NAME.fullmatch(name):
            raise LineError(
                offset,
                f"A constant is named by letters, digits and _, beginning with a letter, "
                f"not {quoted(name)}.",
            )
        if is_of_the_language(name):
            raise LineError(
                offset, f"{quoted(name)} is a word of the language and keeps its meaning."
            )
        self.values[name] = value

    def remove(self, name: str, offset: int) -> None:
        """Remove a definition; raises LineError if there is none."""
        if name not in self.values:
            raise LineError(offset, f"There is no constant {quoted(name)}.")
        del self.values[name]

    def expand(self, line: str) -> Expanded:
        """Replace constants and remove the comment; texts in quotation marks stay as they are."""
        pieces: list[str] = []
        origins: list[int] = []
        end = len(line)
        for found in PIECES.finditer(line):
            piece = found.group()
            if piece.startswith(COMMENT):
                end = found.start()
                break
            written = self.written(piece)
            pieces.append(written)
            if written == piece:
                origins.extend(range(found.start(), found.end()))
            else:
                origins.extend([found.start()] * len(written))
        return Expanded("".join(pieces), (*origins, end))

    def written(self, piece: str) -> str:
        """Return what stands for a piece of a line."""
        if piece not in self.values:
            return piece
        value = self.values[piece]
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, str):
            # An alias of words of the language; any other text stays one.
            words = value.split()
            is_alias = words and all(map(is_of_the_language, words))
            return " ".join(words) if is_alias else f'"{value}"'
        return str(value)
