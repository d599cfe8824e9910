"""News of long work: lines now and then, or a bar."""

import io

from rich.console import Console

from engine.lab.common import progress


def work(monkeypatch, console):
    """Do five things of five and tell after each."""
    monkeypatch.setattr(progress, "Console", lambda stderr: console)
    done: list[int] = []
    line = lambda: f"{len(done)} games"  # noqa: E731
    with progress.progress_of("games", 5, lambda: len(done), line, 2) as tell:
        for number in range(5):
            done.append(number)
            tell()


def test_a_line_now_and_then(monkeypatch, capsys):
    """Where there is no terminal, on the standard error."""
    work(monkeypatch, Console(file=io.StringIO()))
    assert capsys.readouterr() == ("", "2 games\n4 games\n")


def test_a_bar_on_a_terminal(monkeypatch, capsys):
    """It counts to the end and leaves no line behind."""
    text = io.StringIO()
    work(monkeypatch, Console(file=text, force_terminal=True, width=100))
    assert "5/5" in text.getvalue() and "games" in text.getvalue()
    assert capsys.readouterr() == ("", "")
