"""Words on the command line: how they are divided, and what needs no engine."""

import io
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

import pytest

import uci
from engine import cli
from engine.cli import LABORATORY, commands_in, main
from engine.process.version import version
from engine.thinking import loading
from engine.uci.conversation import Conversation
from engine.uci.output import Output
from engine.uci.session import Session
from tests.missing import missing
from tests.uci.fake_engine import FakeEngine

DIVIDED = {
    "nothing": ([], []),
    "one command": (["go", "depth", "8"], ["go depth 8"]),
    "commands with spaces": (
        ["position startpos moves e2e4", "go depth 5"],
        ["position startpos moves e2e4", "go depth 5"],
    ),
    "both": (
        ["setoption name Hash value 1", "go", "depth", "8", "table"],
        ["setoption name Hash value 1", "go depth 8", "table"],
    ),
    "several": (
        ["position", "startpos", "moves", "e2e4", "d", "go", "depth", "3"],
        ["position startpos moves e2e4", "d", "go depth 3"],
    ),
    "unknown words before a command": (["joho", "go", "depth", "3"], ["joho go depth 3"]),
    "words before and after": (
        ["uci", "position startpos", "go", "depth", "1"],
        ["uci", "position startpos", "go depth 1"],
    ),
}


@pytest.mark.parametrize(("arguments", "commands"), DIVIDED.values(), ids=DIVIDED)
def test_divided(arguments: list[str], commands: list[str]) -> None:
    assert commands_in(arguments) == commands


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help(word: str, capsys: pytest.CaptureFixture) -> None:
    assert main([word]) == 0
    assert "go depth 8" in capsys.readouterr().out


@pytest.mark.parametrize("word", LABORATORY)
def test_every_room_of_the_laboratory_is_entered(word: str, capsys: pytest.CaptureFixture) -> None:
    """And named in the list of words; wrong words are its own affair."""
    assert main(["--help"]) == 0
    assert f"  sesame {word} " in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main([word, "--help"])
    assert ended.value.code == 0 and f"sesame {word}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "package"), [("match", "rich"), ("selfplay", "rich"), ("tune", "scipy")]
)
def test_a_package_of_the_laboratory_is_missing(
    word: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """One sentence, before the compiler works for somebody who lacks it."""
    monkeypatch.setattr(loading, "compile_part", lambda *_: pytest.fail("the core was compiled"))
    with missing(package, "engine.lab"):
        assert main([word, "--help"]) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and heard.err.startswith(f"sesame {word} needs {package}. In ")
    assert heard.err.endswith(" -m pip install -e '.[lab]'\n")


@pytest.mark.parametrize("package", ["matplotlib", "jinja2"])
def test_a_package_of_a_report_is_missing(
    package: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    """It is loaded by the action that needs it."""
    words = ["--database", str(tmp_path / "cells.db"), "--output", str(tmp_path / "page.html")]
    with missing(package, "engine.lab"):
        assert main(["experiment", "report", *words]) == 2
    assert capsys.readouterr().err.startswith(f"sesame experiment needs {package}. In ")


def test_an_interrupt_while_the_laboratory_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its packages take a second to load, and that is when somebody thinks better of it."""

    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "import_module", interrupt)
    assert main(["match"]) == 130


def test_an_interrupt_before_anything_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "engine.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "engine.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert uci.main() == 130


def test_version(capsys: pytest.CaptureFixture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Sesame {version()}\n"


@pytest.mark.parametrize("words", [["foo"], ["foo", "bar"], ["go depth 1", "foo bar"], [""]])
def test_unknown_command(words: list[str], capsys: pytest.CaptureFixture) -> None:
    assert main(words) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and "unknown command" in heard.err


def test_uci_is_answered_before_the_engine_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a word on the command line too; what follows waits."""
    heard, may_load = io.StringIO(), threading.Event()

    def load(output: Output, _: threading.Event) -> Session:
        assert may_load.wait(10)
        return Session(FakeEngine(), output)

    def allow() -> None:
        end = time.monotonic() + 10
        while "uciok" not in heard.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
        if "uciok" in heard.getvalue():
            may_load.set()

    monkeypatch.setattr(
        cli, "Conversation", lambda output: Conversation(output, load, lambda status: None)
    )
    threading.Thread(target=allow, daemon=True).start()
    assert main(["uci", "isready"], heard) == 0
    assert heard.getvalue().split()[-2:] == ["uciok", "readyok"]


def test_two_interrupts_together_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search has found is said although `timeout` sends its signal twice."""
    calls, close = [0], Conversation.close

    def interrupted(conversation: Conversation) -> bool:
        calls[0] += 1
        if calls[0] == 1:
            raise KeyboardInterrupt
        return close(conversation)

    monkeypatch.setattr(Conversation, "close", interrupted)
    output = io.StringIO()
    assert main(["go", "depth", "1"], output) == 0 and calls == [2]
    assert output.getvalue().splitlines()[-1].startswith("bestmove ")


def test_an_interrupt_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the process waits for the last lines ends it, with no traceback."""
    statuses: list[int] = []

    def interrupt(conversation: Conversation) -> bool:
        raise KeyboardInterrupt

    def leave(status: int) -> NoReturn:
        statuses.append(status)
        raise SystemExit(status)

    monkeypatch.setattr(Conversation, "close", interrupt)
    monkeypatch.setattr(cli, "end_at_once", leave)
    with pytest.raises(SystemExit):
        main(["uci"], io.StringIO())
    assert statuses == [130]
