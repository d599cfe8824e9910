"""Reading a script and all scripts that it runs, before anything is executed.

The language has no conditions, so all that can be wrong with the words of a script is found here:
an experiment of hours does not end at a misspelt command. For the same reason a script that runs
itself, at whatever remove, would never end, and is refused.
Source: Lazar 1995, scripts and the command RUN.
"""

from dataclasses import dataclass
from pathlib import Path

from engine.lab.common.errors import LaboratoryError
from engine.lab.script.commands import BY_RULE
from engine.lab.script.constants import Constants
from engine.lab.script.folder import Folder, printable, text_of
from engine.lab.script.mistakes import Place, ScriptError
from engine.lab.script.parsing import Argument, LineError, Part, parse
from engine.lab.script.settings import SETTINGS, SettingError, Values, initial
from engine.process.texts import quoted

MOST_NESTED = 16
"""Scripts within scripts."""
MOST_COMMANDS = 20_000
"""Of a run; nested scripts count as often as they are run."""


@dataclass(frozen=True)
class Statement:
    """A command of a script, ready to be executed."""

    place: Place
    text: str
    """As it was written, constants replaced, without the comment."""
    rule: str
    """Of the grammar; its row is in commands.py."""
    arguments: tuple[Argument, ...]
    script: tuple["Statement", ...] | None = None
    """What RUN runs, if it names a script."""


class Reader:
    """Reads the scripts of a run.

    Parameters
    ----------
    folder : Folder
        Of the first script.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._constants = Constants()
        self._values: Values = initial()
        self._open: list[Path] = []
        self._commands = 0

    def read(self, path: Path, name: str) -> tuple[Statement, ...]:
        """Read a script.

        Parameters
        ----------
        path : Path
        name : str
            As the user wrote it, for messages.

        Raises
        ------
        ScriptError
            At the first mistake.
        LaboratoryError
            If the file cannot be read.
        """
        self._folder.protect(path)
        shown = printable(name)
        self._open.append(path.resolve())
        statements = []
        for number, line in enumerate(text_of(path, name).split("\n"), 1):
            expanded = self._constants.expand(line)
            if not expanded.text.strip():
                continue
            try:
                statements.append(self._statement(expanded.text, Place(shown, number, 1)))
            except LineError as mistake:
                column = expanded.origins[mistake.offset] + 1
                raise ScriptError(Place(shown, number, column), str(mistake)) from None
        self._open.pop()
        return tuple(statements)

    def _statement(self, text: str, place: Place) -> Statement:
        begin = len(text) - len(text.lstrip())
        self._commands += 1
        if self._commands > MOST_COMMANDS:
            raise LineError(begin, f"The run has more than {MOST_COMMANDS} commands.")
        line = parse(text)
        self._check_numbers(line.rule, line.parts)
        self._follow(line.rule, line.parts)
        place = place._replace(column=begin + 1)
        values = tuple(part.value for part in line.parts)
        script = None
        if line.rule == "run" and values[0] is not None:
            script = self._nested(line.parts[0])
        return Statement(place, text.strip(), line.rule, values, script)

    def _check_numbers(self, rule: str, parts: tuple[Part, ...]) -> None:
        """Refuse numbers beyond what a command takes."""
        least, most = BY_RULE[rule].span
        for part in parts:
            value = part.value
            if rule != "define" and type(value) is int and not least <= value <= most:
                raise LineError(
                    part.offset,
                    f"{BY_RULE[rule].name} takes a whole number from {least} to {most}, "
                    f"not {value}.",
                )

    def _follow(self, rule: str, parts: tuple[Part, ...]) -> None:
        """Keep account of what the commands define and set."""
        if rule == "define":
            self._constants.define(str(parts[0].value), parts[1].value, parts[0].offset)
        elif rule == "undef":
            self._constants.remove(str(parts[0].value), parts[0].offset)
        elif rule == "set":
            setting = SETTINGS[str(parts[0].value)]
            try:
                self._values = setting.changed(self._values, tuple(p.value for p in parts[1:]))
            except SettingError as refusal:
                raise LineError(parts[-1].offset, str(refusal)) from None

    def _nested(self, part: Part) -> tuple[Statement, ...]:
        name = str(part.value)
        try:
            path = self._folder.path(name)
            if path.resolve() in self._open:
                raise LaboratoryError(f"{quoted(name)} would run itself without end.")
            if len(self._open) >= MOST_NESTED:
                raise LaboratoryError(f"Scripts are nested more than {MOST_NESTED} deep.")
            return self.read(path, name)
        except ScriptError:
            raise
        except LaboratoryError as refusal:
            raise LineError(part.offset, str(refusal)) from None
