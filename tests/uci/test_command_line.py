"""Words on the command line: how they are divided, and what needs no engine."""

import pytest

from engine import cli
from engine.cli import LABORATORY, commands_in, main
from engine.version import version

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


def test_an_interrupt_while_the_laboratory_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its packages take a second to load, and that is when somebody thinks better of it."""

    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "import_module", interrupt)
    assert main(["match"]) == 130


def test_version(capsys: pytest.CaptureFixture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Sesame {version()}\n"


@pytest.mark.parametrize("words", [["foo"], ["foo", "bar"], ["go depth 1", "foo bar"], [""]])
def test_unknown_command(words: list[str], capsys: pytest.CaptureFixture) -> None:
    assert main(words) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and "unknown command" in heard.err
