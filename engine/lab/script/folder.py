"""The folder of a script: files that it reads and writes stay below it unless allowed."""

from pathlib import Path

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write
from engine.lab.common.texts import open_text
from engine.process.replacing import is_special
from engine.process.texts import quoted, system_reason

LARGEST_FILE = 16 * 2**20
"""Bytes of a file that is read; the games of a lifetime take less."""


class Folder:
    """The folder in which a script works.

    Parameters
    ----------
    root : Path
        Names in scripts are relative to it.
    opened : bool
        Whether files outside of it may be read and written too.
    """

    def __init__(self, root: Path, opened: bool = False) -> None:
        self._root, self._opened = root, opened
        self._scripts: set[Path] = set()

    def protect(self, script: Path) -> None:
        """Never write to this file: it is a script of the run."""
        self._scripts.add(script.resolve())

    def path(self, name: str) -> Path:
        """Return the path of a name; links are followed.

        Raises
        ------
        LaboratoryError
            If it leads out of the folder, or is no name of a file.
        """
        if not name.strip() or not name.isprintable():
            raise LaboratoryError(f"{quoted(name)} is not the name of a file.")
        path = self._root / name
        try:
            inside = path.resolve().is_relative_to(self._root.resolve())
        except (OSError, RuntimeError, ValueError) as failure:  # such as links in a circle
            reason = system_reason(failure) if isinstance(failure, OSError) else "no such path"
            raise LaboratoryError(f"{quoted(name)} cannot be used: {reason}.") from None
        if not inside and not self._opened:
            raise LaboratoryError(
                f"{quoted(name)} lies outside the script's folder; --outside allows that."
            )
        return path

    def read(self, name: str) -> str:
        """Read a text file; raises LaboratoryError if it cannot be read."""
        return text_of(self.path(name), name)

    def to_write(self, name: str) -> Path:
        """Return the path of a file that can be written.

        Raises
        ------
        LaboratoryError
            If it cannot, or is one of the scripts.
        """
        path = self.path(name)
        if path.resolve() in self._scripts:
            raise LaboratoryError(f"{quoted(name)} is a script of this run and is not overwritten.")
        reason = reason_not_to_write(path)
        if reason or is_special(path):
            raise LaboratoryError(reason or f"{quoted(name)} is not a file.")
        return path


def printable(name: str) -> str:
    """Return the name of a file on one line."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def text_of(path: Path, name: str) -> str:
    """Read a text file.

    Parameters
    ----------
    path : Path
    name : str
        As the user wrote it, for messages.

    Raises
    ------
    LaboratoryError
        If it cannot be read, is large beyond use, or is not text.
    """
    try:
        if is_special(path):
            raise LaboratoryError(f"{printable(name)} is not a file.")
        if path.stat().st_size > LARGEST_FILE:
            raise LaboratoryError(f"{printable(name)} is larger than {LARGEST_FILE >> 20} MiB.")
        with open_text(path) as file:
            text = file.read()
    except OSError as failure:
        raise LaboratoryError(f"Cannot read {printable(name)}: {system_reason(failure)}.") from None
    if "\0" in text:
        raise LaboratoryError(f"{printable(name)} is not a text file.")
    return text
