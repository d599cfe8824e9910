"""Texts in a message: from outside on one short printable line, and every sentence ended once."""

import errno
import io
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import chess
import pytest

from engine.board.fen import FenError, parse_fen
from engine.options import defaults
from engine.process.texts import SHOWN_CHARACTERS, how_to_install, instead, quoted, reason, sentence
from engine.thinking.limits import Limits
from engine.uci.book import Book
from engine.uci.conversation import Conversation, LoadingError
from engine.uci.library import Prober
from engine.uci.output import Output
from tests.uci.conversation import CHECKOUT
from tests.uci.talk import PATIENCE, Talk


def test_quoting_keeps_to_one_printable_line() -> None:
    assert quoted("a\nb\x00c") == "'a?b?c'"


def test_quoting_shortens() -> None:
    assert quoted("x" * SHOWN_CHARACTERS) == f"'{'x' * SHOWN_CHARACTERS}'"
    assert quoted("x" * 100_000) == f"'{'x' * SHOWN_CHARACTERS}...'"


def test_what_was_given_instead() -> None:
    assert instead("abc") == "not 'abc'" and instead("") == "and none was given"


@pytest.mark.parametrize(
    "fen",
    ["\x1b[2J w - -", "8/8/8/8/8/8/8/\x07 w - -", "k7/8/8/8/8/8/8/K7 \x07 - -"],
    ids=["ranks", "piece", "side"],
)
def test_a_position_cannot_ring_the_bell(fen: str) -> None:
    """A position is quoted like anything else: control characters would move a terminal."""
    with pytest.raises(FenError) as refusal:
        parse_fen(fen, chess960=False)
    assert str(refusal.value).isprintable()


INSTALLED = '[project]\nname = "another-project"\n'  # what site-packages may hold at most
SOURCES = '[project]\nname = "sesame-chess"\nversion = "7.8"\n'
HINTS = {
    "checkout": (SOURCES, "", "In {}, install the requirements with: {} -m pip install -e ."),
    "checkout, laboratory": (
        *(SOURCES, "lab"),
        "In {}, install the requirements with: {} -m pip install -e '.[lab]'",
    ),
    "package": (None, "", "Install the requirements with: {1} -m pip install sesame-chess"),
    "package, laboratory": (
        *(None, "lab"),
        "Install the requirements with: {1} -m pip install 'sesame-chess[lab]'",
    ),
    "another project's file": (
        *(INSTALLED, "lab"),
        "Install the requirements with: {1} -m pip install 'sesame-chess[lab]'",
    ),
    "a damaged file": (
        *("[project", "lab"),
        "Install the requirements with: {1} -m pip install 'sesame-chess[lab]'",
    ),
}


@pytest.mark.parametrize(("declaration", "extra", "hint"), HINTS.values(), ids=HINTS)
def test_how_to_install_fits_the_installation(
    declaration: str | None,
    extra: str,
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A wheel has no folder of sources that could be installed from."""
    monkeypatch.setattr("engine.process.version.SOURCES", tmp_path)
    if declaration is not None:
        (tmp_path / "pyproject.toml").write_text(declaration)
    assert how_to_install(extra) == hint.format(tmp_path, sys.executable)


def test_these_sources_are_a_checkout() -> None:
    assert how_to_install().startswith(f"In {CHECKOUT}, ")


def test_a_python_with_a_space_in_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is copied into a shell."""
    monkeypatch.setattr(sys, "executable", "/opt/my python/bin/python")
    assert '"/opt/my python/bin/python" -m pip install' in how_to_install()


ENDED = {
    "no end": ("It failed", "It failed."),
    "full stop": ("It failed.", "It failed."),
    "exclamation mark": ("It failed!", "It failed!"),
    "spaces behind": ("It failed. \n", "It failed."),
    "an ellipsis": ("It failed...", "It failed..."),
}


@pytest.mark.parametrize(("text", "ended"), ENDED.values(), ids=ENDED)
def test_a_sentence_ends_once(text: str, ended: str) -> None:
    assert sentence(text) == ended


def test_the_reason_of_an_exception_is_one_short_line() -> None:
    assert reason(OSError("one\n two\r\nthree")) == "one two three"
    assert reason(ValueError()) == "no reason given"
    assert len(reason(ValueError("x" * 100_000))) < 300


# Who tells what another library said, with the text that it said, as one function each.


def told_by_the_conversation(text: str, failure: Exception) -> str:
    def fail(output: Output, compiling: threading.Event) -> None:
        raise failure

    conversation = Conversation(Output(io.StringIO()), fail, lambda status: None)
    conversation.load()
    with pytest.raises(LoadingError) as refusal:
        conversation.session()
    return str(refusal.value)


def told_when_a_package_is_missing(text: str, tmp_path: Path) -> str:
    return told_by_the_conversation(text, ImportError(text, name="numba"))


def told_when_loading_fails(text: str, tmp_path: Path) -> str:
    return told_by_the_conversation(text, RuntimeError(text))


def told_of_a_failing_command(text: str, tmp_path: Path) -> str:
    talk = Talk()

    def fail() -> int:
        raise RuntimeError(text)

    talk.engine.evaluation = fail
    (line,) = talk.obey("eval").lines
    return line


def told_of_failing_tables(text: str, tmp_path: Path) -> str:
    def fail(board: chess.Board) -> int:
        raise RuntimeError(text)

    said: list[str] = []
    prober = Prober(SimpleNamespace(probe_wdl=fail, probe_dtz=fail), 3, said.append)
    board = chess.Board("8/8/8/4k3/8/8/8/R3K3 w - - 0 1")
    prober.ask(board, Limits(), defaults())
    assert prober._idle.wait(PATIENCE)
    (line,) = said
    return line


def told_of_an_unreadable_book(text: str, tmp_path: Path) -> str:
    path = tmp_path / "book.bin"
    path.write_bytes(bytes(16))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chess.polyglot.open_reader", raiser(OSError(errno.EIO, text)))
        with pytest.raises(ValueError, match="cannot be read") as refusal:
            Book(str(path))
    return str(refusal.value)


def raiser(failure: Exception) -> Callable[[object], None]:
    def fail(_: object) -> None:
        raise failure

    return fail


TELLERS = (
    told_when_a_package_is_missing,
    told_when_loading_fails,
    told_of_a_failing_command,
    told_of_failing_tables,
    told_of_an_unreadable_book,
)


@pytest.mark.parametrize("text", ["no end", "an end.", "an end!", "two\nlines."], ids=repr)
@pytest.mark.parametrize("told", TELLERS, ids=lambda told: told.__name__)
def test_what_others_say_ends_once(
    told: Callable[[str, Path], str], text: str, tmp_path: Path, capfd: pytest.CaptureFixture
) -> None:
    """Texts of the system have no full stop, texts of libraries often have one."""
    message = told(text, tmp_path)
    said = " ".join(text.split()).rstrip(".!")
    assert re.search(rf"{said}[.!]( |$)", message), message
    assert message[-1] in ".!" and not re.search(r"[.!] ?[.!]( |$)", message), message
    assert "\n" not in message


@pytest.mark.parametrize("text", ["No space left", "No space left."])
def test_a_full_disk_ends_once(text: str, capsys: pytest.CaptureFixture) -> None:
    class FullDisk(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, text)

    Output(FullDisk(), on_closed=lambda status: None)("readyok")
    assert capsys.readouterr().err == "The output cannot be written: No space left.\n"
