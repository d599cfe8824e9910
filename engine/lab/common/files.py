"""Output files: checked before the work begins, and replaced only when complete."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from engine.process.replacing import is_special, written_aside

# Invalid Unicode, as in names of files, is escaped.
TEXT = {"encoding": "utf-8", "errors": "backslashreplace", "newline": "\n"}


def reason_not_to_write(path: Path, overwrite: bool = True) -> str:
    """Say why a file cannot be written; empty if it can.

    Parameters
    ----------
    path
        The file.
    overwrite
        Whether an existing file may be replaced.
    """
    if path.is_file() and not overwrite:
        return f"{path} exists; --overwrite replaces it."
    if path.is_dir():
        return f"{path} is a folder."
    if is_special(path):
        return "" if os.access(path, os.W_OK) else f"{path} is not writable."
    folder = path.resolve().parent
    if not folder.is_dir():
        return f"There is no folder {path.parent} for {path.name}."
    return "" if os.access(folder, os.W_OK) else f"The folder {path.parent} is not writable."


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a text file line by line; see `written_whole`."""
    with written_whole(path) as file:
        file.writelines(f"{line}\n" for line in lines)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file of bytes; see `written_whole`."""
    with naming(path), written_aside(path, "wb", {}) as file:
        file.write(content)


@contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """Open a text file for writing; the old one is replaced at the end, and kept after an error.

    Raises
    ------
    OSError
        If it cannot be written; the error names the file.
    """
    with naming(path), written_aside(path, "w", TEXT) as file:
        yield file


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let system errors name the file that the user gave."""
    try:
        yield
    except OSError as failure:
        if failure.errno is not None:
            failure.filename = str(path)
        raise
