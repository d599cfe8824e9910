"""Where in a script something is wrong, and the sentence that says what."""

from typing import NamedTuple

from engine.lab.common.errors import LaboratoryError


class Place(NamedTuple):
    """A place in a script; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """Write it as compilers do."""
        return f"{self.file}:{self.line}:{self.column}"


class ScriptError(LaboratoryError):
    """A mistake in a script, or a command that failed; the message begins with its place.

    Parameters
    ----------
    place : Place
    sentence : str
    """

    def __init__(self, place: Place, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}")
        self.place, self.sentence = place, sentence
