"""Scripts in a folder of their own, run as a user runs them."""

from pathlib import Path
from typing import NamedTuple

import pytest

from engine.lab.script.command import main
from engine.lab.script.folder import Folder
from engine.lab.script.reading import Reader
from engine.lab.script.running import run
from engine.lab.script.state import State


class Outcome(NamedTuple):
    """What a run printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


class Desk:
    """A folder with scripts and files.

    Parameters
    ----------
    folder : Path
    capture : fixture capsys
    """

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capture = folder, capture

    def write(self, name: str, text: str) -> Path:
        """Write a file."""
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def read(self, name: str) -> str:
        """Read a file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def main(self, text: str, *words: str) -> Outcome:
        """Run a script by the command line."""
        path = self.write("main.script", text)
        status = main([str(path), *words])
        captured = self._capture.readouterr()
        return Outcome(status, captured.out, captured.err)


class Session:
    """A state that several scripts work on, one after the other: making one takes a while."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed: list[str] = []
        self.answers: list[str] = []
        self.state = State(Folder(folder), self.printed.append, self._answer)

    def _answer(self, question: str) -> str:
        self.printed.append(question)
        return self.answers.pop(0) if self.answers else ""

    def run(self, text: str) -> list[str]:
        """Run a script; returns what it printed."""
        path = self.folder / "session.script"
        path.write_text(text, encoding="utf-8")
        self.printed.clear()
        self.state.ended = False
        run(Reader(self.state.folder).read(path, path.name), self.state)
        return list(self.printed)
